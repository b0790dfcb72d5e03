import { clockJumpMs } from '../ops/time-label.ts';
import type { ClockCheckpoint } from '../ports.ts';

/** SY21: maximum time in milliseconds that only the wall clock claims and that may nevertheless be shown as elapsed. */
export const maxUnconfirmedMs = 120_000;
/** Last milliseconds of the exam. Time that only the wall clock claims never counts into them. */
const lastMs = 120_000;
/** Larger than the time to any exam's start. `sureMs` begins at minus this value if the server was never reached, so that no exam time is sure. */
const unheardMs = 1e13;

/** One reading of this device's clocks. */
export interface ClockReading {
  readonly wallMs: number;
  /** Milliseconds since this document (page load) began. */
  readonly monoMs: number;
  readonly documentId: string;
}

/** Facts that decide how much of the time that only the wall clock claims may be shown. */
export interface ShownTimeRule {
  /** Length of the exam for this examinee: duration plus extensions, in milliseconds. */
  readonly lengthMs: number;
  /** True if this document asked the server for the time and got no answer. Otherwise no time that only the wall clock claims is shown. */
  readonly isServerUnreachable: boolean;
}

/** Builds the first checkpoint of an attempt from the elapsed time that the server stated when the seat was taken. */
export const createFirstCheckpoint = (reading: ClockReading, elapsedMs: number): ClockCheckpoint => ({
  ...reading,
  elapsedMs,
  sureMs: elapsedMs,
  waitedMs: 0,
  claimedMs: 0,
  flagged: false,
});

/**
 * Builds the first checkpoint on a device that has never reached the server and knows only its wall clock. The shown time counts up to the start
 * and then stops, and no time is sure.
 */
export const createOfflineCheckpoint = (reading: ClockReading, startMs: number): ClockCheckpoint => {
  const elapsedMs = Math.min(0, reading.wallMs - startMs);
  return { ...createFirstCheckpoint(reading, elapsedMs), sureMs: -unheardMs, waitedMs: unheardMs + elapsedMs, flagged: true };
};

/** Converts a stored checkpoint of any build. Older builds did not separate sure time from time that only the wall clock claims. */
export function readCheckpoint(row: ClockCheckpoint | OlderCheckpoint): ClockCheckpoint {
  if ('sureMs' in row) return row;
  const { wallMs, monoMs, documentId, elapsedMs, estimateMs, waitedMs, unconfirmedMs, flagged } = row;
  if (waitedMs > unheardMs) return { ...createOfflineCheckpoint({ wallMs, monoMs, documentId }, wallMs - estimateMs), elapsedMs };
  const sureMs = estimateMs - waitedMs - unconfirmedMs;
  return { wallMs, monoMs, documentId, elapsedMs, sureMs, waitedMs, claimedMs: unconfirmedMs, flagged };
}

interface OlderCheckpoint extends ClockReading {
  readonly elapsedMs: number;
  readonly estimateMs: number;
  readonly waitedMs: number;
  readonly unconfirmedMs: number;
  readonly flagged: boolean;
}

/**
 * Checks whether the computer slept, or its clock was set ahead, since an earlier reading of the same document. In both cases the wall clock
 * advanced further than the monotonic clock, which may stop during a sleep.
 */
export const hasClockJumped = (from: ClockReading, reading: ClockReading): boolean =>
  reading.documentId === from.documentId && reading.wallMs - from.wallMs - (reading.monoMs - from.monoMs) > clockJumpMs;

/**
 * Advances the exam time to `reading`. Sure time is what the server stated plus what a document's monotonic clock measured. Time that only the
 * wall clock claims (sleep, restart, a set clock) is counted separately. It may be shown, but it never ends the exam and never denies entry. A
 * backward jump claims nothing.
 */
