import type { AnswerKey, BlankRule } from '../../contract/bank/question.ts';
import { toComparableText, toStoredText } from '../plain-text.ts';

/**
 * Judges an answer to a question against the key. Exams, homework and practice all call this function. `answer` holds the ids of the chosen
 * options, the text of each blank in order, all options in the examinee's order, or the option for each left item ("" for none). Returns null if
 * people mark the question.
 */
export function isAnswerRight(key: AnswerKey, answer: readonly string[]): boolean | null {
  switch (key.kind) {
    case 'rubric':
      return null;
    case 'choice': {
      const [chosenIds, rightIds] = [new Set(answer), new Set(key.right)];
      return chosenIds.size > 0 && chosenIds.size === rightIds.size && [...chosenIds].every((id) => rightIds.has(id));
    }
    case 'blanks':
      return countRightBlanks(key.blanks, answer) === key.blanks.length;
    case 'order':
      return answer.join() === key.right.join();
    case 'match':
      return countRightPairs(key.right, answer) === key.right.length;
  }
}

/** Counts the blanks whose text is right. */
export const countRightBlanks = (blanks: readonly BlankRule[], given: readonly string[]): number =>
  blanks.filter((rule, at) => isBlankRight(rule, given[at] ?? '')).length;

/** Counts the left items of a matching question to which the right option was assigned. */
export const countRightPairs = (right: readonly string[], given: readonly string[]): number =>
  right.filter((id, at) => given[at] === id).length;

/**
 * The value numerator / denominator, with a positive denominator. Fractions allow exact comparison: 3.15 is within 0.01 of 3.14, but not in binary
 * floating point.
 */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const minusSigns = /[\u2010-\u2015\u2212\u207b\ufe58\ufe63]/g;
const maxDigits = 60;
const decimalForm = /^([+-]?)(?:(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d{1,3}))?$/;

/**
 * Parses a number in a typed answer. Accepts full-width digits, any minus sign, "1,000", "1 000", ".5", "5.", "1e3" and simple fractions "1/2".
 * Returns undefined for any other text, such as the ambiguous "0,5", or a number with a unit.
 */
export function parseNumber(text: string): Fraction | undefined {
  const plain = toComparableText(text).replace(minusSigns, '-').replace(/\s+/g, '').toLowerCase();
  const parts = plain.split('/');
  const above = readDecimal(parts[0] ?? '');
  if (!above || parts.length === 1) return above;
  const below = parts.length === 2 ? readDecimal(parts[1] ?? '') : undefined;
  if (!below || below.numerator === 0n) return undefined;
  const sign = below.numerator < 0n ? -1n : 1n;
  return { numerator: sign * above.numerator * below.denominator, denominator: sign * above.denominator * below.numerator };
}

function readDecimal(text: string): Fraction | undefined {
  const match = decimalForm.exec(text);
  if (!match) return undefined;
  const [, sign = '', integerDigits = '', decimals = '', onlyDecimals = '', exponent = '0'] = match;
  const fractionDigits = decimals + onlyDecimals;
  const digits = BigInt((integerDigits.replaceAll(',', '') + fractionDigits).slice(0, maxDigits) || '0');
  if (integerDigits.length + fractionDigits.length > maxDigits) return undefined;
  const scale = Number(exponent) - fractionDigits.length;
  const signed = sign === '-' ? -digits : digits;
  return scale >= 0
    ? { numerator: signed * 10n ** BigInt(scale), denominator: 1n }
    : { numerator: signed, denominator: 10n ** BigInt(-scale) };
}

/** Checks |answer - value| ≤ tolerance exactly. `value` and `tolerance` mean the decimal numbers that `String` gives for them. */
export function isWithinTolerance(answer: Fraction, value: number, tolerance: number): boolean {
  const exactValue = parseNumber(String(value));
  const exactTolerance = parseNumber(String(tolerance));
  if (!exactValue || !exactTolerance) return false;
  const difference = answer.numerator * exactValue.denominator - exactValue.numerator * answer.denominator;
  const distance = difference < 0n ? -difference : difference;
  return distance * exactTolerance.denominator <= exactTolerance.numerator * answer.denominator * exactValue.denominator;
}

function isBlankRight(rule: BlankRule, input: string): boolean {
  if (rule.mode === 'number') {
    const number = parseNumber(input);
    return number !== undefined && isWithinTolerance(number, rule.value, rule.tolerance);
  }
  const normaliseInput = (text: string): string => {
    const plain = rule.ignoreWidth ? removeKeyboardDifferences(text) : toStoredText(text).trim();
    return rule.ignoreCase ? plain.toLowerCase() : plain;
  };
  const answer = normaliseInput(input);
  return answer !== '' && rule.anyOf.some((accepted) => normaliseInput(accepted) === answer);
}

/**
 * Removes from a written answer the differences that come from the keyboard: width, white space, kinds of dashes, quotes and dots, ≥ or >=, and
 * a full stop at the end, unless it is the whole answer. `docs/equal-texts.md` lists all rules.
 */
const removeKeyboardDifferences = (text: string): string =>
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
