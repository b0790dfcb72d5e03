import {
  advance,
  begin,
  type ClockReading,
  confirm,
  type ExamTimes,
  firstCheckpoint,
  hasJumped,
  readCheckpoint,
  remainingMs,
  serverOrigin,
  type ShownBy,
  type TimeSample,
  unheardCheckpoint,
} from './clock.ts';
import type { ClientStore, Clock, ClockCheckpoint, SyncTransport, Timers } from './ports.ts';

const samplesWanted = 5;
const checkpointEveryMs = 15_000;
const askEveryMs = 180_000;
const askAgainMs = 15_000;

export interface ExamClockDeps {
  readonly attemptId: string;
  readonly documentId: string;
  readonly store: Pick<ClientStore, 'clockCheckpoint' | 'saveClockCheckpoint'>;
  readonly transport: Pick<SyncTransport, 'time'>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Asked at every look: an extension may have come. */
  readonly times: () => ExamTimes;
}

export interface ExamTime {
  /** As shown; negative before the start. */
  readonly elapsedMs: number;
  readonly remainingMs: number;
  /** Lived or confirmed: what ends the exam, lets hand in, and lets nobody in any more goes by this and nothing else. */
  readonly sureMs: number;
  /** Only this PC's wall clock knows how much time has passed, and the server was asked in vain (SY21). */
  readonly unconfirmed: boolean;
  /** Has the server been heard in this document? */
  readonly confirmed: boolean;
}

/** The exam's time in one tab. */
export interface ExamClock {
  now(): ExamTime;
  /** The paper has been opened: the exam has begun, whatever this PC's clock claims. To be said at every opening. */
  begin(): void;
  /** Keeps a checkpoint on disk and asks the server now and then, until `signal` ends. A failed question is put again. */
  run(signal: AbortSignal): Promise<void>;
}

/** `serverNow`: what the grant said, where it was taken in this very document; used only when there is no checkpoint yet. */
export async function openExamClock(deps: ExamClockDeps, serverNow?: number): Promise<ExamClock> {
  const { clock, store, attemptId, documentId, timers } = deps;
  const read = (): ClockReading => ({ wallMs: clock.wallMs(), monoMs: clock.monoMs(), documentId });
  const first = (): ClockCheckpoint => {
    const { startMs } = deps.times();
    return serverNow === undefined ? unheardCheckpoint(read(), startMs) : firstCheckpoint(read(), serverNow - startMs);
  };
  const kept = await store.clockCheckpoint(attemptId).catch(() => undefined);
  let point = kept ? readCheckpoint(kept) : first();
  let originMs: number | undefined;
  /** The server was asked since the last jump, and did not answer. */
  let alone = false;
  let askAtMs = clock.monoMs();

  function look(): ClockCheckpoint {
    const reading = read();
    if (hasJumped(point, reading)) {
      // What the server said of the time is tied to the monotonic clock, which may have stopped in a sleep: ask again.
      originMs = undefined;
      alone = false;
      askAtMs = reading.monoMs;
    }
    const { durationMs, extensionMs } = deps.times();
    const by: ShownBy = { lengthMs: durationMs + extensionMs, alone };
    point = advance(point, reading, by);
    if (originMs !== undefined) point = confirm(point, reading, originMs + reading.monoMs - deps.times().startMs);
    return point;
  }

  async function ask(signal: AbortSignal): Promise<boolean> {
    const samples: TimeSample[] = [];
    for (let i = 0; i < samplesWanted && !signal.aborted; i += 1) {
      const leftMonoMs = clock.monoMs();
      try {
        const answer = await deps.transport.time(signal);
        samples.push({ leftMonoMs, backMonoMs: clock.monoMs(), serverNow: answer.serverNow });
      } catch {
        break;
      }
    }
    originMs = serverOrigin(samples) ?? originMs;
    alone = samples.length === 0 && originMs === undefined;
    return samples.length > 0;
  }

  return {
    now() {
      const { elapsedMs, sureMs, flagged } = look();
      const unconfirmed = flagged && alone;
      return { elapsedMs, remainingMs: remainingMs(deps.times(), elapsedMs), sureMs, unconfirmed, confirmed: originMs !== undefined };
    },
    begin() {
      point = begin(look());
    },
    async run(signal) {
      while (!signal.aborted) {
        if (clock.monoMs() >= askAtMs) askAtMs = (await ask(signal)) ? clock.monoMs() + askEveryMs : clock.monoMs() + askAgainMs;
        // A checkpoint that can't be written costs the examinee time after a crash, nothing else.
        await store.saveClockCheckpoint(attemptId, look()).catch(() => undefined);
        await timers.sleep(checkpointEveryMs, signal).catch(() => undefined);
      }
    },
  };
}
