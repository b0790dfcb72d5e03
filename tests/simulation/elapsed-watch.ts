import type { ExamClock } from '../../sync/engine/exam-clock.ts';
import { unconfirmedMaxMs } from '../../sync/engine/clock.ts';
import type { OpBook } from './op-book.ts';
import { examTimes } from './plan.ts';
import type { SimTab } from './sim-device.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Half of the slowest exchange that may have told the time (10 s), twice over, and the wall clock's own slack. */
const slackMs = 12_000;

/**
 * Property 8: on one disk, time never goes back, and never runs ahead by more than a PC may claim. An open bug (seed 765) is
 * not judged here: a clock far ahead begins an exam on a PC without network before its start, and time runs on from there
 * (`SPEC.md`, SY21).
 */
export class ElapsedWatch {
  readonly #time: VirtualTime;
  readonly #book: OpBook;
  readonly #clocks: { clock: ExamClock; tab: SimTab; attemptId: string; lastMs: number }[] = [];

  /** Attempts whose exam some PC began too early. */
  readonly #early = new Set<string>();

  constructor(time: VirtualTime, book: OpBook) {
    this.#time = time;
    this.#book = book;
  }

  watch(clock: ExamClock, tab: SimTab, attemptId: string): void {
    this.#clocks.push({ clock, tab, attemptId, lastMs: -Infinity });
    this.look();
  }

  look(): void {
    for (const watched of this.#clocks) {
      const { tab, clock, attemptId } = watched;
      if (!tab.process.alive || tab.process.frozenUntilMs > this.#time.nowMs) continue;
      const { elapsedMs } = clock.now();
      if (elapsedMs < watched.lastMs) this.#book.fault('8 elapsed', `${tab.device.id} went back from ${watched.lastMs} to ${elapsedMs}`);
      watched.lastMs = elapsedMs;
      const trueMs = this.#time.nowMs - examTimes.startMs;
      if (trueMs < 0 && elapsedMs >= 0) this.#early.add(attemptId);
      if (!this.#early.has(attemptId) && elapsedMs > Math.max(trueMs, 0) + unconfirmedMaxMs + slackMs)
        this.#book.fault('8 elapsed', `${tab.device.id} at ${elapsedMs}, in truth ${trueMs}`);
    }
  }
}
