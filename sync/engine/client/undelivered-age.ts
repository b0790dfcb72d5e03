import type { SaveIndicator } from './attempt-session.ts';
import type { ClientStore, Clock, StreamRow } from '../ports.ts';
import { countHeldOps } from '../store/store-rules.ts';

/** Counts the ops of these streams on this device (`localCount`), and those that the server is known to hold (`received`; SY4). */
export function countOps(rows: readonly StreamRow[]): Pick<SaveIndicator, 'localCount' | 'received'> {
  return {
    localCount: rows.reduce((sum, row) => sum + row.headSeq, 0),
    received: rows.reduce((sum, row) => sum + countHeldOps(row), 0),
  };
}

/**
 * Counts the unacknowledged ops that relays last reported to hold. A relay is a process in the exam room that stores ops while the server cannot be
 * reached. `through`: stream id → last seq at a relay.
 */
export function countRelayedOps(rows: readonly StreamRow[], through: ReadonlyMap<string, number>): number {
  return rows.reduce((sum, row) => sum + (row.condemned ? 0 : Math.max(0, (through.get(row.streamId) ?? 0) - row.ackedSeq)), 0);
}

/**
 * Time at which the oldest unacknowledged op was written. It is a monotonic time if this document (this load of the page) wrote the op, else a wall
 * time.
 */
export type OldestUndeliveredTime = { readonly wallMs: number } | { readonly monoMs: number };

/** Finds the oldest op that the server is not known to hold, or returns undefined. */
export async function findOldestUndelivered(
  store: ClientStore,
  rows: readonly StreamRow[],
  documentId: string,
): Promise<OldestUndeliveredTime | undefined> {
  let oldest: { wallMs: number; monoMs: number; isOwnDocument: boolean } | undefined;
  for (const row of rows) {
    const next = findFirstUndeliveredSeq(row);
    if (next > row.headSeq) continue;
    const [op] = await store.ops(row.streamId, next, 1);
    if (op && (!oldest || op.wallMs < oldest.wallMs))
      oldest = { wallMs: op.wallMs, monoMs: op.monoMs, isOwnDocument: row.documentId === documentId };
  }
  return oldest && (oldest.isOwnDocument ? { monoMs: oldest.monoMs } : { wallMs: oldest.wallMs });
}

function findFirstUndeliveredSeq(row: StreamRow): number {
  if (!row.condemned || row.ackedSeq < row.forkedAfter) return row.ackedSeq + 1;
  return Math.max(row.forkedAfter, row.asideThrough) + 1;
}

/** Returns the age of the oldest unacknowledged op in milliseconds, or null if there is none. */
export function computeUndeliveredAge(oldest: OldestUndeliveredTime | undefined, clock: Clock): number | null {
  if (!oldest) return null;
  const age = 'monoMs' in oldest ? clock.monoMs() - oldest.monoMs : clock.wallMs() - oldest.wallMs;
  return Math.max(0, age);
}
