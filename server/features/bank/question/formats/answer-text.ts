/**
 * The answer key of a question as text, used in our spreadsheet and when a row of an import preview is corrected. Choices are letters, judgements
 * 对/错. Blanks and scoring points take a line each. Reading a written key gives the same key.
 */
import type { AnswerKey, BlankRule } from '../../../../../sync/contract/bank/question.ts';
import { splitBlankAnswer } from './blank-lines.ts';
import { formatMessages as messages } from './format-messages.ts';
import { parseItemLines, escapePoints } from './text/item-lines.ts';
import type { FormatRemark } from './question-format.ts';

export type ReportAnswerProblem = (field: string, reason: FormatRemark['reason']) => undefined;

const caseMarks = ['[区分大小写]', '[case]'];
const widthMarks = ['[区分全半角]', '[width]'];
const numberPattern = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?:\s*(?:±|\+-|\+\/-)\s*((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?))?$/i;

/** Writes the accepted answers of a question's blanks, one blank on each line; `parseBlanks` reads them back. */
export function formatBlanks(blanks: readonly BlankRule[]): string {
  return blanks.map(formatBlank).join('\n');
}

function formatBlank(rule: BlankRule): string {
  if (rule.mode === 'number') return `#${rule.value}${rule.tolerance === 0 ? '' : `±${rule.tolerance}`}`;
  const marks = (rule.ignoreCase ? '' : caseMarks[0]) + (rule.ignoreWidth ? '' : (widthMarks[0] ?? ''));
  const line = rule.anyOf.map((one, at) => escapeAlternative(one, at === 0)).join('|');
  // A single spelling such as "甲或乙" would be read as two. A backslash before it keeps the reader from splitting the line.
  const isRead = splitBlankAnswer(line, 1).answer === line;
  return marks + (isRead ? line : `\\${line}`);
}

/**
 * Escapes the characters that have a meaning within a line of accepted answers. The first alternative must also not begin like a number (`#`) or a
 * mark (`[`).
 */
function escapeAlternative(text: string, first: boolean): string {
  const plain = text
    .replace(/[\\|]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/^\s|\s$/g, (space) => `\\${space}`);
  return first ? plain.replace(/^[#[]/, '\\$&') : plain;
}

/**
 * Reads the accepted answers of a question's blanks, one blank on each line. `#` marks a number, with or without a tolerance; "4" without it is text.
 * `|` separates alternatives.
 */
export function parseBlanks(text: string, fault: ReportAnswerProblem): BlankRule[] | undefined {
  const lines = splitLines(text);
  if (lines.length === 0) return fault('answer', messages.noAnswer());
  const rules = lines.map((line, at) => parseBlank(line, (reason) => fault(`answer.${at}`, reason)));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function parseBlank(writtenBlank: string, fault: (reason: FormatRemark['reason']) => undefined): BlankRule | undefined {
  let line = writtenBlank;
  if (line.startsWith('#')) {
    const match = numberPattern.exec(line.slice(1).trim());
    if (!match) return fault(messages.badNumber(line));
    return { mode: 'number', value: Number(match[1]), tolerance: Number(match[2] ?? 0) };
  }
  let ignoreCase = true;
  let ignoreWidth = true;
  for (let hasMore = true; hasMore;) {
    hasMore = false;
    for (const mark of caseMarks) if (line.startsWith(mark)) [line, ignoreCase, hasMore] = [line.slice(mark.length), false, true];
    for (const mark of widthMarks) if (line.startsWith(mark)) [line, ignoreWidth, hasMore] = [line.slice(mark.length), false, true];
  }
  const anyOf = splitEscaped(line);
  if (anyOf.length === 0 || anyOf.some((one) => one === '')) return fault(messages.noAnswer());
  return { mode: 'text', anyOf, ignoreCase, ignoreWidth };
}

function splitEscaped(line: string): string[] {
  const parts: string[] = [];
  let part = '';
  let escapedEnd = 0;
  const endPart = () => {
    parts.push(part.slice(0, escapedEnd) + part.slice(escapedEnd).trimEnd());
    [part, escapedEnd] = ['', 0];
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '\\' && at + 1 < line.length) {
      const next = line[++at] ?? '';
      part += next === 'n' ? '\n' : next;
      escapedEnd = part.length;
    } else if (sign === '|') endPart();
    else if (part === '' && /\s/.test(sign)) continue;
    else part += sign;
  }
  endPart();
  return parts;
}

type Rubric = Extract<AnswerKey, { kind: 'rubric' }>;

export const formatRubricItems = (items: Rubric['items']): string =>
  items.map(({ text, points }) => `(${points}) ${escapePoints(escapeLine(text))}`).join('\n');
export const formatVetoes = (veto: Rubric['veto']): string => veto.map(escapeLine).join('\n');
const escapeLine = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
const unescapeLine = (line: string): string => line.replace(/\\([^])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** Reads scoring points such as "(2) 说出三种保护" or "说出三种保护（2分）"; a line may hold several. */
export function parseRubricItems(text: string, fault: ReportAnswerProblem): Rubric['items'] | undefined {
  let good = true;
  const items = parseItemLines(splitLines(text)).flatMap(({ line, items: read }, at) => {
    if (read?.every(({ points }) => points <= 1000 && (points * 2) % 1 === 0))
      return read.map((item) => ({ text: unescapeLine(item.text), points: item.points }));
    good = false;
    fault(`items.${at}`, messages.badItem(line));
    return [];
  });
  return good ? items : undefined;
}

export const parseVetoes = (text: string): string[] => splitLines(text).map(unescapeLine);

const splitLines = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimStart())
    .filter((line) => line.trim() !== '');

/** Reads answers such as "AC", "A、C", "选 B" and "B 项" as letters. Returns undefined if the answer contains anything else. */
export function parseAnswerLetters(answer: string): string[] | undefined {
  const text = answer
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,;.、，；。:()（）]/g, '')
    .replace(/^(?:本题|因此|故|应|答案){0,2}(?:选择?|为|是)?(?=[A-Z])|(?<=[A-Z])(?:选项|项)$/g, '');
  return /^[A-Z]*$/.test(text) ? [...text] : undefined;
}

