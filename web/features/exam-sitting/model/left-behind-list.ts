import type { LeftBehind } from '../../../../sync/engine/attempt-session.ts';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';
import { isAnswered } from './card-state.ts';
import { wholeText } from '../../../../sync/engine/long-answer.ts';
import { isFillIn, isWritten } from './choice.ts';
import type { SittingItem, SittingPaper } from './paper-order.ts';

/** One question of which this PC holds an answer that does not count, beside what stands now. */
export interface LeftBehindLine {
  readonly item: SittingItem;
  readonly value: AnswerValue;
  readonly now: AnswerValue;
  /** Something else was written since: the person chooses between the two. Otherwise saying it again is all there is to do. */
  readonly answeredSince: boolean;
}

const textOf = (value: AnswerValue | undefined): string => JSON.stringify(value ?? []);

/** What is still to be decided by the examinee, in the order of the paper. */
export function leftBehindLines(
  left: readonly LeftBehind[],
  paper: SittingPaper,
  answerOf: (itemId: string) => AnswerValue | undefined,
): readonly LeftBehindLine[] {
  const byItem = new Map(left.map((each) => [each.itemId, each]));
  return paper.items.flatMap((item) => {
    const each = byItem.get(item.id);
    const now = answerOf(item.id) ?? [];
    if (!each || textOf(now) === textOf(each.value)) return [];
    return [{ item, value: each.value, now, answeredSince: isAnswered(now) && textOf(now) !== textOf(each.counted) }];
  });
}

/** As the person knows it: letters of the options as they stand in their paper, or what they wrote. */
export function answerText(item: SittingItem, value: AnswerValue, none: string): string {
  if (!isAnswered(value)) return none;
  if (isWritten(item.type)) return wholeText(value);
  if (isFillIn(item.type)) return value.map((part) => (part.trim() === '' ? '–' : part)).join('；');
  const letters = item.options.filter((option) => value.includes(option.id)).map((option) => option.letter);
  return letters.length > 0 ? letters.join(' ') : value.join(' ');
}
