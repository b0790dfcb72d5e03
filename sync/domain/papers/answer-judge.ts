import type { AnswerKey, BlankRule } from '../../contract/bank/question.ts';
import { parseNumber, isWithinTolerance } from './decimal-number.ts';
import { toComparableText, toStoredText } from '../plain-text.ts';

/**
 * Judges a whole answer against its key. Exams, homework and practice all call this function. `given` holds the ids of the chosen options, the
 * text of each blank in order, all options in the examinee's order, or the option for each left item ("" for none). Returns null if people mark the question.
 */
export function isAnswerRight(key: AnswerKey, given: readonly string[]): boolean | null {
  switch (key.kind) {
    case 'rubric':
      return null;
    case 'choice': {
      const [chosen, right] = [new Set(given), new Set(key.right)];
      return chosen.size > 0 && chosen.size === right.size && [...chosen].every((id) => right.has(id));
    }
    case 'blanks':
      return countRightBlanks(key.blanks, given) === key.blanks.length;
    case 'order':
      return given.join() === key.right.join();
    case 'match':
      return countRightPairs(key.right, given) === key.right.length;
  }
}

/** Counts the blanks whose text is right. */
export const countRightBlanks = (blanks: readonly BlankRule[], given: readonly string[]): number =>
  blanks.filter((rule, at) => blankIsRight(rule, given[at] ?? '')).length;

/** Counts the left items with the right option. */
export const countRightPairs = (right: readonly string[], given: readonly string[]): number =>
  right.filter((id, at) => given[at] === id).length;

function blankIsRight(rule: BlankRule, written: string): boolean {
  if (rule.mode === 'number') {
    const number = parseNumber(written);
    return number !== undefined && isWithinTolerance(number, rule.value, rule.tolerance);
  }
  const alike = (text: string): string => {
    const plain = rule.ignoreWidth ? looseForm(text) : toStoredText(text).trim();
    return rule.ignoreCase ? plain.toLowerCase() : plain;
  };
  const answer = alike(written);
  return answer !== '' && rule.anyOf.some((accepted) => alike(accepted) === answer);
}

/**
 * Removes the differences from a written answer that depend on the keyboard: width, white space, kinds of dashes, quotes and dots, ≥ or >=, and
 * a full stop at the end. `docs/equal-texts.md` lists all rules. An answer that consists of a single full stop stays.
 */
const looseForm = (text: string): string =>
  toComparableText(text)
    .replace(/\s+/g, '')
    .replace(/[-\u2010-\u2015\u2212\ufe58]+/g, '-')
    .replace(/[“”„‟〝〞]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[≥≧⩾]/g, '>=')
    .replace(/[≤≦⩽]/g, '<=')
    .replace(/[•・‧∙⋅]/g, '·')
    .replace(/(?<=\p{L})\^(?=[-+]?\d)/gu, '')
    .replace(/(?<=.)[.。]$/u, '');
