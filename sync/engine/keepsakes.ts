/** A row of a table beside the attempts; null: there is none any more. */
export interface Keepsake {
  readonly table: string;
  readonly key: string | number;
  readonly row: unknown;
}

/** What rows that people change have, and rows of settings don't. */
interface Changed {
  /** Grows with each change of its row, whatever the clock says. */
  readonly keptMs?: number;
  readonly takenMs?: number | null;
  readonly refused?: string;
}

/** The server's answer to the row as it stands here: none yet, a refusal, or taken (as well: read by whoever was refused). */
const answered = ({ takenMs, refused }: Changed): number => ((takenMs ?? null) !== null ? 2 : refused === undefined ? 0 : 1);

/**
 * Which of two states of one row counts: above 0, `a`. The later change does; of one change, what the server has answered, for one that
 * passed for unanswered again would be sent again. 0: the rows say nothing of it, and where they stand decides.
 */
export function laterRow(a: unknown, b: unknown): number {
  const [x, y] = [(a ?? {}) as Changed, (b ?? {}) as Changed];
  if (x.keptMs === undefined || y.keptMs === undefined) return 0;
  return x.keptMs - y.keptMs || answered(x) - answered(y);
}

/** As the journal has it, under a number. */
export interface KeepRecord {
  readonly n: number;
  readonly r: { readonly k: 'keep' } & Keepsake;
}
interface AnyRecord {
  readonly n: number;
  readonly r: { readonly k: string };
}
export const keepsakeName = ({ table, key }: Pick<Keepsake, 'table' | 'key'>): string => JSON.stringify([table, key]);

const isKeep = (record: AnyRecord): record is KeepRecord => record.r.k === 'keep';

/** Does this record count, beside the one that is known? Where the rows say nothing, the higher number does. */
export const counts = (record: KeepRecord, known: KeepRecord | undefined): boolean =>
  known === undefined || (laterRow(record.r.row, known.r.row) || record.n - known.n) > 0;

/** Takes in what was told, in whatever file: of each row the state that counts. */
export function noteKeepsakes(kept: Map<string, KeepRecord>, told: readonly AnyRecord[]): void {
  for (const record of told.filter(isKeep).toSorted((a, b) => a.n - b.n))
    if (counts(record, kept.get(keepsakeName(record.r)))) kept.set(keepsakeName(record.r), record);
}
