import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { randomInt } from 'node:crypto';
import { optionLetters } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question-body.ts';

/**
 * Draws new letters for the options of an ordering or matching question whose key runs along the letters (A, B, C …), as editors and other systems
 * write it. Otherwise the paper would show the key: on a print, and in the package of every examinee, whose options stand in the order of their
 * letters. All orders are equally likely, the right one too, because an order that is never drawn would tell something. Letters that an author chose
 * (C, A, B) stay.
 */
export function drawOptionLetters<T extends Pick<QuestionBody, 'options' | 'key'>>(body: T): T {
  const { key } = body;
  if (key.kind !== 'order' && key.kind !== 'match') return body;
  const used = [...new Set(key.right)];
  if (used.some((id, at) => id !== optionLetters[at])) return body;
  const { left, options } = splitLeftItems(body.options);
  const shuffledOptions = [...options];
  for (let at = shuffledOptions.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    const [one, two] = [shuffledOptions[at], shuffledOptions[other]];
    if (one !== undefined && two !== undefined) [shuffledOptions[at], shuffledOptions[other]] = [two, one];
  }
  const letterOf = (id: string): string => optionLetters[shuffledOptions.findIndex((option) => option.id === id)] ?? id;
  return {
    ...body,
    options: [...left, ...shuffledOptions.map(({ html }, at) => ({ id: optionLetters[at] ?? '', html }))],
    key: { ...key, right: key.right.map(letterOf) },
  };
}
