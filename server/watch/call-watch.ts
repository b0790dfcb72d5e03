import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger, ServerClock } from '../ports.ts';

/** What the database was asked, without the values: those are people's. */
interface SlowStatement {
  readonly sql: string;
  readonly ms: number;
}

export interface SlowCall {
  readonly path: string;
  readonly atMs: number;
  readonly ms: number;
  /** How many statements it asked for, and how long they took together. */
  readonly statements: number;
  readonly statementsMs: number;
  /** The slowest of them; null for a call that asked for none. */
  readonly slowest: SlowStatement | null;
}

interface Running {
  statements: number;
  statementsMs: number;
  slowest: SlowStatement | null;
}

/** From here on a person waits: noted and logged. */
export const slowCallMs = 1000;
const kept = 50;
const longestSql = 2000;

/** Notes the calls that took long, with the statement that took most of it. Of the newest only; the log has them all. */
export class CallWatch {
  readonly #clock: ServerClock;
  readonly #logger: Logger;
  readonly #elapsedMs: () => number;
  readonly #running = new AsyncLocalStorage<Running>();
  #slow: readonly SlowCall[] = [];

  constructor({ clock, logger }: { clock: ServerClock; logger: Logger }, elapsedMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#logger = logger;
    this.#elapsedMs = elapsedMs;
  }

  /** The newest first. */
  get slow(): readonly SlowCall[] {
    return this.#slow;
  }

  /** `waits`: asked when it is over; a call that waits for news is as slow as it was asked to be. */
  async run<T>(path: string, waits: () => boolean, work: () => Promise<T>): Promise<T> {
    const running: Running = { statements: 0, statementsMs: 0, slowest: null };
    const begun = this.#elapsedMs();
    try {
      return await this.#running.run(running, work);
    } finally {
      const ms = Math.round(this.#elapsedMs() - begun);
      if (ms >= slowCallMs && !waits()) this.#note({ path, atMs: this.#clock.nowMs(), ms, ...running });
    }
  }

  /** The database tells of each statement, when it is done. */
  readonly statement = (sql: string, took: number): void => {
    const running = this.#running.getStore();
    if (running === undefined) return;
    const ms = Math.round(took);
    running.statements += 1;
    running.statementsMs += ms;
    if (running.slowest === null || ms > running.slowest.ms) running.slowest = { sql: sql.slice(0, longestSql), ms };
  };

  #note(call: SlowCall): void {
    this.#slow = [call, ...this.#slow].slice(0, kept);
    this.#logger.warn({ ...call }, 'slow call');
  }
}
