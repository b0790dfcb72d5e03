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

/** One seat that a spare PC can take over. The real product seals it under the seat's code, which has its own tests. */
export interface SimSpareKitSeat {
  readonly person: SimPerson;
  readonly grant: SittingGrant;
}
export interface SimSpareKit {
  readonly device: SimDevice;
  readonly seats: readonly SimSpareKitSeat[];
}
