import { textOfHtml } from '../question-markup.ts';
import { headingOf, type Paragraph } from './word-lines.ts';
import { cellsOfTable } from './word-table.ts';

/** Answers gathered at the end of a paper: "1. A  2. B", "1—5 ABCDA", by section where there are several. */
export interface KeyEntry {
  /** "二"; '' where the key has no sections. */
  readonly section: string;
  readonly number: number;
  readonly answer: string;
}

const title = /^\s*(?:.{0,20}?)(?:参考|标准|正确)?答案(?:与|及|和)?(?:解析|评分标准|评分细则)?\s*[:：]?\s*$/;
const sign = '[A-H]{1,8}|[√×✓✗对错]|正确|错误';
const range = /(\d{1,4})\s*[-–—~～至]\s*(\d{1,4})\s*[.、．:：]?\s*((?:[A-H√×✓✗对错](?:[\s,，、]*)){2,})/g;
const single = new RegExp(`(\\d{1,4})\\s*[.、．:：)）]?\\s*(${sign})(?![A-Za-z])`, 'g');

/** The entries of one line; undefined for a line that holds anything else. */
export function entriesOf(text: string, section: string): KeyEntry[] | undefined {
  const entries: KeyEntry[] = [];
  let rest = text.normalize('NFKC').toUpperCase();
  rest = rest.replace(range, (whole, from: string, to: string, answers: string) => {
    const each = answers.replace(/[\s,，、]/g, '');
    const count = Number(to) - Number(from) + 1;
    if (each.length !== count) return whole;
    for (const [at, answer] of [...each].entries()) entries.push({ section, number: Number(from) + at, answer });
    return ' ';
  });
  rest = rest.replace(single, (_, number: string, answer: string) => {
    entries.push({ section, number: Number(number), answer });
    return ' ';
  });
  return entries.length > 0 && /^[\s,，;；、.。|]*$/.test(rest) ? entries : undefined;
}

/** Numbers in one row and their answers in the next, or each beside its number: 题号 | 1 | 2 over 答案 | A | C. Undefined for another table. */
export function keyOfTable(table: string, section: string): KeyEntry[] | undefined {
  const rows = (cellsOfTable(table) ?? []).map((row) => row.map((parts) => textOfHtml(parts.join(' ')).normalize('NFKC')));
  const entries: KeyEntry[] = [];
  const isNumber = (text: string | undefined): boolean => /^\d{1,4}[.、]?$/.test(text ?? '');
  const add = (number: string, answer: string | undefined): void => {
    if (answer !== undefined && answer !== '' && !isNumber(answer)) entries.push({ section, number: Number.parseInt(number, 10), answer });
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

export const isKeyTitle = ({ html, isTable }: Paragraph): boolean => !isTable && title.test(textOfHtml(html));

/** Where in a document the answers stand together, from the title on; undefined where they don't. */
export function readKey(paragraphs: readonly Paragraph[]): { readonly from: number; readonly entries: readonly KeyEntry[] } | undefined {
  /** Where the answers under an earlier title ended: under a title between the two they end there too. */
  let endedAt = 0;
  for (const [from, paragraph] of paragraphs.entries()) {
    if (from < endedAt || !isKeyTitle(paragraph)) continue;
    const entries: KeyEntry[] = [];
    let section = '';
    let only = true;
    for (let at = from + 1; at < paragraphs.length; at++) {
      const each = paragraphs[at];
      const text = each === undefined ? '' : textOfHtml(each.html);
      if (each === undefined || text === '') continue;
      const heading = headingOf(each);
      // "一、单选题：1-5 ABCDA": the heading and its answers on one line.
      const inline = heading && entriesOf(text.replace(/^[^0-9]*/, ''), heading.number);
      const found = heading ? (inline ?? []) : each.isTable ? keyOfTable(each.html, section) : entriesOf(text, section);
      if (found === undefined) {
        only = false;
        endedAt = at;
        break;
      }
      if (heading) ({ number: section } = heading);
      entries.push(...found);
    }
    // The rest of the document, and nothing but answers.
    if (only) return entries.length > 0 ? { from, entries } : undefined;
  }
  return undefined;
}