/** Reads "1,2,4" as "ABD" if there are enough options and no option is itself one of these numbers. Returns undefined for other answers. */
export function parseNumberedLetters(answer: string, options: readonly string[]): string | undefined {
  const text = answer.normalize('NFKC').trim();
  const numbers: readonly string[] = /^[1-8](?:[\s,、;]{0,3}[1-8]){0,7}$/.test(text) ? (text.match(/\d/g) ?? []) : [];
  const isOption = options.some((option) => numbers.includes(option.replace(/<[^<>]*>/g, '').trim()));
  if (numbers.length === 0 || isOption || numbers.some((number) => Number(number) > options.length)) return undefined;
  return numbers.map((number) => String.fromCharCode(64 + Number(number))).join('');
}

const trueWords = new Set(['true', 't', 'yes', 'y', '1', '对', '正确', '√', '✓', '✔', '☑', '是']);
const falseWords = new Set(['false', 'f', 'no', 'n', '0', '错', '错误', '×', '✗', '✘', '✖', '☒', '╳', 'x', '否', '不对', '不正确']);
/** Reads the words and signs for right and wrong; returns undefined for any other text. */
export function parseJudgement(answer: string): 'T' | 'F' | undefined {
  const word = answer.normalize('NFKC').trim().toLowerCase();
  return trueWords.has(word) ? 'T' : falseWords.has(word) ? 'F' : undefined;
}

/** Converts a number with its tolerance to the notation of our own spreadsheet. Sums of decimals are rounded: 3.141..3.142 is 3.1415±0.0005. */
export function formatNumberTolerance(text: string): string {
  const span = /^([^\s.]*(?:\.\d+)?)\s*\.\.\s*(\S+)$/.exec(text.trim());
  if (span) {
    const [low, high] = [Number(span[1]), Number(span[2])];
    return `#${roundDecimals((low + high) / 2)}±${roundDecimals(Math.abs(high - low) / 2)}`;
  }
  const [value = '', tolerance = ''] = text.split(':').map((part) => part.trim());
  return `#${value}${tolerance === '' || Number(tolerance) === 0 ? '' : `±${tolerance}`}`;
}
const roundDecimals = (value: number): number => Number(value.toPrecision(12));
