import type { SittingGrant } from '../../sync/contract/exams/sitting.ts';
import type { SimDevice } from './sim-device.ts';

export interface SimPerson {
  readonly name: string;
  readonly attemptId: string;
  readonly actor: number;
  /** The next try of the same examinee, which replaced this one. */
  next?: SimPerson;
  /** PC at which they sit now. */
  device: SimDevice | undefined;
}

/** One seat in the kit of a spare PC. Sealing under the seat's code has its own tests. */
export interface SimSpareKitSeat {
  readonly person: SimPerson;
  readonly grant: SittingGrant;
}
export interface SimSpareKit {
  readonly device: SimDevice;
  readonly seats: readonly SimSpareKitSeat[];
}
