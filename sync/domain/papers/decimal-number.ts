import { toComparableText } from '../plain-text.ts';

/** Numbers as examinees write them, compared exactly: 3.15 is within 0.01 of 3.14, which binary floating point denies. */

/** The value numerator / denominator, with a positive denominator. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const minusSigns = /[\u2010-\u2015\u2212\u207b\ufe58\ufe63]/g;
const decimalForm = /^([+-]?)(?:(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d{1,3}))?$/;

/**
 * Reads full-width digits, any minus sign, "1,000", "1 000", ".5", "5.", "1e3" and simple fractions "1/2". Returns undefined for any other text:
 * "0,5" is ambiguous, and units or words are not a number.
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
  const [, sign = '', whole = '', decimals = '', onlyDecimals = '', exponent = '0'] = match;
  const behind = decimals + onlyDecimals;
  const digits = BigInt((whole.replaceAll(',', '') + behind).slice(0, maxDigits) || '0');
  if (whole.length + behind.length > maxDigits) return undefined;
  const scale = Number(exponent) - behind.length;
  const signed = sign === '-' ? -digits : digits;
  return scale >= 0
    ? { numerator: signed * 10n ** BigInt(scale), denominator: 1n }
    : { numerator: signed, denominator: 10n ** BigInt(-scale) };
}

const maxDigits = 60;

/** Checks |written - value| ≤ tolerance. `value` and `tolerance` are taken as the decimals that they print as. */
export function isWithinTolerance(written: Fraction, value: number, tolerance: number): boolean {
  const right = parseNumber(String(value));
  const around = parseNumber(String(tolerance));
  if (!right || !around) return false;
  const difference = written.numerator * right.denominator - right.numerator * written.denominator;
  const distance = difference < 0n ? -difference : difference;
  return distance * around.denominator <= around.numerator * written.denominator * right.denominator;
}
