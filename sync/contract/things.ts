import { articleThing } from './article.ts';
import { courseThing } from './course.ts';
import { coursewareThing } from './courseware.ts';
import { batchThing } from './batch.ts';
import { classThing } from './class.ts';
import { declarationThing } from './declaration.ts';
import { formThing } from './form.ts';
import { examPlaceThing, examRoomThing, markerGroupThing } from './exam-place.ts';
import type { contract } from './index.ts';
import { professionThing } from './prof.ts';
import { ruleSetThing } from './rule-set.ts';
import type { Thing } from './thing.ts';

type Contract = typeof contract;
type Declared = { [M in keyof Contract]: Contract[M] extends { readonly modify: { readonly thing: Thing } } ? M : never }[keyof Contract];

/** All declared resources, for the audit log's labels and the tests. A missing one is a type error. */
export const things = {
  class: classThing,
  courseware: coursewareThing,
  course: courseThing,
  info: articleThing,
  prof: professionThing,
  form: formThing,
  batch: batchThing,
  declaration: declarationThing,
  examPlace: examPlaceThing,
  examRoom: examRoomThing,
  markerGroup: markerGroupThing,
  ruleSet: ruleSetThing,
} as const satisfies Record<Declared, Thing>;
