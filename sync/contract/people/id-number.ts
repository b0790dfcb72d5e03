// Resident identity card numbers (GB 11643): parsing, validation and masking.

import { removeInvisibleCharacters } from '../invisible-signs.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** Returns an ID number in its stored form: half-width, upper case, without spaces and invisible characters. */
export const normaliseIdNumber = (typed: string): string =>
  removeInvisibleCharacters(typed.normalize('NFKC')).replaceAll(/\s/g, '').toUpperCase();

/** Computes the check digit: weighted sum of the first 17 digits, modulo 11. */
export function computeIdCheckDigit(first17: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(first17[at]), 0);
  return checkDigits[sum % 11] ?? '';
}

/** Tells whether the text is 18 characters with a correct check digit. */
export const isIdNumber = (text: string): boolean => /^\d{17}[\dX]$/.test(text) && computeIdCheckDigit(text.slice(0, 17)) === text[17];

/** Provinces by the first two digits (GB/T 2260). */
const provinces: Readonly<Record<string, string>> = {
  11: '北京',
  12: '天津',
  13: '河北',
  14: '山西',
  15: '内蒙古',
  21: '辽宁',
  22: '吉林',
  23: '黑龙江',
  31: '上海',
  32: '江苏',
  33: '浙江',
  34: '安徽',
  35: '福建',
  36: '江西',
  37: '山东',
  41: '河南',
  42: '湖北',
  43: '湖南',
  44: '广东',
  45: '广西',
  46: '海南',
  50: '重庆',
  51: '四川',
  52: '贵州',
  53: '云南',
  54: '西藏',
  61: '陕西',
  62: '甘肃',
  63: '青海',
  64: '宁夏',
  65: '新疆',
  71: '台湾',
  81: '香港',
  82: '澳门',
  83: '台湾',
};

/** Facts in an ID number that may be typed only in part. A fact is undefined while its digits are missing, and null if they are invalid. */
export interface IdNumberParts {
  readonly length: number;
  readonly province: string | null | undefined;
  /** Birthday, such as "2001-09-23". */
  readonly birthday: string | null | undefined;
  readonly sex: 1 | 2 | undefined;
  readonly isWhole: boolean | null | undefined;
}

/** Tells whether the text is a valid calendar date from 1900 on, as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days && Number(year) >= 1900;
}

/** Parses an ID number as far as it is typed. `isWhole`: complete, with a correct check digit and birthday. */
export function parseIdNumber(typed: string): IdNumberParts {
  const text = normaliseIdNumber(typed);
  const day = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`;
  const order = text[16];
  return {
    length: text.length,
    province: text.length < 2 ? undefined : (provinces[text.slice(0, 2)] ?? null),
    birthday: text.length < 14 ? undefined : isCalendarDate(day) ? day : null,
    sex: order === undefined || !/\d/.test(order) ? undefined : Number(order) % 2 === 1 ? 1 : 2,
    isWhole: text.length < 18 ? undefined : isIdNumber(text) && isCalendarDate(day) ? true : null,
  };
}

/** Masks an ID number: "3205**********5268". Persons can still be told apart, but the number cannot be used. */
export const maskIdNumber = (text: string): string =>
  text.length < 9 ? '*'.repeat(text.length) : `${text.slice(0, 4)}${'*'.repeat(text.length - 8)}${text.slice(-4)}`;
export const isMaskedIdNumber = (text: string): boolean => text.includes('*');
