import { describe, expect, test } from 'vitest';
import { type ExamClock, openExamClock } from './exam-clock.ts';
import { type ClockCheckpoint, NetworkFault } from '../ports.ts';
import { failOnFault } from '../../../tests/fixtures/engine/fail-on-fault.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const startMs = 1_800_000_000_000;
const times = { startMs, durationMs: 90 * minute, extensionMs: 0 };
const entryLimitMs = 15 * minute;

/** Simulates one PC in an exam with controlled clocks and network. `trueMs`: milliseconds that truly passed since the start. */
class Pc {
  trueMs: number;
  online = true;
  /** Error of the wall clock in milliseconds. */
  offMs = 0;
  point: ClockCheckpoint | undefined;
  #bornMs: number;
  #document = 0;
  #asleepMs = 0;
  #wake: (() => void)[] = [];
  #closing = new AbortController();
  clock!: ExamClock;

  constructor(trueMs: number) {
    this.trueMs = trueMs;
    this.#bornMs = trueMs;
  }

  /** Opens a new document: the first start, a reload or a restart after a crash. */
  async open(): Promise<this> {
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#document += 1;
    this.#bornMs = this.trueMs;
    this.#asleepMs = 0;
    const serverNow = this.online && !this.point ? startMs + this.trueMs : undefined;
    this.clock = await openExamClock(
      {
        attemptId: 'a',
        documentId: `d${this.#document}`,
        store: {
          clockCheckpoint: async () => this.point,
          saveClockCheckpoint: async (_attemptId, point) => void (this.point = point),
        },
        transport: {
          time: async () => {
            if (!this.online) throw new NetworkFault('none');
            return { serverNow: startMs + this.trueMs, serverEpoch: 'e' };
          },
        },
        clock: {
          wallMs: () => startMs + this.trueMs + this.offMs,
          monoMs: () => this.trueMs - this.#bornMs - this.#asleepMs,
        },
        timers: { sleep: () => new Promise((resolve) => this.#wake.push(resolve)) },
        times: () => times,
        onFault: failOnFault,
      },
      serverNow,
    );
    void this.clock.run(this.#closing.signal);
    await this.live(0);
    return this;
  }

  /** Lets time pass in steps of 15 seconds. At each step the countdown reads the clock and pending timers fire. */
  async live(ms: number): Promise<void> {
    const until = this.trueMs + ms;
    for (let turn = 0; this.trueMs < until || turn === 0; turn += 1) {
      this.trueMs = Math.min(until, this.trueMs + 15_000);
      this.clock.now();
      for (const resolve of this.#wake.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Suspends the PC. The monotonic clock stops as well, as it does on some systems. */
  sleep(ms: number): void {
    this.trueMs += ms;
    this.#asleepMs += ms;
  }
}

type Where = 'document' | 'reload' | 'sleep';
/** Cases: exam time, change of the wall clock (or length of the sleep), whether there is a network, and whether the page reloads or the PC sleeps. */
const jumps: readonly [fromMs: number, jumpMs: number, online: boolean, where: Where][] = [
  [-20 * minute, 2 * hour, true, 'document'],
  [-20 * minute, 2 * hour, false, 'document'],
  [-20 * minute, 3 * day, false, 'reload'],
  [-20 * minute, -3 * day, false, 'reload'],
  [-20 * minute, -2 * hour, true, 'document'],
  [10 * minute, 5_000, false, 'document'],
  [10 * minute, 6 * minute, true, 'document'],
  [10 * minute, 6 * minute, false, 'document'],
  [10 * minute, 6 * minute, false, 'reload'],
  [14 * minute, 2 * hour, false, 'reload'],
  [40 * minute, 90_000, false, 'sleep'],
  [40 * minute, 2 * hour, true, 'reload'],
  [40 * minute, 30 * day, false, 'reload'],
  [40 * minute, -1 * day, false, 'document'],
  [40 * minute, -1 * hour, false, 'reload'],
  [70 * minute, 15 * minute, false, 'sleep'],
  [90 * minute - 95_000, 2 * hour, true, 'document'],
  [90 * minute - 95_000, 2 * hour, false, 'document'],
  [90 * minute - 95_000, 2 * hour, false, 'reload'],
  [90 * minute - 95_000, -2 * hour, true, 'reload'],
];

describe('SY21: a jump of the wall clock', () => {
  test.each(jumps)(
    'at %i ms by %i ms, online %s, %s: neither ends nor shortens the exam nor denies entry',
    async (fromMs, jumpMs, online, where) => {
      const pc = await new Pc(fromMs - minute).open();
      if (fromMs > 0) pc.clock.begin();
      await pc.live(minute);
      pc.online = online;
      if (where === 'sleep') pc.sleep(jumpMs);
      else pc.offMs += jumpMs;
      if (where === 'reload') await pc.open();
      const looked = (): void => {
        const { sureMs, elapsedMs, remainingMs } = pc.clock.now();
        const lived = Math.max(0, pc.trueMs);
        // The time that ends the exam, controls the hand-in and denies entry never runs ahead of the true time.
        expect(sureMs).toBeLessThanOrEqual(lived);
        if (pc.trueMs < entryLimitMs) expect(sureMs).toBeLessThan(entryLimitMs);
        // The shown time is at most two minutes ahead, and time that only the wall clock claims never counts into the last two minutes.
        expect(elapsedMs).toBeLessThanOrEqual(lived + (online || where === 'sleep' ? 0 : 2 * minute));
        expect(remainingMs).toBeGreaterThanOrEqual(Math.min(times.durationMs - lived, 2 * minute));
      };
      looked();
      for (let step = 0; step < 5; step += 1) {
        await pc.live(10_000);
        looked();
      }
      if (online) expect(pc.clock.now()).toMatchObject({ elapsedMs: pc.trueMs, sureMs: pc.trueMs, unconfirmed: false });
      else if (jumpMs > 2_000 || where === 'reload') expect(pc.clock.now().unconfirmed).toBe(true);
      // Once the network is back, the server's time corrects everything.
      pc.online = true;
      await pc.live(4 * minute);
      expect(pc.clock.now()).toMatchObject({ sureMs: pc.trueMs, unconfirmed: false, confirmed: true });
    },
  );

  test('without a network the exam ends when its time has passed, also after a restart', async () => {
    const pc = await new Pc(0).open();
    pc.clock.begin();
    await pc.live(30 * minute);
    pc.online = false;
    await pc.live(minute);
    pc.offMs = -3 * day;
    await pc.open();
    await pc.live(58 * minute);
    expect(pc.clock.now().sureMs).toBeLessThan(times.durationMs);
    await pc.live(2 * minute);
    expect(pc.clock.now().sureMs).toBeGreaterThanOrEqual(times.durationMs - 15_000);
  });
});
