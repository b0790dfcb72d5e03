import { rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { toCents, type StoredItemScore } from '../../exams/exam/attempt-score-reads.ts';
import type { FrozenItemKey } from '../../exams/exam/exam-reads.ts';
import { type MarkedAnswers, combineAnswerWithFiles } from '../../../answer-log/calls/sync-reads.ts';
import { isScoredQuestion } from './item-figure-reads.ts';
import { hashAnswer, type ItemDecision, type ItemMark } from './item-mark-store.ts';
import { isPerformedType, type MarkingRule, averageMarks, scoreItem, sumItemScores } from './item-score.ts';

/** Marks and decisions of one attempt, and the rule of the plan's marker groups. */
export interface AttemptMarks {
  readonly rule: MarkingRule;
  readonly marks: readonly Pick<ItemMark, 'itemId' | 'basis' | 'cent'>[];
  readonly decisions: readonly Pick<ItemDecision, 'itemId' | 'basis' | 'cent'>[];
}

/** Returns the answer that counts for a question. If people mark the question, the answer includes the attached files. */
export const getMarkedAnswer = (
  { type, itemId }: Pick<FrozenItemKey, 'type' | 'itemId'>,
  counted: MarkedAnswers,
): AnswerValue | undefined =>
  rubricTypes.includes(type) ? combineAnswerWithFiles(counted, itemId) : counted.answers.find((each) => each.itemId === itemId)?.value;

/**
 * Scores an attempt from its answers, keys, and the marks and decisions of people. It is a pure function, so a score can be recomputed at any time.
 * `pointsCent`: hundredths of a point.
 */
export function markAttempt(
  items: readonly Omit<FrozenItemKey, 'questionId' | 'section'>[],
  countedAnswers: MarkedAnswers,
  { rule, marks, decisions }: AttemptMarks,
): { readonly items: StoredItemScore[]; readonly pointsCent: number } {
  const scores = items.map((item): StoredItemScore => {
    const answer = getMarkedAnswer(item, countedAnswers);
    const basis = hashAnswer(isPerformedType(item.type) ? undefined : answer);
    const decision = decisions.find((each) => each.itemId === item.itemId && each.basis === basis);
    // A correction that gives everyone full points or removes the question overrides a decision on one answer. A removed question's weight goes to
    // the others, so its own points must not count too.
    if (decision && isScoredQuestion(item.correction))
      return { itemId: item.itemId, cent: decision.cent, right: decision.cent === toCents(item.points) };
    const score = scoreItem(item, answer);
    if (score.cent !== null) return { itemId: item.itemId, ...score };
    const itemMarks = marks.filter((each) => each.itemId === item.itemId);
    return { itemId: item.itemId, ...averageMarks(item, rule, itemMarks, basis) };
  });
  return { items: scores, pointsCent: sumItemScores(items, scores) };
}
