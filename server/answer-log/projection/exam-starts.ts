import type { ServerClock } from '../../ports.ts';

/** Milliseconds after its start until an entry is deleted. After the start no op can be early. */
const keptMs = 86_400_000;

/**
 * Starts of exams whose attempts could send early ops (SY24). In memory only, because every push needs them and must not read the database. The
 * exam module registers the plans it publishes.
 */
export class ExamStarts {
  readonly #startMs = new Map<string, number>();
  readonly #clock: ServerClock;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Registers the start of these attempts. Call it before any examinee can enter them. */
  expect(attemptIds: readonly string[], startMs: number): void {
    const old = this.#clock.nowMs() - keptMs;
    for (const [attemptId, beganMs] of this.#startMs) if (beganMs < old) this.#startMs.delete(attemptId);
    for (const attemptId of attemptIds) this.#startMs.set(attemptId, startMs);
  }

  startOf(attemptId: string): number | undefined {
    return this.#startMs.get(attemptId);
  }

  /** Returns the exam's start if `nowMs` is before it, else 0. */
  earlyUntilMs(attemptId: string, nowMs: number): number {
    const startMs = this.#startMs.get(attemptId) ?? 0;
    return nowMs < startMs ? startMs : 0;
  }
}
