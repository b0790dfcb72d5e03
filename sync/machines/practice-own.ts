import type { PracticeAnswer } from '../contract/exercise.ts';
import type { PracticePaper, PracticeSitting, PracticeStar } from '../contract/practice-own.ts';
import { newestAnswers } from './wrong-book.ts';

export type OwnThing = PracticePaper | PracticeSitting | PracticeStar;

/** One star a question, whichever device gave it: all of one's devices call it the same. */
export const starId = (questionId: number): string => `00000000-0000-4000-8000-${questionId.toString(16).padStart(12, '0')}`;

const ended = (thing: OwnThing): number | null => ('endedMs' in thing ? thing.endedMs : null);

/**
 * One thing of two states of it: what was changed last. The same on every device and on the server, whichever comes first, told once
 * or often; a sitting that was ended anywhere stays ended.
 */
export function newerOwn<T extends OwnThing>(a: T, b: T): T {
  const later = a.changedMs - b.changedMs || (JSON.stringify(inOrder(a)) < JSON.stringify(inOrder(b)) ? -1 : 1);
  const newest = later > 0 ? a : b;
  const ends = [ended(a), ended(b)].filter((ms) => ms !== null);
  return ends.length === 0 || ended(newest) === Math.min(...ends) ? newest : { ...newest, endedMs: Math.min(...ends) };
}

/** In one order of their fields, whoever wrote them. */
export const sameOwn = (a: OwnThing, b: OwnThing): boolean =>
  ended(a) === ended(b) && JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

/** What tells two changes of one moment apart: not the end, which both have afterwards. */
const inOrder = (thing: OwnThing): unknown =>
  Object.entries(thing)
    .filter(([name]) => name !== 'endedMs' && name !== 'sent')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * The name of a change that comes after what stood here, whatever this clock says. The server leaves it as it is: named anew by when it arrived, a
 * change that was long on its way would come after the one that followed it. Of two changes that knew nothing of each other a clock ahead wins.
 */
export const changedAfter = (nowMs: number, before: { readonly changedMs: number } | undefined): number =>
  Math.max(nowMs, (before?.changedMs ?? 0) + 1);

export type SittingStage = 'planned' | 'running' | 'ended';
export interface SittingStanding {
  readonly stage: SittingStage;
  /** Question → whether it was right: its first answer in this sitting, given within its time. */
  readonly judged: ReadonlyMap<number, boolean>;
  readonly right: number;
  readonly firstMs: number | null;
  /** When its time is over, or was; null: nothing was answered, or it has no end. */
  readonly untilMs: number | null;
  readonly lastMs: number | null;
}

/** How a sitting stands, from its answers alone: whatever devices they were given on, and in whatever order they came. */
export function sittingStanding(
  sitting: Pick<PracticeSitting, 'id' | 'questionIds' | 'minutes' | 'endedMs'>,
  answers: Iterable<PracticeAnswer>,
  nowMs: number,
): SittingStanding {
  const of = new Set(sitting.questionIds);
  const mine = newestAnswers(answers).filter((answer) => answer.sittingId === sitting.id && of.has(answer.questionId));
  const firstMs = mine[0]?.answeredMs ?? null;
  const untilMs = firstMs === null || sitting.minutes === null ? null : firstMs + sitting.minutes * 60_000;
  const judged = new Map<number, boolean>();
  let lastMs: number | null = null;
  for (const { questionId, correct, answeredMs } of mine) {
    if (judged.has(questionId) || (untilMs !== null && answeredMs > untilMs)) continue;
    judged.set(questionId, correct);
    lastMs = answeredMs;
  }
  const isEnded = sitting.endedMs !== null || judged.size === of.size || (untilMs !== null && nowMs > untilMs);
  return {
    stage: isEnded ? 'ended' : firstMs === null ? 'planned' : 'running',
    judged,
    right: [...judged.values()].filter(Boolean).length,
    firstMs,
    untilMs,
    lastMs,
  };
}
