import {
  advanceClock,
  startClock,
  type ClockReading,
  confirmClock,
  type AttemptTimes,
  createFirstCheckpoint,
  hasClockJumped,
  readCheckpoint,
  computeRemainingMs,
  computeServerOrigin,
  type ShownTimeRule,
  type TimeSample,
  createOfflineCheckpoint,
} from './clock.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import type { ClientStore, Clock, ClockCheckpoint, SyncTransport, Timers } from '../ports.ts';

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
  /** Returns the times of the exam. It is called at every reading, because an extension may have arrived. */
  readonly times: () => AttemptTimes;
  readonly onFault: ReportFault;
}

/** One reading of the exam clock. */
export interface ExamClockReading {
  /** Shown exam time in milliseconds; negative before the start. */
  readonly elapsedMs: number;
  readonly remainingMs: number;
  /**
   * Proven exam time in milliseconds: measured by a monotonic clock or confirmed by the server. Only this value ends the exam, permits the
   * hand-in and denies entry.
   */
  readonly sureMs: number;
  /** True if only this PC's wall clock knows the elapsed time and the server did not answer (SY21). */
  readonly unconfirmed: boolean;
  /** True if this document has the server's time: the server answered after the last clock jump. */
  readonly confirmed: boolean;
}

/** Exam clock of one attempt in one tab. */
export interface ExamClock {
  now(): ExamClockReading;
  /** Marks the exam as begun because the paper was opened, even if this PC's clock disagrees. Call it at every opening. */
  begin(): void;
  /** Writes checkpoints to disk and asks the server for its time at intervals, until `signal` aborts. A failed request is repeated. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Opens the exam clock of an attempt. `serverNow`: the server's present time, if this document knows it. It is used only if no
 * checkpoint of the attempt is stored yet.
 */
export async function openExamClock(deps: ExamClockDeps, serverNow?: number): Promise<ExamClock> {
  const { clock, store, attemptId, documentId, timers } = deps;
  const report = createFaultReporter(deps.onFault, 'clock');
  const readClock = (): ClockReading => ({ wallMs: clock.wallMs(), monoMs: clock.monoMs(), documentId });
  const createCheckpoint = (): ClockCheckpoint => {
    const { startMs } = deps.times();
    return serverNow === undefined
      ? createOfflineCheckpoint(readClock(), startMs)
      : createFirstCheckpoint(readClock(), serverNow - startMs);
  };
  const storedCheckpoint = await store.clockCheckpoint(attemptId).catch(report);
  let checkpoint = storedCheckpoint ? readCheckpoint(storedCheckpoint) : createCheckpoint();
  let originMs: number | undefined;
  /** True if the server was asked for its time after the last clock jump and has not answered. */
  let isServerSilent = false;
  let askAtMs = clock.monoMs();

  function look(): ClockCheckpoint {
    const reading = readClock();
    if (hasClockJumped(checkpoint, reading)) {
      // The known server time counts on by the monotonic clock, which may have stopped during a sleep. Ask the server again.
      originMs = undefined;
      isServerSilent = false;
      askAtMs = reading.monoMs;
    }
    const { durationMs, extensionMs } = deps.times();
    const by: ShownTimeRule = { lengthMs: durationMs + extensionMs, isServerUnreachable: isServerSilent };
    checkpoint = advanceClock(checkpoint, reading, by);
    if (originMs !== undefined) checkpoint = confirmClock(checkpoint, reading, originMs + reading.monoMs - deps.times().startMs);
    return checkpoint;
  }

  async function ask(signal: AbortSignal): Promise<boolean> {
    const samples: TimeSample[] = [];
    for (let i = 0; i < samplesWanted && !signal.aborted; i += 1) {
      const leftMonoMs = clock.monoMs();
      try {
        const answer = await deps.transport.time(signal);
        samples.push({ leftMonoMs, backMonoMs: clock.monoMs(), serverNow: answer.serverNow });
      } catch (fault) {
        report(fault);
        break;
      }
    }
    originMs = computeServerOrigin(samples) ?? originMs;
    isServerSilent = samples.length === 0 && originMs === undefined;
    return samples.length > 0;
  }

  return {
    now() {
      const { elapsedMs, sureMs, flagged } = look();
      const unconfirmed = flagged && isServerSilent;
      return {
        elapsedMs,
        remainingMs: computeRemainingMs(deps.times(), elapsedMs),
        sureMs,
        unconfirmed,
        confirmed: originMs !== undefined,
      };
    },
    begin() {
      checkpoint = startClock(look());
    },
    async run(signal) {
      while (!signal.aborted) {
        if (clock.monoMs() >= askAtMs) askAtMs = (await ask(signal)) ? clock.monoMs() + askEveryMs : clock.monoMs() + askAgainMs;
        // Only report a failed write: without this checkpoint, a restart after a crash merely knows less about the elapsed time.
        await store.saveClockCheckpoint(attemptId, look()).catch(report);
        await timers.sleep(checkpointEveryMs, signal);
      }
    },
  };
}
