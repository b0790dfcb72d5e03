/** A device record: a row of a table that belongs to no attempt. Null means that the row was deleted. */
export interface DeviceRecord {
  readonly table: string;
  readonly key: string | number;
  readonly row: unknown;
}

/** Fields of device records that people change, such as marks of a marker. Records of settings lack them. */
interface ChangedRow {
  /** Version of the row in milliseconds. It grows with each change, even if the clock goes back. */
  readonly keptMs?: number;
  readonly takenMs?: number | null;
  readonly refused?: string;
}

/** Ranks the server's reply to a row: 0 none yet, 1 refused, 2 accepted (or the user has read the refusal). */
const rankAnswer = ({ takenMs, refused }: ChangedRow): number => ((takenMs ?? null) !== null ? 2 : refused === undefined ? 0 : 1);

/**
 * Compares two states of one row; positive if `a` counts. The later change counts. For the same change, the state with the server's reply counts,
 * because a change without a reply would be sent again. Returns 0 if the rows have no version; their order in the journal decides then.
 */
export function compareRowVersions(a: unknown, b: unknown): number {
  const [x, y] = [(a ?? {}) as ChangedRow, (b ?? {}) as ChangedRow];
  if (x.keptMs === undefined || y.keptMs === undefined) return 0;
  return x.keptMs - y.keptMs || rankAnswer(x) - rankAnswer(y);
}

/** A device record as a numbered journal record. */
export interface DeviceJournalRecord {
  readonly n: number;
  readonly r: { readonly k: 'keep' } & DeviceRecord;
}
interface AnyRecord {
  readonly n: number;
  readonly r: { readonly k: string };
}
export const getDeviceRecordName = ({ table, key }: Pick<DeviceRecord, 'table' | 'key'>): string => JSON.stringify([table, key]);

const isKeep = (record: AnyRecord): record is DeviceJournalRecord => record.r.k === 'keep';

/**
 * Checks whether a device record is newer than the known record of the same row. If the rows have no version, the record with the higher journal
 * number is newer.
 */
export const isNewerRecord = (record: DeviceJournalRecord, known: DeviceJournalRecord | undefined): boolean =>
  known === undefined || (compareRowVersions(record.r.row, known.r.row) || record.n - known.n) > 0;

/** Applies device records from one or more files to `newest`, which holds the newest state of each row. */
export function applyDeviceRecords(newest: Map<string, DeviceJournalRecord>, records: readonly AnyRecord[]): void {
  for (const record of records.filter(isKeep).toSorted((a, b) => a.n - b.n))
    if (isNewerRecord(record, newest.get(getDeviceRecordName(record.r)))) newest.set(getDeviceRecordName(record.r), record);
}
