import type { ClockCheckpoint } from './ports.ts';

/** SY21: how far a clock by itself may bring the shown time on before the server has confirmed it. */
export const unconfirmedMaxMs = 120_000;
/** Of what is shown as left, this much is only ever lived: nothing that a wall clock claims reaches into it, nor to zero. */
const lastMs = 120_000;
/** A wall clock is slewed by milliseconds all the time; only beyond this has it jumped. */
export const clockJumpMs = 2_000;
/** Further back than any start: nothing of the exam's time is sure where the server was never heard. */
const unheardMs = 1e13;

/** One look at the clocks of this device. */
export interface ClockReading {
  readonly wallMs: number;
  /** Since this document began. */
  readonly monoMs: number;
  readonly documentId: string;
}

/** What decides how much of a claim may be shown. */
export interface ShownBy {
  /** Duration and extensions. */
  readonly lengthMs: number;
  /** The server was asked in this document, and did not answer. Until then it can be asked, and no claim is shown. */
  readonly alone: boolean;
}

/** The first checkpoint of an attempt: by what the server said when the seat was taken. */
export const firstCheckpoint = (reading: ClockReading, elapsedMs: number): ClockCheckpoint => ({
  ...reading,
  elapsedMs,
  sureMs: elapsedMs,
  waitedMs: 0,
  claimedMs: 0,
  flagged: false,
});

/** The same where the server has never been heard: the wall clock is all there is, it counts up to the start, and none of it is sure. */
export const unheardCheckpoint = (reading: ClockReading, startMs: number): ClockCheckpoint => {
  const elapsedMs = Math.min(0, reading.wallMs - startMs);
  return { ...firstCheckpoint(reading, elapsedMs), sureMs: -unheardMs, waitedMs: unheardMs + elapsedMs, flagged: true };
};

/** A checkpoint as any build wrote it: older ones counted what the wall clock claimed as time that had passed. */
export function readCheckpoint(row: ClockCheckpoint | OlderCheckpoint): ClockCheckpoint {
  if ('sureMs' in row) return row;
  const { wallMs, monoMs, documentId, elapsedMs, estimateMs, waitedMs, unconfirmedMs, flagged } = row;
  if (waitedMs > unheardMs) return { ...unheardCheckpoint({ wallMs, monoMs, documentId }, wallMs - estimateMs), elapsedMs };
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

/** Did the computer sleep, or was its clock set, since that look? Where it slept, its monotonic clock may have stopped as well. */
export const hasJumped = (from: ClockReading, reading: ClockReading): boolean =>
  reading.documentId === from.documentId && reading.wallMs - from.wallMs - (reading.monoMs - from.monoMs) > clockJumpMs;

/**
 * The exam's own time goes on to `reading`. Sure is what the monotonic clock of a document lived through, on top of what the server
 * said. What only the wall clock claims (a sleep, a restart, a clock that was set) is kept apart: it may show (`shown`), and it ends
 * nothing and shuts nobody out. A backward jump is no claim.
 */
export function advance(from: ClockCheckpoint, reading: ClockReading, by: ShownBy): ClockCheckpoint {
  const sameDocument = reading.documentId === from.documentId;
  const livedMs = sameDocument ? Math.max(0, reading.monoMs - from.monoMs) : 0;
  const beyondMs = reading.wallMs - from.wallMs - livedMs;
  const claimMs = sameDocument && beyondMs <= clockJumpMs ? 0 : Math.max(0, beyondMs);
  const isWaiting = from.sureMs < 0;
  return shown(
    {
      ...reading,
      elapsedMs: from.elapsedMs,
      sureMs: from.sureMs + livedMs,
      // A claim made while waiting is good for the waiting room and for nothing beyond it.
      waitedMs: from.waitedMs + (isWaiting ? claimMs : 0),
      claimedMs: isWaiting ? from.claimedMs : Math.min(unconfirmedMaxMs, from.claimedMs + claimMs),
      flagged: from.flagged || claimMs > clockJumpMs || (!sameDocument && beyondMs < -clockJumpMs),
    },
    by,
  );
}

/**
 * What the screen says. Before the start a claim may count up to the start, so that a waiting room goes on after a restart without
 * network; there time stands until the paper is opened (`begin`), or until it is sure. Never goes back once the exam has begun.
 */
function shown(point: ClockCheckpoint, { lengthMs, alone }: ShownBy): ClockCheckpoint {
  const { sureMs, waitedMs, claimedMs } = point;
  const estimateMs = sureMs < 0 ? Math.min(0, sureMs + (alone ? waitedMs : 0)) : sureMs + (alone ? claimedMs : 0);
  const elapsedMs = Math.max(sureMs, sureMs < 0 ? estimateMs : Math.min(estimateMs, lengthMs - lastMs));
  return { ...point, elapsedMs: Math.max(point.elapsedMs, elapsedMs) };
}

/** The paper is open, so the exam has started, whatever the clocks say: from here on its time runs. */
export function begin(from: ClockCheckpoint): ClockCheckpoint {
  if (from.sureMs >= 0) return from;
  return { ...from, sureMs: 0, elapsedMs: Math.max(from.elapsedMs, 0), waitedMs: 0 };
}

/**
 * The server's word: nothing is unconfirmed any more. Exam time that the screen showed doesn't go back, it waits; a waiting
 * room is set right.
 */
export function confirm(from: ClockCheckpoint, reading: ClockReading, serverElapsedMs: number): ClockCheckpoint {
  return {
    ...firstCheckpoint(reading, serverElapsedMs),
    elapsedMs: from.elapsedMs <= 0 ? serverElapsedMs : Math.max(from.elapsedMs, serverElapsedMs),
  };
}

/** One exchange of `/sync/time`, by the monotonic clock: the wall clock may be set in the middle of it. */
export interface TimeSample {
  readonly leftMonoMs: number;
  readonly backMonoMs: number;
  readonly serverNow: number;
}

/** Server time at mono 0 of this document, by the fastest exchange: the one that can be wrong by the least. */
export function serverOrigin(samples: readonly TimeSample[]): number | undefined {
  const [best] = samples.toSorted((a, b) => a.backMonoMs - a.leftMonoMs - (b.backMonoMs - b.leftMonoMs));
  return best && best.serverNow - (best.leftMonoMs + best.backMonoMs) / 2;
}

/** SY21: the deadline is server data. */
export interface ExamTimes {
  readonly startMs: number;
  readonly durationMs: number;
  readonly extensionMs: number;
}

/** Of the exam's own time; negative when it is over. */
export const remainingMs = (times: Pick<ExamTimes, 'durationMs' | 'extensionMs'>, elapsedMs: number): number =>
  times.durationMs + times.extensionMs - Math.max(0, elapsedMs);

export const isTimeUp = (times: Pick<ExamTimes, 'durationMs' | 'extensionMs'>, elapsedMs: number): boolean =>
  remainingMs(times, elapsedMs) <= 0;
