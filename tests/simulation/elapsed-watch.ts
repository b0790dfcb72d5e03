import type { ExamClock } from '../../sync/engine/client/exam-clock.ts';
import { maxUnconfirmedMs } from '../../sync/engine/client/clock.ts';
import type { OpBook } from './op-book.ts';
import { simExamTimes } from './step.ts';
import type { SimTab } from './sim-device.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Tolerance in milliseconds. The request with which a PC asks for the server's time takes up to 10 s, and the PC cannot tell when in that
 * time the server replied. The rest allows for the wall clock.
 */
const slackMs = 12_000;

/**
 * Property 8: exam time that a tab shows never goes back (except before the start). It never runs ahead by more than `maxUnconfirmedMs`,
 * which a PC may add by its wall clock alone. `sureMs`, which ends an exam and closes the entry, never runs ahead at all beyond the
 * tolerance. Each examinee opens the paper as soon as the exam has started.
 */
export class ElapsedWatch {
  readonly #time: VirtualTime;
  readonly #book: OpBook;
  readonly #clocks: { clock: ExamClock; tab: SimTab; lastMs: number }[] = [];

  constructor(time: VirtualTime, book: OpBook) {
    this.#time = time;
    this.#book = book;
  }

  watch(clock: ExamClock, tab: SimTab): void {
    this.#clocks.push({ clock, tab, lastMs: -Infinity });
    this.look();
  }

  look(): void {
    for (const watched of this.#clocks) {
      const { tab, clock } = watched;
      if (!tab.process.alive || tab.process.frozenUntilMs > this.#time.nowMs) continue;
      const trueMs = this.#time.nowMs - simExamTimes.startMs;
      if (trueMs >= 0) clock.begin();
      const { elapsedMs, sureMs } = clock.now();
      if (watched.lastMs > 0 && elapsedMs < watched.lastMs)
        this.#book.fault('8 elapsed', `${tab.device.id} went back from ${watched.lastMs} to ${elapsedMs}`);
      watched.lastMs = elapsedMs;
      const aheadMs = trueMs < 0 ? 0 : trueMs + maxUnconfirmedMs;
      if (elapsedMs > aheadMs + slackMs) this.#book.fault('8 elapsed', `${tab.device.id} at ${elapsedMs}, in truth ${trueMs}`);
      if (sureMs > Math.max(0, trueMs) + slackMs)
        this.#book.fault('8 elapsed', `${tab.device.id} is sure of ${sureMs}, in truth ${trueMs}`);
    }
  }
}
