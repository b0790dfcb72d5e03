import { z } from 'zod';
import type { BlankRule } from '../../../../sync/contract/bank/question.ts';
import type { Message } from '../../../http/handler.ts';
import { questionMessages as messages } from './question-messages.ts';

/** Records a fault of a field of an imported question. It always returns undefined, so that a reader can end with `return fault(…)`. */
export type ReportKeyProblem = (field: string, reason: Message) => undefined;

/** Formats a value of a file for a message. */
export const formatFileValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Reads the letters of the right options, sorted; records a fault and returns undefined if they are invalid. */
export function readOptionLabel(
  label: unknown,
  ids: readonly string[],
  fault: ReportKeyProblem,
  warn: (field: string, reasons: readonly Message[]) => void,
): string[] | undefined {
  if (label === undefined || label === null) return fault('label', messages.missing());
  let letters: string[];
  if (typeof label === 'string') {
    const text = label.trim().toUpperCase();
    letters = /^[A-H](?:\s*(?:[,，、]\s*)?[A-H])+$/.test(text) ? (text.match(/[A-H]/g) ?? []) : text === '' ? [] : [text];
    if (letters.length > 1) warn('label', [messages.labelString(label)]);
  } else if (Array.isArray(label) && label.every((one) => typeof one === 'string')) letters = label.map((one) => one.trim().toUpperCase());
  else return fault('label', messages.labelType());
  if (letters.length === 0) return fault('label', messages.labelEmpty());
  let isValid = true;
  for (const [index, one] of letters.entries()) {
    if (ids.length > 0 && !ids.includes(one)) fault('label', messages.labelNotOption(one));
    else if (letters.indexOf(one) !== index) fault('label', messages.labelRepeated(one));
    else continue;
    isValid = false;
  }
  return isValid ? letters.toSorted() : undefined;
}

const trueWords = new Set(['true', 't', '对', '正确', '√', '是']);
const falseWords = new Set(['false', 'f', '错', '错误', '×', '否']);

/** Reads the label of a judgement; records a fault and returns undefined if it is none. */
export function readJudgementLabel(label: unknown, fault: ReportKeyProblem): 'T' | 'F' | undefined {
  if (label === undefined || label === null) return fault('label', messages.missing());
  const word = typeof label === 'boolean' ? String(label) : typeof label === 'string' ? label.trim().toLowerCase() : '';
  if (trueWords.has(word)) return 'T';
  if (falseWords.has(word)) return 'F';
  return fault('label', messages.judgementLabel(formatFileValue(label)));
}

const blankText = z.string().trim().min(1).max(200);
const blankInput = z.union([
  blankText.transform((text): BlankRule => ({ mode: 'text', anyOf: [text], ignoreCase: true, ignoreWidth: true })),
  z
    .array(blankText)
    .min(1)
    .max(20)
    .transform((anyOf): BlankRule => ({ mode: 'text', anyOf, ignoreCase: true, ignoreWidth: true })),
  z
    .strictObject({
      anyOf: z.array(blankText).min(1).max(20),
      ignoreCase: z.boolean().default(true),
      ignoreWidth: z.boolean().default(true),
    })
    .transform((rule): BlankRule => ({ mode: 'text', ...rule })),
  z
    .strictObject({ value: z.number(), tolerance: z.number().min(0).default(0) })
    .transform((rule): BlankRule => ({ mode: 'number', ...rule })),
]);

/**
 * Reads the `blanks` of a JSON line: texts, lists of alternatives, rules with `anyOf`, or numbers with a tolerance. Records faults and returns
 * undefined if any is invalid.
 */
export function parseJsonBlanks(blanks: unknown, fault: ReportKeyProblem): BlankRule[] | undefined {
  if (blanks === undefined || blanks === null) return fault('blanks', messages.missing());
  if (!Array.isArray(blanks) || blanks.length === 0) return fault('blanks', messages.blankRule());
  const rules = blanks.map((one, index) => {
    const parsed = blankInput.safeParse(one);
    if (!parsed.success) fault(`blanks.${index}`, messages.blankRule());
    return parsed.data;
  });
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}
