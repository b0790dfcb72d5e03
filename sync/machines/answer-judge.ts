import type { AnswerKey, BlankRule } from '../contract/question.ts';
import { readNumber, withinTolerance } from './decimal-number.ts';

/**
 * Judges a whole answer against its key. Exams, homework and practice ask this one function. `given` holds the ids of the chosen
 * options, or the text of each blank in order. Returns null if people mark the question.
 */
export function answerIsRight(key: AnswerKey, given: readonly string[]): boolean | null {
  switch (key.kind) {
    case 'rubric':
      return null;
    case 'choice': {
      const [chosen, right] = [new Set(given), new Set(key.right)];
      return chosen.size > 0 && chosen.size === right.size && [...chosen].every((id) => right.has(id));
    }
    case 'blanks':
      return rightBlankCount(key.blanks, given) === key.blanks.length;
  }
}

/** Counts the blanks whose text is right. */
export const rightBlankCount = (blanks: readonly BlankRule[], given: readonly string[]): number =>
  blanks.filter((rule, at) => blankIsRight(rule, given[at] ?? '')).length;

function blankIsRight(rule: BlankRule, written: string): boolean {
  if (rule.mode === 'number') {
    const number = readNumber(written);
    return number !== undefined && withinTolerance(number, rule.value, rule.tolerance);
  }
  const alike = (text: string): string => {
    let plain = text.trim();
    // NFKC turns full-width letters, digits and signs into plain ones; Chinese full stops and quotes have no half-width twin and stay.
    if (rule.ignoreWidth) plain = plain.normalize('NFKC').replace(/\s+/g, '');
    return rule.ignoreCase ? plain.toLowerCase() : plain;
  };
  const answer = alike(written);
  return answer !== '' && rule.anyOf.some((accepted) => alike(accepted) === answer);
}
