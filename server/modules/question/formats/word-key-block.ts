import { textOfHtml } from '../question-markup.ts';
import { entriesOf, isKeyTitle, keyOfTable } from './word-key.ts';
import { headingOf, option, type Paragraph, partsOfLine, plainOf, type Start, startOf, strip } from './word-lines.ts';

/** Answers at the end of a paper that say more than a letter: "1. B 【解析】…", "3. 先断电，再验电". */
export interface KeyBlock {
  readonly from: number;
  /** By section and number ("二 3"): the lines that would stand behind the question. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

interface Waiting {
  readonly section: string;
  readonly number: number;
  readonly answered: boolean;
}

/** `questionsBefore`: what stands above a place, to be sure that it is those the answers belong to. */
export function readKeyBlock(
  paragraphs: readonly Paragraph[],
  questionsBefore: (from: number) => readonly Waiting[],
): KeyBlock | undefined {
  const titles = paragraphs.flatMap((paragraph, at) => (isKeyTitle(paragraph) ? [at] : []));
  // A few are looked at: "参考答案：" may stand at every question.
  for (const from of [titles[0], ...titles.slice(-2)]) {
    if (from === undefined) continue;
    const lines = blockOf(paragraphs.slice(from + 1));
    if (lines === undefined || lines.size < 2) continue;
    const waiting = questionsBefore(from);
    const open = waiting.filter((each) => !each.answered);
    const known = new Set(open.flatMap(({ section, number }) => [`${section} ${number}`, ` ${number}`]));
    const matched = [...lines.keys()].filter((each) => known.has(each)).length;
    if (open.length >= 2 && matched * 5 >= lines.size * 4 && matched * 2 >= open.length) return { from, lines };
  }
  return undefined;
}

/** Undefined for what holds questions again: something with options. */
function blockOf(paragraphs: readonly Paragraph[]): ReadonlyMap<string, readonly string[]> | undefined {
  const found = new Map<string, string[]>();
  let section = '';
  let last = 0;
  let kind: Start['kind'] | undefined;
  let lines: string[] | undefined;
  const begin = (number: number, first: readonly string[]): void => {
    lines = [...first];
    last = number;
    found.set(`${section} ${number}`, lines);
  };
  for (const paragraph of paragraphs) {
    const text = textOfHtml(paragraph.html);
    if (text === '' && !paragraph.html.includes('<img')) continue;
    const heading = headingOf(paragraph);
    const behind = heading && heading.type !== undefined ? entriesOf(text.replace(/^[^0-9]*/, ''), heading.number) : undefined;
    if (heading && (heading.type !== undefined || heading.isSection)) [section, last, lines] = [heading.number, 0, undefined];
    const entries = heading ? (behind ?? []) : paragraph.isTable ? keyOfTable(paragraph.html, section) : entriesOf(text, section);
    if (entries !== undefined && (entries.length > 1 || heading?.type !== undefined)) {
      for (const { number, answer } of entries) begin(number, [`答案：${answer}`]);
      continue;
    }
    if (heading?.isSection) continue;
    const plain = plainOf(paragraph.html);
    if (option.test(plain) && /[\s;；][(（]?[BＢ]\s{0,9}[)）.．、]/.test(plain)) return undefined;
    const start = paragraph.isTable ? undefined : startOf(plain);
    if (start && start.kind === (kind ?? start.kind) && (start.number === last + 1 || last === 0)) {
      kind = start.kind;
      begin(start.number, answerLines(strip(paragraph.html, start.mark)));
    } else if (lines) for (const part of paragraph.isTable ? [paragraph.html] : partsOfLine(paragraph.html)) lines.push(part);
  }
  return found;
}

/** "B。因为……" is an answer and its analysis. */
function answerLines(html: string): string[] {
  const [first = '', ...more] = partsOfLine(html);
  const plain = plainOf(first);
  if (/^\s*[【[]|^[^:：]{0,6}[:：]/.test(plain)) return [first, ...more];
  const sign = /^\s*([A-HＡ-Ｈ]{1,8}|[√×✓✗])\s{0,9}[。．.，,；;\s]\s{0,9}(?=\S)/.exec(plain);
  if (sign && !/^[A-HＡ-Ｈ\s、,，]+$/.test(plain))
    return [`答案：${sign[1] ?? ''}`, `解析：${strip(first, /^\s*(?:[A-HＡ-Ｈ]{1,8}|[√×✓✗])\s{0,9}[。．.，,；;\s]\s{0,9}/)}`, ...more];
  return [`答案：${first}`, ...more];
}
