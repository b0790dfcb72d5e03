import { classThing } from './class.ts';
import { examPlaceThing, examRoomThing, markerGroupThing } from './exam-place.ts';
import type { contract } from './index.ts';
import { professionThing } from './prof.ts';
import type { Thing } from './thing.ts';

type Contract = typeof contract;
type Declared = { [M in keyof Contract]: Contract[M] extends { readonly modify: { readonly thing: Thing } } ? M : never }[keyof Contract];

/** Every thing that is declared, for who speaks of all of them: the audit log's words, the tests. One that is forgotten is a type error. */
export const things = {
  class: classThing,
  examPlace: examPlaceThing,
  examRoom: examRoomThing,
  markerGroup: markerGroupThing,
  prof: professionThing,
} as const satisfies Record<Declared, Thing>;
