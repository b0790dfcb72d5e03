import type { ServerClock } from '../../ports.ts';

/** Milliseconds after the start of an exam until its entry is deleted. After the start no op can be early. */
const keptMs = 86_400_000;

/**
 * Start times of exams whose attempts could send early ops (SY24). In memory only, because every push needs them and must not read the database. The
 * exam module registers them when it publishes a plan.
 */
export class ExamStarts {
  readonly #startMs = new Map<string, number>();
  readonly #clock: ServerClock;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Registers the time at which the exam of these attempts starts. Call it before any examinee can enter. */
  registerStart(attemptIds: readonly string[], startMs: number): void {
    const old = this.#clock.nowMs() - keptMs;
    for (const [attemptId, beganMs] of this.#startMs) if (beganMs < old) this.#startMs.delete(attemptId);
    for (const attemptId of attemptIds) this.#startMs.set(attemptId, startMs);
  }

  startOf(attemptId: string): number | undefined {
    return this.#startMs.get(attemptId);
  }

  /** Returns the start time of the attempt's exam if `nowMs` is before it, else 0. */
  earlyUntilMs(attemptId: string, nowMs: number): number {
    const startMs = this.#startMs.get(attemptId) ?? 0;
    return nowMs < startMs ? startMs : 0;
  }
}
