/** State of a mirrored store (SY25). In `journalOnlyFull` and `journalOnlyFailed` the journal decides, otherwise the database. */
export type MirroredStoreState =
  /** The two replicas, database and journal, have not been compared yet. */
  | 'unopened'
  /** Database and journal both hold every op. */
  | 'mirrored'
  /** The journal lacks ops or is not available. */
  | 'databaseOnly'
  /** The disk takes no new data. The database is not written until space is back. */
  | 'journalOnlyFull'
  /** The database failed once. It is not trusted until the next start, even if it works again. */
  | 'journalOnlyFailed'
  /** The database failed, and the journal lacks ops or is not available. */
  | 'doubtful';

export type MirroredStoreEvent =
  /** A repair made database and journal equal. */
  | 'repaired'
  /** A repair found the disk full: the journal has got everything, and the database was only read. */
  | 'repairedOnFullDisk'
  /** The journal did not get a write, or a repair could not write it. */
  | 'journalMissed'
  | 'databaseFailed'
  /** A check before a write found that the disk takes no new data. */
  | 'diskFull';

/** New state by old state and event. An event that is missing here changes nothing. */
const transitions: Record<MirroredStoreState, Partial<Record<MirroredStoreEvent, MirroredStoreState>>> = {
  unopened: { repaired: 'mirrored', repairedOnFullDisk: 'journalOnlyFull', journalMissed: 'databaseOnly' },
  mirrored: {
    repairedOnFullDisk: 'journalOnlyFull',
    diskFull: 'journalOnlyFull',
    journalMissed: 'databaseOnly',
    databaseFailed: 'journalOnlyFailed',
  },
  databaseOnly: { repaired: 'mirrored', repairedOnFullDisk: 'journalOnlyFull', databaseFailed: 'doubtful' },
  journalOnlyFull: { repaired: 'mirrored', journalMissed: 'databaseOnly', databaseFailed: 'journalOnlyFailed' },
  journalOnlyFailed: { journalMissed: 'doubtful' },
  doubtful: { repaired: 'journalOnlyFailed', repairedOnFullDisk: 'journalOnlyFailed' },
};

export const nextMirroredStoreState = (state: MirroredStoreState, event: MirroredStoreEvent): MirroredStoreState =>
  transitions[state][event] ?? state;
