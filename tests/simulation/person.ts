import type { SittingGrant } from '../../sync/contract/sitting.ts';
import type { SimDevice } from './sim-device.ts';

export interface Person {
  readonly name: string;
  readonly attemptId: string;
  readonly actor: number;
  /** The next try of the same examinee, which replaced this one. */
  next?: Person;
  /** PC at which they sit now. */
  device: SimDevice | undefined;
}

/** One seat in the kit of a spare PC. Sealing under the seat's code has its own tests. */
export interface KeptSeat {
  readonly person: Person;
  readonly grant: SittingGrant;
}
export interface SpareKit {
  readonly device: SimDevice;
  readonly seats: readonly KeptSeat[];
}
