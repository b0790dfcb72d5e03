import type { SittingGrant } from '../../sync/contract/exams/sitting.ts';
import type { SimDevice } from './sim-device.ts';

export interface SimPerson {
  readonly name: string;
  readonly attemptId: string;
  readonly actor: number;
  /** The examinee's next try of the mock test, which replaced this one. */
  next?: SimPerson;
  /** PC at which the examinee sits now; undefined if at none. */
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
