import { waitForRealWork } from './real-work.ts';

/** A simulated process, such as a browser tab or a server. When it is killed, its pending tasks are lost; while it is frozen, they wait. */
export interface SimProcess {
  alive: boolean;
  frozenUntilMs: number;
}

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
  readonly owner: SimProcess | undefined;
  cancelled: boolean;
}

/** The only clock and scheduler of a simulated run. The same seed gives the same order of everything. */
export class VirtualTime {
  nowMs = 0;
  #order = 0;
  #stuck = 0;
  readonly #heap: Due[] = [];
  readonly #settlesFirst: boolean;
  steps = 0;

  /**
   * `settlesFirst`: true makes `runUntil` first finish the promises that a step of the plan has started, at the time of that step.
   * Otherwise they finish at the time of the next event.
   */
  constructor({ settlesFirst }: { settlesFirst: boolean }) {
    this.#settlesFirst = settlesFirst;
  }

  /** Runs `task` after `delayMs`, unless its owner has died by then. Tasks of a frozen owner wait until it thaws. */
  after(delayMs: number, task: () => void, owner?: SimProcess): { cancel(): void } {
    return this.#at(this.nowMs + Math.max(0, delayMs), task, owner);
  }

  #at(atMs: number, task: () => void, owner: SimProcess | undefined): { cancel(): void } {
    const due: Due = { atMs, order: this.#order++, task, owner, cancelled: false };
    this.#push(due);
    return { cancel: () => void (due.cancelled = true) };
  }

  sleep(ms: number, signal: AbortSignal | undefined, owner?: SimProcess): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        signal?.removeEventListener('abort', ended);
        resolve();
      };
      const timer = this.after(ms, done, owner);
      const ended = (): void => {
        timer.cancel();
        done();
      };
      signal?.addEventListener('abort', ended, { once: true });
    });
  }

  /** Runs all tasks that are due until `ms`, one at a time. All promises that a task settles are finished before the next task starts. */
  async runUntil(ms: number): Promise<void> {
    if (this.#settlesFirst) await waitForRealWork();
    for (;;) {
      const due = this.#heap[0];
      if (!due || due.atMs > ms) break;
      this.#pop();
      if (due.cancelled || due.owner?.alive === false) continue;
      this.#stuck = due.atMs > this.nowMs ? 0 : this.#stuck + 1;
      if (this.#stuck > 20_000) throw new Error(`time stands still at ${this.nowMs}`);
      this.nowMs = Math.max(this.nowMs, due.atMs);
      if (due.owner && due.owner.frozenUntilMs > this.nowMs) {
        this.#at(due.owner.frozenUntilMs, due.task, due.owner);
        continue;
      }
      this.steps += 1;
      due.task();
      await waitForRealWork();
    }
    this.nowMs = Math.max(this.nowMs, ms);
  }

  #before(a: Due, b: Due): boolean {
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (!parent || this.#before(parent, due)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (!left) break;
      if (right && this.#before(right, left)) child += 1;
      const below = heap[child];
      if (!below || this.#before(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}
