import type { AnswerValue } from './ops.ts';

/** Maximum number of characters in one string of an answer value (`answerValue`). */
const stringChars = 4_000;
/** Maximum number of characters of a long answer. At three bytes each, the whole answer fits into the payload of one op (SY3). */
export const maxLongAnswerChars = 8_000;

const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Splits a text into the strings of an answer value. It never cuts inside a character and removes control characters, each of which takes six
 * bytes in JSON. Returns an empty answer for white space only.
 */
export function splitLongAnswer(input: string): AnswerValue {
  const text = input.replace(unprintable, '').toWellFormed().slice(0, maxLongAnswerChars);
  if (text.trim() === '') return [];
  const strings: string[] = [];
  for (let start = 0; start < text.length;) {
    const next = start + stringChars;
    // Keep both halves of a surrogate pair in the same string.
    const end = next < text.length && /[\uD800-\uDBFF]/.test(text[next - 1] ?? '') ? next - 1 : next;
    strings.push(text.slice(start, end));
    start = end;
  }
  return strings;
}

export const joinLongAnswer = (answer: AnswerValue): string => answer.join('');
