import type { Lease } from '../../db/lease.ts';
import type { ExamStarts } from '../projection/exam-starts.ts';
import type { Logger, ServerTimers } from '../../ports.ts';
import type { LogBatch } from './log-port.ts';
import type { LogStore } from './log-store.ts';
import type { LogRow, PlacedLogRow, SharedLog } from './shared-log.ts';

/** Rows read from the shared log and stored in one transaction. */
const rowsAtOnce = 500;
/** Longest time after which a server sees a row of another one without asking for it. */
const followMs = 100;

/** Keeps this server's replica equal to the shared log. Only one step at a time touches the replica. */
export class LogReplica {
  readonly #shared: SharedLog;
  readonly #log: LogStore;
  readonly #starts: ExamStarts;
  readonly #onCommit: (batches: readonly LogBatch[]) => void;
  #turn: Promise<unknown> = Promise.resolve();
  /** End of the shared log when it was last read. */
  #seenEnd = 0;
  /** Refresh that has not begun to read; later callers share it. */
  #nextRefresh: Promise<void> | undefined;
  readonly #lost = Promise.withResolvers<Error>();
  /** Resolves when the shared log got another server epoch: it was restored, and this server must start again (SY8). */
  readonly lost: Promise<Error> = this.#lost.promise;

  constructor(deps: { shared: SharedLog; log: LogStore; starts: ExamStarts; onCommit: (batches: readonly LogBatch[]) => void }) {
    this.#shared = deps.shared;
    this.#log = deps.log;
    this.#starts = deps.starts;
    this.#onCommit = deps.onCommit;
  }

  /** Rows of the shared log that the replica lacks, as far as this server knows: it looks every 100 ms. */
  get behind(): number {
    return Math.max(0, this.#seenEnd - this.#log.through());
  }

  /** Resolves when the replica holds everything that the shared log held at this call. */
  refresh(): Promise<void> {
    this.#nextRefresh ??= this.#inTurn(() => {
      this.#nextRefresh = undefined;
      return this.#catchUp();
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
          this.#lost.resolve(new Error('the answer log was restored behind this server: start it again'));
          return;
        }
        this.#seenEnd = end;
        if (end > this.#log.through()) await this.refresh();
        isFailing = false;
      } catch (err) {
        if (!isFailing) logger.error({ err }, 'the rows of other servers cannot be fetched: tried again');
        isFailing = true;
      }
    }
  }

  /**
   * Checks entries against the newest state and stores their rows. `write` is called for each entry, perhaps several times. Resolves with true
   * for each entry that is on disk, false for each whose attempt got rows from another server meanwhile, and the error of one that failed.
   * Entries without rows are true: they were checked against a state that is not older than this call.
   */
  append(entries: readonly { readonly work: () => void; readonly leases: readonly Lease[] }[]): Promise<(boolean | Error)[]> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      const seen = this.#log.through();
      const drafts = this.#log.draft(entries.map(({ work }) => work)).map((draft, at) => withLeases(draft, entries[at]?.leases ?? []));
      const rows = drafts.flatMap((draft) => (draft instanceof Error ? [] : draft));
      if (rows.length === 0) return drafts.map((draft) => (draft instanceof Error ? draft : true));
      const places = await this.#shared.append(seen, rows);
      const placed = rows.map((row, at): PlacedLogRow | null => withPlace(row, places[at] ?? null));
      const ours = placed.flatMap((row) => row ?? []);
      // Without rows of other servers in between, the rows need not be read back.
      if (ours.length > 0 && ours[0]?.pos === seen + 1 && ours.at(-1)?.pos === seen + ours.length) this.#apply(ours);
      else await this.#catchUp();
      let at = 0;
      return drafts.map((draft) => (draft instanceof Error ? draft : draft.map(() => placed[at++] !== null).every(Boolean)));
    });
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const rows = await this.#shared.readAfter(this.#log.through(), rowsAtOnce);
      if (rows.length > 0) this.#apply(rows);
      if (rows.length < rowsAtOnce) return;
    }
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

const withLeases = (draft: readonly LogRow[] | Error, leases: readonly Lease[]): readonly LogRow[] | Error =>
  draft instanceof Error || leases.length === 0 ? draft : draft.map((row) => ({ ...row, leases }));

const withPlace = (row: LogRow, place: PlacedLogRow | { pos: number; receivedMs: number } | null): PlacedLogRow | null =>
  place && { ...row, ...place };
