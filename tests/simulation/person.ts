import type { SittingGrant } from '../../sync/contract/sitting.ts';
import type { SimDevice } from './sim-device.ts';

export interface Person {
  readonly name: string;
  readonly attemptId: string;
  readonly actor: number;
  /** Another try of theirs took this one's place. */
  next?: Person;
  /** Where they sit now. */
  device: SimDevice | undefined;
}

/** What a spare PC keeps of one seat; the seal under the seat's code has tests of its own. */
export interface KeptSeat {
  readonly person: Person;
  readonly grant: SittingGrant;
}
export interface SpareKit {
  readonly device: SimDevice;
  readonly seats: readonly KeptSeat[];
}
