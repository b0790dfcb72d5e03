import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger, ServerClock } from '../ports.ts';

/** A slow SQL statement without its values, which may be personal data. */
interface SlowStatement {
  readonly sql: string;
  readonly ms: number;
}

export interface SlowCall {
  readonly path: string;
  readonly atMs: number;
  readonly ms: number;
  /** Number of SQL statements of the call, and their total time. */
  readonly statements: number;
  readonly statementsMs: number;
  /** Slowest statement; null for a call without statements. */
  readonly slowest: SlowStatement | null;
}

interface RunningCall {
  statements: number;
  statementsMs: number;
  slowest: SlowStatement | null;
}

/** Calls that take at least this long are recorded and logged. */
export const slowCallMs = 1000;
const maxSlowCalls = 50;
const longestSql = 2000;

/** Records the latest slow calls, each with its slowest statement. The log file has every slow call. */
export class CallWatch {
  readonly #clock: ServerClock;
  readonly #logger: Logger;
  readonly #elapsedMs: () => number;
  readonly #running = new AsyncLocalStorage<RunningCall>();
  #slow: readonly SlowCall[] = [];

  constructor({ clock, logger }: { clock: ServerClock; logger: Logger }, elapsedMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#logger = logger;
    this.#elapsedMs = elapsedMs;
  }

  /** Slow calls, the newest first. */
  get slow(): readonly SlowCall[] {
    return this.#slow;
  }

  /** Runs a call and measures it. `waits` is called afterwards; it returns true for a long poll, whose duration means nothing. */
  async run<T>(path: string, waits: () => boolean, work: () => Promise<T>): Promise<T> {
    const running: RunningCall = { statements: 0, statementsMs: 0, slowest: null };
    const startedMs = this.#elapsedMs();
    try {
      return await this.#running.run(running, work);
    } finally {
      const ms = Math.round(this.#elapsedMs() - startedMs);
      if (ms >= slowCallMs && !waits()) this.#note({ path, atMs: this.#clock.nowMs(), ms, ...running });
    }
  }

  /** Counts a statement for the running call. The database calls this after each SQL statement. */
  readonly statement = (sql: string, took: number): void => {
    const running = this.#running.getStore();
    if (running === undefined) return;
    const ms = Math.round(took);
    running.statements += 1;
    running.statementsMs += ms;
    if (running.slowest === null || ms > running.slowest.ms) running.slowest = { sql: sql.slice(0, longestSql), ms };
  };

  #note(call: SlowCall): void {
    this.#slow = [call, ...this.#slow].slice(0, maxSlowCalls);
    this.#logger.warn({ ...call }, 'slow call');
  }
}
