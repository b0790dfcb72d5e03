import type { SittingGrant } from '../../sync/contract/exams/sitting.ts';
import type { SimDevice } from './sim-device.ts';

export interface SimPerson {
  readonly name: string;
  readonly attemptId: string;
  readonly actor: number;
  /** The same examinee in the next try of the mock test; undefined while this attempt is the newest. */
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