export function advanceClock(from: ClockCheckpoint, reading: ClockReading, by: ShownTimeRule): ClockCheckpoint {
  const sameDocument = reading.documentId === from.documentId;
  const livedMs = sameDocument ? Math.max(0, reading.monoMs - from.monoMs) : 0;
  const beyondMs = reading.wallMs - from.wallMs - livedMs;
  const claimMs = sameDocument && beyondMs <= clockJumpMs ? 0 : Math.max(0, beyondMs);
  const isWaiting = from.sureMs < 0;
  return computeShownTime(
    {
      ...reading,
      elapsedMs: from.elapsedMs,
      sureMs: from.sureMs + livedMs,
      // Time that the wall clock claims before the start only shortens the shown wait; it never becomes exam time.
      waitedMs: from.waitedMs + (isWaiting ? claimMs : 0),
      claimedMs: isWaiting ? from.claimedMs : Math.min(maxUnconfirmedMs, from.claimedMs + claimMs),
      flagged: from.flagged || claimMs > clockJumpMs || (!sameDocument && beyondMs < -clockJumpMs),
    },
    by,
  );
}

/**
 * Computes the shown time. Before the start, time that only the wall clock claims counts up to the start, so that the wait goes on after a restart
 * without network. At the start it stops until the paper is opened (`startClock`) or the time is sure. It never goes back once the exam has begun.
 */
function computeShownTime(point: ClockCheckpoint, { lengthMs, isServerUnreachable }: ShownTimeRule): ClockCheckpoint {
  const { sureMs, waitedMs, claimedMs } = point;
  const estimateMs =
    sureMs < 0 ? Math.min(0, sureMs + (isServerUnreachable ? waitedMs : 0)) : sureMs + (isServerUnreachable ? claimedMs : 0);
  const elapsedMs = Math.max(sureMs, sureMs < 0 ? estimateMs : Math.min(estimateMs, lengthMs - lastMs));
  return { ...point, elapsedMs: Math.max(point.elapsedMs, elapsedMs) };
}

/** Marks the exam as started because the paper is open. From then on exam time runs, even if the clocks disagree. */
export function startClock(from: ClockCheckpoint): ClockCheckpoint {
  if (from.sureMs >= 0) return from;
  return { ...from, sureMs: 0, elapsedMs: Math.max(from.elapsedMs, 0), waitedMs: 0 };
}

/**
 * Applies the elapsed time that the server stated, and drops all time that only the wall clock claimed. Shown exam time never goes back but stands
 * still until it is right. Before the start, the shown time is corrected in both directions.
 */
export function confirmClock(from: ClockCheckpoint, reading: ClockReading, serverElapsedMs: number): ClockCheckpoint {
  return {
    ...createFirstCheckpoint(reading, serverElapsedMs),
    elapsedMs: from.elapsedMs <= 0 ? serverElapsedMs : Math.max(from.elapsedMs, serverElapsedMs),
  };
}

/** One exchange of `/sync/time`, measured by the monotonic clock because the wall clock may be set during it. */
export interface TimeSample {
  readonly leftMonoMs: number;
  readonly backMonoMs: number;
  readonly serverNow: number;
}

/** Returns the server time at monotonic time 0 of this document. Uses the fastest exchange, whose possible error is the smallest. */
export function computeServerOrigin(samples: readonly TimeSample[]): number | undefined {
  const [best] = samples.toSorted((a, b) => a.backMonoMs - a.leftMonoMs - (b.backMonoMs - b.leftMonoMs));
  return best && best.serverNow - (best.leftMonoMs + best.backMonoMs) / 2;
}

/** SY21: times of an exam. The deadline comes from the server. */
export interface AttemptTimes {
  readonly startMs: number;
  readonly durationMs: number;
  readonly extensionMs: number;
}

/** Returns the remaining milliseconds of exam time; negative when it is over. */
export const computeRemainingMs = (times: Pick<AttemptTimes, 'durationMs' | 'extensionMs'>, elapsedMs: number): number =>
  times.durationMs + times.extensionMs - Math.max(0, elapsedMs);
