import type { ServerClock } from '../ports.ts';

/** Entries this long after their start are of no use any more: nothing can come too early. */
const keptMs = 86_400_000;

/**
 * When the exams begin whose attempts could send something too early (SY24). In memory: the push path asks with every batch, and
 * must not read anything for it. The exam module tells it what it published.
 */
export class ExamStarts {
  readonly #startMs = new Map<string, number>();
  readonly #clock: ServerClock;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** To be called before anybody can enter these attempts. */
  expect(attemptIds: readonly string[], startMs: number): void {
    const old = this.#clock.nowMs() - keptMs;
    for (const [attemptId, beganMs] of this.#startMs) if (beganMs < old) this.#startMs.delete(attemptId);
    for (const attemptId of attemptIds) this.#startMs.set(attemptId, startMs);
  }

  /** The exam's start, where now is before it; else 0. */
  earlyUntilMs(attemptId: string, nowMs: number): number {
    const startMs = this.#startMs.get(attemptId) ?? 0;
    return nowMs < startMs ? startMs : 0;
  }
}
