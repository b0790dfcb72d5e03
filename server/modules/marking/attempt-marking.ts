import { rubricTypes } from '../../../sync/contract/question-body.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import { centOf, type StoredItemScore } from '../exam/attempt-score-reads.ts';
import type { FrozenItemKey } from '../exam/exam-reads.ts';
import { type MarkedAnswers, wholeAnswer } from '../sync/sync-reads.ts';
import { isJudged } from './item-figure-reads.ts';
import { basisOf, type ItemDecision, type ItemMark } from './item-mark-store.ts';
import { isPerformed, type MarkingRule, scoreByPeople, scoreItem, totalOf } from './item-score.ts';

/** Marks and decisions of one attempt, and the rule of the plan's marker groups. */
export interface SaidOfAttempt {
  readonly rule: MarkingRule;
  readonly marks: readonly Pick<ItemMark, 'itemId' | 'basis' | 'cent'>[];
  readonly decisions: readonly Pick<ItemDecision, 'itemId' | 'basis' | 'cent'>[];
}

/** Returns the answer to a question that counts. For questions marked by people it includes the attached files. */
export const answerTo = ({ type, itemId }: Pick<FrozenItemKey, 'type' | 'itemId'>, counted: MarkedAnswers): AnswerValue | undefined =>
  rubricTypes.includes(type) ? wholeAnswer(counted, itemId) : counted.answers.find((each) => each.itemId === itemId)?.value;

/**
 * Scores an attempt from its answers, keys, and the marks and decisions of people. It is a pure function, so a score can be recomputed at any time.
 * `pointsCent`: hundredths of a point.
 */
export function markAttempt(
  items: readonly Omit<FrozenItemKey, 'questionId' | 'section'>[],
  counted: MarkedAnswers,
  { rule, marks, decisions }: SaidOfAttempt,
): { readonly items: StoredItemScore[]; readonly pointsCent: number } {
  const scored = items.map((item): StoredItemScore => {
    const answer = answerTo(item, counted);
    const basis = basisOf(isPerformed(item.type) ? undefined : answer);
    const decided = decisions.find((each) => each.itemId === item.itemId && each.basis === basis);
    // A correction that gives everyone full points or removes the question overrides a decision on one answer. A removed question's weight goes to
    // the others, so its own points must not count too.
    if (decided && isJudged(item.correction))
      return { itemId: item.itemId, cent: decided.cent, right: decided.cent === centOf(item.points) };
    const score = scoreItem(item, answer);
    if (score.cent !== null) return { itemId: item.itemId, ...score };
    const given = marks.filter((each) => each.itemId === item.itemId);
    return { itemId: item.itemId, ...scoreByPeople(item, rule, given, basis) };
  });
  return { items: scored, pointsCent: totalOf(items, scored) };
}
