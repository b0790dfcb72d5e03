import type { AnswerValue } from './ops.ts';

/** What one piece of an answer may hold (`answerValue`). */
const pieceChars = 4_000;
/** Of three bytes each at the most, so that the whole answer is one op's payload (SY3). */
export const longAnswerChars = 8_000;

const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * A text as an answer holds it: cut where a piece is full, never within a character, without what no keyboard writes (each of those would
 * take six bytes). All white space is no answer.
 */
export function inPieces(written: string): AnswerValue {
  const text = written.replace(unprintable, '').toWellFormed().slice(0, longAnswerChars);
  if (text.trim() === '') return [];
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const next = at + pieceChars;
    // The first half of a character that takes two units goes with its second.
    const end = next < text.length && /[\uD800-\uDBFF]/.test(text[next - 1] ?? '') ? next - 1 : next;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

export const wholeText = (answer: AnswerValue): string => answer.join('');
