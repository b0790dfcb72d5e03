import type { UndeliveredAnswer } from '../../../../../sync/engine/client/attempt-session.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { hasCardAnswer } from '../card-state.ts';
import { joinLongAnswer } from '../../../../../sync/engine/ops/long-answer.ts';
import { isFillIn, isFreeTextType, isPlacedType } from '../choice.ts';
import type { SittingItem, SittingPaper } from '../paper-order.ts';
import { joinSentences } from '../../../../lib/punctuation.ts';

/** A question with undelivered answers: `value`, which does not count, and `now`, which does. */
export interface UndeliveredAnswerLine {
  readonly item: SittingItem;
  readonly value: AnswerValue;
  readonly now: AnswerValue;
  /** True if another answer was written since, so that the examinee must choose between two. Otherwise the examinee can only resubmit `value`. */
  readonly answeredSince: boolean;
}

const serialiseAnswer = (value: AnswerValue | undefined): string => JSON.stringify(value ?? []);

/** Lists, in the order of the paper, the questions whose undelivered answer differs from the present one, so that the examinee must decide. */
export function listUndeliveredLines(
  undelivered: readonly UndeliveredAnswer[],
  paper: SittingPaper,
  answerOf: (itemId: string) => AnswerValue | undefined,
): readonly UndeliveredAnswerLine[] {
  const byItem = new Map(undelivered.map((each) => [each.itemId, each]));
  return paper.items.flatMap((item) => {
    const undeliveredAnswer = byItem.get(item.id);
    const now = answerOf(item.id) ?? [];
    if (!undeliveredAnswer || serialiseAnswer(now) === serialiseAnswer(undeliveredAnswer.value)) return [];
    return [
      {
        item,
        value: undeliveredAnswer.value,
        now,
        answeredSince: hasCardAnswer(now) && serialiseAnswer(now) !== serialiseAnswer(undeliveredAnswer.counted),
      },
    ];
  });
}

/** Formats an answer: letters of the options as they appear on this examinee's screen, or the written text. */
export function formatAnswerText(item: SittingItem, value: AnswerValue, none: string): string {
  if (!hasCardAnswer(value)) return none;
  if (isFreeTextType(item.type)) return joinLongAnswer(value);
  if (isFillIn(item.type)) return joinSentences(value.map((part) => (part.trim() === '' ? '–' : part)));
  if (isPlacedType(item.type)) return value.map((id) => item.options.find((option) => option.id === id)?.letter ?? '–').join(' ');
  const letters = item.options.filter((option) => value.includes(option.id)).map((option) => option.letter);
  return letters.length > 0 ? letters.join(' ') : value.join(' ');
}
