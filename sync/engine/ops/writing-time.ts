import { type AttemptState, type StreamPart, getStreamPart } from './attempt-state.ts';
import { findOpDecision, findWinnerPosition } from './counting.ts';
import type { OpHeader } from './ops.ts';
import { clockJumpMs, type WritingTimeBounds, labelWritingTime } from './time-label.ts';

/**
 * Records the latest server time at which an op can have been written (SY22). `receivedMs`: server time of its receipt. An earlier op of
 * the same stream tightens this bound by the monotonic clock, because a stream has one writer in one document. After a jump of the wall
 * clock (a sleep) earlier ops prove nothing.
 */
export function recordWritingTime(part: StreamPart, { type, seq, wallMs, monoMs }: OpHeader, receivedMs: number): void {
  const offsetMs = wallMs - monoMs;
  const last = part.lived;
  const goesOn = last !== undefined && monoMs >= last.lastMonoMs && offsetMs - last.offsetMs <= clockJumpMs;
  const latestMs = goesOn ? Math.min(receivedMs, last.originMs + monoMs) : receivedMs;
  const firstMs = goesOn ? last.firstMs : receivedMs;
  part.lived = { originMs: latestMs - monoMs, firstMs, lastMonoMs: monoMs, offsetMs };
  if (type.startsWith('answer.set@') || type.startsWith('attempt.handIn@')) (part.writtenBy ??= []).push(seq, latestMs, firstMs);
}

/** Finds the proven bounds of an answer's or hand-in's time of writing. Undefined for ops of staff and on a device. */
export function findWritingTimeBounds(state: AttemptState, stream: number, seq: number): WritingTimeBounds | undefined {
  const { writtenBy = [] } = getStreamPart(state, stream);
  let [from, to] = [0, writtenBy.length / 3];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((writtenBy[middle * 3] ?? 0) < seq) from = middle + 1;
    else to = middle;
  }
  const [foundSeq, latestMs = 0, livedFromMs = 0] = writtenBy.slice(from * 3, from * 3 + 3);
  return foundSeq === seq ? { latestMs, livedFromMs } : undefined;
}

/** Checks whether an answer may have been written after the deadline and no person has decided about it. */
export function isTimeDoubtful(state: AttemptState, stream: number, seq: number, deadlineMs: number): boolean {
  const proven = findWritingTimeBounds(state, stream, seq);
  return proven !== undefined && labelWritingTime(proven, deadlineMs) === 'unprovable' && !findOpDecision(state, stream, seq);
}

/** Counts the items whose answer counts although it may have been written after the deadline (SY21). They wait for a staff decision. */
export function countDoubtfulItems(state: AttemptState, deadlineMs: number): number {
  // Leave early. The exam board of the staff calls this for thousands of attempts, and nearly always nothing arrived after the deadline.
  if (!state.streams.some(({ writtenBy }) => writtenBy?.some((value, at) => at % 3 === 1 && value > deadlineMs))) return 0;
  return Object.values(state.items).filter((candidates) => {
    const at = findWinnerPosition(state, candidates);
    return at >= 0 && isTimeDoubtful(state, candidates[at] ?? 0, candidates[at + 1] ?? 0, deadlineMs);
  }).length;
}
