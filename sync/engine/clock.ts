import type { ClockCheckpoint } from './ports.ts';

/** SY21: what a clock may claim by itself before the server has confirmed it. */
export const unconfirmedMaxMs = 120_000;
/** A wall clock is slewed by milliseconds all the time; only beyond this has it jumped. */
const jumpMs = 2_000;

/** One look at the clocks of this device. */
export interface ClockReading {
  readonly wallMs: number;
  /** Since this document began. */
  readonly monoMs: number;
  readonly documentId: string;
}

/** The first checkpoint of an attempt: by what the server said when the seat was taken. */
export const firstCheckpoint = (reading: ClockReading, elapsedMs: number): ClockCheckpoint => ({
  ...reading,
  elapsedMs,
  estimateMs: elapsedMs,
  waitedMs: 0,
  unconfirmedMs: 0,
  flagged: false,
});

/** The same where the server has never been heard: the wall clock is all there is, it counts up to the start, and none of it is sure. */
export const unheardCheckpoint = (reading: ClockReading, startMs: number): ClockCheckpoint => ({
  ...firstCheckpoint(reading, Math.min(0, reading.wallMs - startMs)),
  waitedMs: Number.MAX_SAFE_INTEGER,
});

/** Did the computer sleep, or was its clock set, since that look? Where it slept, its monotonic clock may have stopped as well. */
export const hasJumped = (from: ClockReading, reading: ClockReading): boolean =>
  reading.documentId === from.documentId && reading.wallMs - from.wallMs - (reading.monoMs - from.monoMs) > jumpMs;

/**
 * The exam's own time goes on to `reading`. Within a document by the monotonic clock; what the wall clock claims beyond it, or
 * claims at all in a new document, counts only up to two minutes in sum until the server confirms. Before the start it may
 * count up to the start, so that a waiting room goes on after a restart without network; there time stands still, as far as
 * it rests on such claims, until the paper is opened (`begin`): a clock far ahead costs nobody their time. Never goes back.
 */
export function advance(from: ClockCheckpoint, reading: ClockReading): ClockCheckpoint {
  const wallMs = reading.wallMs - from.wallMs;
  if (reading.documentId !== from.documentId) return claim(from, reading, 0, wallMs, wallMs < 0);
  const monoMs = Math.max(0, reading.monoMs - from.monoMs);
  const jumped = wallMs - monoMs;
  return claim(from, reading, monoMs, jumped > jumpMs ? jumped : 0, false);
}

/** `sureMs` passed by the monotonic clock; `claimedMs` more only by the wall clock. */
function claim(from: ClockCheckpoint, reading: ClockReading, sureMs: number, claimedMs: number, backward: boolean): ClockCheckpoint {
  const sure = from.estimateMs + sureMs;
  const claimed = Math.max(0, claimedMs);
  const waiting = sure < 0 || from.waitedMs > 0;
  const untilStart = Math.min(claimed, Math.max(0, -sure));
  const rest = claimed - untilStart;
  // A claim made while waiting is good for the waiting room and for nothing beyond it.
  const room = waiting ? 0 : unconfirmedMaxMs - from.unconfirmedMs;
  const sameDocument = reading.documentId === from.documentId;
  // In a new document a wall clock that is ahead by more than that is not believed at all (SY21).
  const taken = sameDocument ? Math.min(rest, room) : rest <= room ? rest : 0;
  const estimateMs = sure + untilStart + taken;
  const waitedMs = from.waitedMs + untilStart;
  return {
    ...reading,
    estimateMs,
    elapsedMs: Math.max(from.elapsedMs, Math.min(0, estimateMs), estimateMs - waitedMs),
    waitedMs,
    unconfirmedMs: from.unconfirmedMs + taken,
    flagged: from.flagged || backward || taken < rest,
  };
}

/** The paper is open, so the exam has started, whatever the clocks say: from here on its time runs. */
export function begin(from: ClockCheckpoint): ClockCheckpoint {
  if (from.waitedMs === 0) return from;
  const estimateMs = Math.max(0, from.estimateMs - from.waitedMs);
  return { ...from, estimateMs, elapsedMs: Math.max(from.elapsedMs, estimateMs), waitedMs: 0 };
}

/**
 * The server's word: nothing is unconfirmed any more. Exam time that the screen showed doesn't go back, it waits; a waiting
 * room is set right.
 */
export function confirm(from: ClockCheckpoint, reading: ClockReading, serverElapsedMs: number): ClockCheckpoint {
  return {
    ...reading,
    estimateMs: serverElapsedMs,
    elapsedMs: from.elapsedMs <= 0 ? serverElapsedMs : Math.max(from.elapsedMs, serverElapsedMs),
    waitedMs: 0,
    unconfirmedMs: 0,
    flagged: false,
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
