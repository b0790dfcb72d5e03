import type { FaultReport } from '../../sync/contract/platform/fault-report.ts';
import { createRateLimiter } from '../http/limits/rate-limiter.ts';
import type { Logger, ServerClock } from '../ports.ts';

export interface WebFault extends Omit<FaultReport, 'page' | 'browser' | 'times'> {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Pages on which the error occurred most recently, at most `maxEach`. */
  readonly pages: readonly string[];
  readonly browsers: readonly string[];
}

const maxFaults = 50;
const maxEach = 5;
const hourMs = 3_600_000;

/**
 * Collects the error reports of browsers since the server's start and counts equal errors as one. Reports beyond the hourly limit of one address
 * or of all addresses are dropped.
 */
export class WebFaultCollector {
  readonly #clock: ServerClock;
  readonly #logger: Logger;
  readonly #ofOne;
  readonly #ofAll;
  readonly #faults = new Map<string, WebFault>();

  constructor({ clock, logger }: { clock: ServerClock; logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
    this.#ofOne = createRateLimiter(clock, { limit: 20, everyMs: hourMs });
    this.#ofAll = createRateLimiter(clock, { limit: 600, everyMs: hourMs });
  }

  /** Errors, most recent first. */
  get newest(): readonly WebFault[] {
    return [...this.#faults.values()].reverse();
  }

  record(report: FaultReport, address: string): void {
    if (!this.#ofOne.admit(address) || !this.#ofAll.admit('all')) return;
    const { page, browser, times, ...what } = report;
    const name = JSON.stringify([what.engine, what.name, what.message, what.frames[0]]);
    const nowMs = this.#clock.nowMs();
    const faultBefore = this.#faults.get(name);
    const newestOf = (each: string, others: readonly string[] = []) =>
      [each, ...others.filter((other) => other !== each)].slice(0, maxEach);
    this.#faults.delete(name);
    this.#faults.set(name, {
      ...what,
      count: (faultBefore?.count ?? 0) + times,
      firstMs: faultBefore?.firstMs ?? nowMs,
      lastMs: nowMs,
      pages: newestOf(page, faultBefore?.pages),
      browsers: newestOf(browser, faultBefore?.browsers),
    });
    if (this.#faults.size > maxFaults) this.#faults.delete(this.#faults.keys().next().value as string);
    this.#logger.warn({ ...report }, 'a browser reported a fault');
  }
}
