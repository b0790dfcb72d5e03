import type { Lease } from '../../db/lease.ts';
import type { ExamStarts } from './exam-starts.ts';
import type { Logger, ServerTimers } from '../../ports.ts';
import type { LogBatch } from './log-port.ts';
import type { LogStore } from './log-store.ts';
import type { LogRow, PlacedLogRow, SharedLog } from './shared-log.ts';

/** Maximum number of rows that are read from the shared log at a time and stored in one transaction. */
const rowsAtOnce = 500;
/** Milliseconds between two checks whether other servers have added rows to the shared log. */
const followMs = 100;

/**
 * Work that writes rows to the shared log. `isPush`: the work stores a batch of a device, and its rows depend only on the rows of its own attempt.
 */
interface SharedEntry {
  readonly work: () => void;
  readonly leases: readonly Lease[];
  readonly isPush: boolean;
}

/** Keeps this server's replica equal to the shared log. Only one step at a time touches the replica. */
export class LogReplica {
  readonly #shared: SharedLog;
  readonly #log: LogStore;
  readonly #starts: ExamStarts;
  readonly #onCommit: (batches: readonly LogBatch[]) => void;
  #turn: Promise<unknown> = Promise.resolve();
  /** End of the shared log when it was last read. */
  #seenEnd = 0;
  /** A refresh that waits for its turn and has not begun to read. Callers of `refresh` share it. */
  #nextRefresh: Promise<void> | undefined;
  readonly #lost = Promise.withResolvers<Error>();
  /** Resolves when the shared log got another server epoch: it was restored, and this server must start again (SY8). */
  readonly fatalError: Promise<Error> = this.#lost.promise;

  constructor(deps: { shared: SharedLog; log: LogStore; starts: ExamStarts; onCommit: (batches: readonly LogBatch[]) => void }) {
    this.#shared = deps.shared;
    this.#log = deps.log;
    this.#starts = deps.starts;
    this.#onCommit = deps.onCommit;
  }

  /** Number of rows of the shared log that the replica lacks, by the check that runs every 100 ms. */
  get missingRowCount(): number {
    return Math.max(0, this.#seenEnd - this.#log.getReplicatedPos());
  }

  /** Resolves when the replica holds everything that the shared log held at this call. */
  refresh(): Promise<void> {
    this.#nextRefresh ??= this.#inTurn(() => {
      this.#nextRefresh = undefined;
      return this.#catchUp().then(() => undefined);
    });
    return this.#nextRefresh;
  }

  /** Fetches the rows of other servers until `signal` aborts. New rows wake the polls and boards that wait at this server. */
  async follow({ timers, logger, signal }: { timers: ServerTimers; logger: Logger; signal: AbortSignal }): Promise<void> {
    let isFailing = false;
    for (;;) {
      await timers.sleep(followMs, signal);
      if (signal.aborted) return;
      try {
        const { serverEpoch, end } = await this.#shared.readState();
        if (serverEpoch !== this.#log.serverEpoch) {
          this.#lost.resolve(new Error('the answer log was restored while this server ran: restart the server'));
          return;
        }
        this.#seenEnd = end;
        if (end > this.#log.getReplicatedPos()) await this.refresh();
        isFailing = false;
      } catch (err) {
        if (!isFailing) logger.error({ err }, 'could not fetch the rows of other servers; trying again');
        isFailing = true;
      }
    }
  }

  /**
   * Runs the `work` of each entry, perhaps several times, and stores the rows that it writes in the shared log and in this replica. Resolves with
   * true for each entry that is on disk, false for each whose attempt got rows from another server meanwhile, and the error of one that failed.
   * Entries without rows are true: they were checked against a state that is not older than this call.
   */
  append(entries: readonly SharedEntry[]): Promise<(boolean | Error)[]> {
    return this.#inTurn(async () => {
      let drafts = this.#draft(entries);
      if (!drafts.every((draft, at) => entries[at]?.isPush && isPlainAppend(draft)) && (await this.#catchUp()))
        drafts = this.#draft(entries);
      const readThrough = this.#log.getReplicatedPos();
      const rows = drafts.flatMap((draft) => (draft instanceof Error ? [] : draft));
      if (rows.length === 0) return drafts.map((draft) => (draft instanceof Error ? draft : true));
      const places = await this.#shared.append(readThrough, rows);
      const placedRows = rows.flatMap((row, at) => addPlace(row, places[at] ?? null) ?? []);
      const [first] = placedRows;
      // The shared log gave the stored rows successive positions. Only the rows of other servers before the first one must be read from it.
      if (first) {
        await this.#catchUp(first.pos - 1);
        this.#apply(placedRows);
      } else await this.#catchUp();
      let at = 0;
      return drafts.map((draft) => (draft instanceof Error ? draft : draft.map(() => Boolean(places[at++])).every(Boolean)));
    });
  }

  #draft(entries: readonly SharedEntry[]): (readonly LogRow[] | Error)[] {
    return this.#log.draft(entries.map(({ work }) => work)).map((draft, at) => addLeases(draft, entries[at]?.leases ?? []));
  }

  /** Stores the rows that other servers appended up to position `end`. Returns true if there were any. */
  async #catchUp(end = Infinity): Promise<boolean> {
    const before = this.#log.getReplicatedPos();
    while (this.#log.getReplicatedPos() < end) {
      const limit = Math.min(rowsAtOnce, end - this.#log.getReplicatedPos());
      const rows = await this.#shared.readAfter(this.#log.getReplicatedPos(), limit);
      if (rows.length > 0) this.#apply(rows);
      if (rows.length < limit) break;
    }
    return this.#log.getReplicatedPos() > before;
  }

  #apply(rows: readonly PlacedLogRow[]): void {
    const batches = this.#log.apply(rows, this.#starts);
    if (batches.length > 0) this.#onCommit(batches);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * True if the rows only continue streams that the replica knows. The shared log refuses them if their attempt got newer rows, so they may be checked
 * against an older state. Every other result (refused, quarantined, stored already, a new stream) must be checked against the newest state.
 */
const isPlainAppend = (draft: readonly LogRow[] | Error): boolean =>
  !(draft instanceof Error) && draft.length > 0 && draft.every((row) => row.kind === 'batch' && row.header === undefined);

const addLeases = (draft: readonly LogRow[] | Error, leases: readonly Lease[]): readonly LogRow[] | Error =>
  draft instanceof Error || leases.length === 0 ? draft : draft.map((row) => ({ ...row, leases }));

const addPlace = (row: LogRow, place: PlacedLogRow | { pos: number; receivedMs: number } | null): PlacedLogRow | null =>
  place && { ...row, ...place };
