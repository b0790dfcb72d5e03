import { rubricTypes } from '../../../sync/contract/question-body.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import { centOf, type StoredItemScore } from '../exam/attempt-score-reads.ts';
import type { FrozenItemKey } from '../exam/exam-reads.ts';
import { type MarkedAnswers, wholeAnswer } from '../sync/sync-reads.ts';
import { isJudged } from './item-figure-reads.ts';
import { basisOf, type ItemDecision, type ItemMark } from './item-mark-store.ts';
import { isPerformed, type MarkingRule, scoreByPeople, scoreItem, totalOf } from './item-score.ts';

/** What people have said of one attempt, and by which rule they mark. */
export interface SaidOfAttempt {
  readonly rule: MarkingRule;
  readonly marks: readonly Pick<ItemMark, 'itemId' | 'basis' | 'cent'>[];
  readonly decisions: readonly Pick<ItemDecision, 'itemId' | 'basis' | 'cent'>[];
}

/** What counts as the answer to an item; of what people mark, its files are part. */
export const answerTo = ({ type, itemId }: Pick<FrozenItemKey, 'type' | 'itemId'>, counted: MarkedAnswers): AnswerValue | undefined =>
  rubricTypes.includes(type) ? wholeAnswer(counted, itemId) : counted.answers.find((each) => each.itemId === itemId)?.value;

/** The score of an attempt: of these answers, by these keys, with what people gave. A function of nothing else, so that it can be made anew at will. */
export function markAttempt(
  items: readonly Omit<FrozenItemKey, 'questionId' | 'section'>[],
  counted: MarkedAnswers,
  { rule, marks, decisions }: SaidOfAttempt,
): { readonly items: StoredItemScore[]; readonly pointsCent: number } {
  const scored = items.map((item): StoredItemScore => {
    const answer = answerTo(item, counted);
    const basis = basisOf(isPerformed(item.type) ? undefined : answer);
    const decided = decisions.find((each) => each.itemId === item.itemId && each.basis === basis);
    // What is said of a question for everybody is said of them, too: out, it would count beside the others that stand for it.
    if (decided && isJudged(item.correction))
      return { itemId: item.itemId, cent: decided.cent, right: decided.cent === centOf(item.points) };
    const score = scoreItem(item, answer);
    if (score.cent !== null) return { itemId: item.itemId, ...score };
    const given = marks.filter((each) => each.itemId === item.itemId);
    return { itemId: item.itemId, ...scoreByPeople(item, rule, given, basis) };
  });
  return { items: scored, pointsCent: totalOf(items, scored) };
}
