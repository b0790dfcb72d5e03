import { toTextFromHtml } from '../../question-markup.ts';
import { type Paragraph, getPlainLine, parseNumberStart } from './word-lines.ts';
import { readTableCells } from './word-table.ts';

/** One answer of a key that is letters or a judgement: "1. A", or the first of "1—5 ABCDA". */
export interface KeyEntry {
  readonly number: number;
  readonly answer: string;
}

const titleWords = '(?:参考|正确|标准)?答案(?:[与及和、（(]{0,2}(?:解析|详解|评分(?:标准|细则|参考|要点)?)[)）]?){0,3}(?:部分|如下)?';
/** Matches the title of an answer key on a line of its own: "参考答案", "【答案与解析】", "电工理论试卷（A）参考答案：". */
const title = new RegExp(
  `^[【[*]{0,2}.{0,20}?${titleWords}(?:[（(][^（）()]{0,10}[)）])?[】\\]*]{0,2}[:：]?$|^answers?(?: key)?[:：]?$`,
  'i',
);
/** Matches the title of an answer key that has answers on the same line: "答案：1-5 ABCDA". */
const before = new RegExp(
  `^[【[]?${titleWords}[】\\]]?\\s{0,9}[:：]?\\s{0,9}(?=[（(第一二三四五六七八九十]{0,2}\\d|[一二三四五六七八九十])`,
  'i',
);
const longestTitle = 60;

export interface KeyTitle {
  /** False for the bare title "答案：", which may also belong to a single question instead of an answer key. */
  readonly isUnambiguous: boolean;
  /** Answers on the line of the title, as text; '' if there are none. */
  readonly inlineAnswers: string;
}

/** Returns the title if a paragraph is or begins with a title that several answers may follow; undefined for any other paragraph. */
export function parseKeyTitle({ html, isTable }: Paragraph): KeyTitle | undefined {
  if (isTable) return undefined;
  // "4. 简述灭火。参考答案" is a question.
  if (parseNumberStart(getPlainLine(html))) return undefined;
  const text = toTextFromHtml(html)
    .trim()
    .replace(/^(.{0,20}?)答\s{1,9}案/, '$1答案');
  if (text.length <= longestTitle && title.test(text))
    return { isUnambiguous: !/^[【[]?(?:参考|正确|标准)?答案[】\]]?[:：]$/.test(text), inlineAnswers: '' };
  const match = before.exec(text);
  if (!match) return undefined;
  const textBehind = text.slice(match[0].length);
  return textBehind.split(sectionStartPattern).some((part) => (parseKeyEntries(part.replace(/^\D{0,20}/, ''))?.length ?? 0) >= 2)
    ? { isUnambiguous: false, inlineAnswers: textBehind }
    : undefined;
}

/** Matches the positions where a section begins within one line of an answer key: "一、1-3 ABA 二、1.√ 2.×". */
export const sectionStartPattern = /(?<=[\s;；。])(?=[一二三四五六七八九十]{1,3}\s?[、.．])/;

const sign = '[A-H]{1,8}|[T√×✓✗对错]|正确|错误';
const range =
  /[(（第]?(\d{1,4})\s*[-–—~～至]{1,2}\s*第?(\d{1,4})\s*题?\s*[)）]?\s*[.、．:：]?\s*((?:(?:正确|错误|[A-HT√×✓✗对错])(?:[\s,，、;；]*)){2,})/g;
const singleEntry = new RegExp(`[(（【第]?(\\d{1,4})\\s*题?\\s*[.、．:：)）】]?\\s*(?:答案)?[:：]?\\s*(${sign})(?![A-Za-z])`, 'g');

/** Reads a line that consists of numbered letters and judgements. Returns undefined if it contains anything else. */
export function parseKeyEntries(text: string): KeyEntry[] | undefined {
  const entries: KeyEntry[] = [];
  let rest = text.normalize('NFKC').toUpperCase();
  rest = rest.replace(range, (whole, from: string, to: string, answers: string) => {
    const each = splitRangeAnswers(answers, Number(to) - Number(from) + 1);
    if (each === undefined) return whole;
    for (const [at, answer] of each.entries()) entries.push({ number: Number(from) + at, answer });
    return ' ';
  });
  rest = rest.replace(singleEntry, (_, number: string, answer: string) => {
    entries.push({ number: Number(number), answer });
    return ' ';
  });
  return entries.length > 0 && /^[\s,，;；、.。|]*$/.test(rest) ? entries : undefined;
}

/** Splits "ABCDA" for five questions, or "ABC AB BC" for three. */
function splitRangeAnswers(answers: string, count: number): readonly string[] | undefined {
  const words = answers.split(/[\s,，、;；]+/).filter((word) => word !== '');
  if (words.length === count) return words;
  const signs = words.join('').match(/正确|错误|[^]/g) ?? [];
  return signs.length === count ? signs : undefined;
}

/** Removes notes about points from the heading of a key: "一、单选题（每题 2 分）1-5 ABCDA". */
export const removePointNotes = (text: string): string => text.replace(/[（(][^（）()]{0,30}[分题][^（）()]{0,30}[)）]/g, ' ');

/**
 * Reads a table of answers: numbers in one row and answers in the next (题号 | 1 | 2 over 答案 | A | C), or each answer right of its number. Returns
 * undefined for other tables.
 */
export function parseKeyTable(table: string): KeyEntry[] | undefined {
  const rows = (readTableCells(table) ?? []).map((row) => row.map((parts) => toTextFromHtml(parts.join(' ')).normalize('NFKC')));
  const entries: KeyEntry[] = [];
  const isNumber = (text: string | undefined): boolean => /^\d{1,4}[.、]?$/.test(text ?? '');
  const add = (number: string, answer: string | undefined): void => {
    if (answer !== undefined && answer !== '' && !isNumber(answer)) entries.push({ number: Number.parseInt(number, 10), answer });
  };
  for (const [at, row] of rows.entries()) {
    const numbers = row.filter(isNumber).length;
    const under = rows[at + 1] ?? [];
    if (numbers > 0 && row.every((text, place) => isNumber(text) || text === '' || place === 0) && !under.some((text) => isNumber(text))) {
      for (const [place, text] of row.entries()) if (isNumber(text)) add(text, under[place]);
    } else if (!(rows[at - 1] ?? []).some(isNumber) || numbers > 0)
      for (const [place, text] of row.entries()) if (isNumber(text)) add(text, row[place + 1]);
  }
  return entries.length > 0 ? entries : undefined;
}
