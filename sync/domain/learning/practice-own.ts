import type { PracticeAnswer } from '../../contract/learning/exercise.ts';
import type { PracticePaper, PracticeSitting, PracticeStar } from '../../contract/learning/practice-own.ts';
import { listNewestAnswers } from './wrong-book.ts';

export type OwnPracticeRecord = PracticePaper | PracticeSitting | PracticeStar;

/** Derives the id of a favourite from its question. All devices of a learner derive the same id, so a question is a favourite only once. */
export const deriveStarId = (questionId: number): string => `00000000-0000-4000-8000-${questionId.toString(16).padStart(12, '0')}`;

const getEndedMs = (thing: OwnPracticeRecord): number | null => ('endedMs' in thing ? thing.endedMs : null);

/**
 * Merges two states of one practice record (paper, sitting or favourite): the later change wins. The result is the same on every device and on the
 * server, in any order and with repetitions. A sitting that was ended anywhere stays ended.
 */
export function chooseNewerRecord<T extends OwnPracticeRecord>(a: T, b: T): T {
  const later = a.changedMs - b.changedMs || (JSON.stringify(listComparableFields(a)) < JSON.stringify(listComparableFields(b)) ? -1 : 1);
  const newest = later > 0 ? a : b;
  const ends = [getEndedMs(a), getEndedMs(b)].filter((ms) => ms !== null);
  return ends.length === 0 || getEndedMs(newest) === Math.min(...ends) ? newest : { ...newest, endedMs: Math.min(...ends) };
}

/** Tells whether two states of a practice record are equal. The order of their fields does not matter. */
export const isSameRecord = (a: OwnPracticeRecord, b: OwnPracticeRecord): boolean =>
  getEndedMs(a) === getEndedMs(b) && JSON.stringify(listComparableFields(a)) === JSON.stringify(listComparableFields(b));

/** Lists the fields that decide between two changes with the same time. `endedMs` is left out, because the merge preserves it anyway. */
const listComparableFields = (thing: OwnPracticeRecord): unknown =>
  Object.entries(thing)
    .filter(([name]) => name !== 'endedMs' && name !== 'sent')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Computes `changedMs` of a new change. It is above that of the stored state even if this device's clock is behind. The server never replaces it
 * by the time of arrival, because a delayed change would then overwrite a later one. Of two concurrent changes, the one with the later clock wins.
 */
export const computeChangedMs = (nowMs: number, before: { readonly changedMs: number } | undefined): number =>
  Math.max(nowMs, (before?.changedMs ?? 0) + 1);

export type PracticeSittingStage = 'planned' | 'running' | 'ended';
export interface PracticeSittingState {
  readonly stage: PracticeSittingStage;
  /** Question id → whether the first answer in this sitting was right. Answers after the time limit are not included. */
  readonly judged: ReadonlyMap<number, boolean>;
  readonly right: number;
  readonly firstMs: number | null;
  /** End of the sitting's time (ms since 1970); null if no question is answered yet or the sitting has no limit. */
  readonly untilMs: number | null;
  readonly lastMs: number | null;
}

/** Derives the state of a sitting from its answers alone, in any order and from any devices. */
export function derivePracticeSitting(
  sitting: Pick<PracticeSitting, 'id' | 'questionIds' | 'minutes' | 'endedMs'>,
  answers: Iterable<PracticeAnswer>,
  nowMs: number,
): PracticeSittingState {
  const questionIds = new Set(sitting.questionIds);
  const sittingAnswers = listNewestAnswers(answers).filter(
    (answer) => answer.sittingId === sitting.id && questionIds.has(answer.questionId),
  );
  const firstMs = sittingAnswers[0]?.answeredMs ?? null;
  const untilMs = firstMs === null || sitting.minutes === null ? null : firstMs + sitting.minutes * 60_000;
  const judged = new Map<number, boolean>();
  let lastMs: number | null = null;
  for (const { questionId, correct, answeredMs } of sittingAnswers) {
    if (judged.has(questionId) || (untilMs !== null && answeredMs > untilMs)) continue;
    judged.set(questionId, correct);
    lastMs = answeredMs;
  }
  const isEnded = sitting.endedMs !== null || judged.size === questionIds.size || (untilMs !== null && nowMs > untilMs);
  return {
    stage: isEnded ? 'ended' : firstMs === null ? 'planned' : 'running',
    judged,
    right: [...judged.values()].filter(Boolean).length,
    firstMs,
    untilMs,
    lastMs,
  };
}
