import type { Message } from '../../../../../http/handler.ts';
import { splitTables, convertLatexTable } from './latex-table.ts';
import { toHtmlFromText, splitFormulas } from '../../question-markup.ts';
import { questionMessages as messages } from '../../question-messages.ts';

/**
 * Result of repairing one text of a question file (a stem or an option). Each repair adds a note, so that the teacher can check it. Text that is only
 * doubtful is reported and left unchanged.
 */

export interface RepairedText {
  readonly text: string;
  readonly notes: readonly Message[];
}

type Repair = (text: string) => { readonly text: string; readonly note: Message } | undefined;

const reportChange = (before: string, after: string, note: Message): ReturnType<Repair> =>
  before === after ? undefined : { text: after, note };

/** Windows line ends and white space at both ends are removed without a note; anything else gets one. */
const replaceControlCharacters: Repair = (text) => {
  const plain = text.replace(/\r\n/g, '\n').trim();
  const clean = plain
    .replace(/\r/g, '\n')
    .replace(/\t+/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '');
  return plain === clean ? undefined : { text: clean, note: messages.controlCharacters() };
};

/** Repairs the brackets for the answer: "（ $）$", "( $)$", "$(\quad)$" and an unclosed bracket at the end of a stem. */
const repairAnswerBracket: Repair = (text) =>
  reportChange(
    text,
    text
      .replace(/[（(]\s*\$\s*[）)]\s*\$/g, '（　　）')
      .replace(/\$\s*[（(]\s*\\q?quad\s*[）)]\s*\$/g, '（　　）')
      .replace(/[（(]\s*$/, '（　　）'),
    messages.answerBracket(),
  );

const unwrapSections: Repair = (text) =>
  reportChange(text, text.replace(/\\section\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g, '$1'), messages.sectionUnwrapped());

const headingMarks = /考试结束|答题卡|本卷共|选择题|小题|故选|点睛|答案标号/;

/**
 * Removes instructions of the exam, or the end of the previous question, before a numbered stem: "…\n\n一、单项选择题：…\n\n1. 银河系…". It looks at each run of
 * white space once: a pattern that may begin at every line break of a run is cubic in its length.
 */
const removeHeading: Repair = (text) => {
  const mark = headingMarks.exec(text);
  if (mark === null) return undefined;
  const number = /\d{1,3}\s*[.．、]\s*(?=\S)/y;
  let last: { readonly from: number; readonly to: number } | undefined;
  for (const gap of text.matchAll(/\s+/g)) {
    const from = gap.index + gap[0].indexOf('\n');
    if (from < mark.index + mark[0].length || gap[0].split('\n').length < 3) continue;
    number.lastIndex = gap.index + gap[0].length;
    if (number.test(text)) last = { from, to: number.lastIndex };
  }
  if (!last) return undefined;
  return {
    text: text.slice(last.to),
    note: messages.headingRemoved(text.slice(0, last.from).replace(/\s+/g, ' ').trim()),
  };
};

const stemRepairs: readonly Repair[] = [replaceControlCharacters, removeHeading, unwrapSections, repairAnswerBracket];
const optionRepairs: readonly Repair[] = [replaceControlCharacters];

export const repairStem = (text: string): RepairedText => repair(text, stemRepairs);
export const repairOption = (text: string): RepairedText => repair(text, optionRepairs);

function repair(text: string, repairs: readonly Repair[]): RepairedText {
  const notes: Message[] = [];
  for (const step of repairs) {
    const done = step(text);
    if (!done) continue;
    text = done.text;
    notes.push(done.note);
  }
  return { text: tidy(text), notes };
}

/** Removes meaningless white space without a note. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/(?<![ \u00a0])[ \u00a0]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();

/** Converts text with tables to HTML; adds a note if a table was converted. */
export function convertTablesToHtml(text: string): { readonly html: string; readonly notes: readonly Message[] } {
  const parts = splitTables(text);
  const html = parts.map((part) => (part.kind === 'table' ? convertLatexTable(part.source) : toHtmlFromText(part.source.trim()))).join('');
  return { html, notes: parts.some((part) => part.kind === 'table') ? [messages.tableConverted()] : [] };
}

/** Reports suspicious places in a text that a program cannot repair. */
export function listTextDoubts(text: string, field: 'stem' | 'option'): Message[] {
  const notes: Message[] = [];
  const prose = splitTables(text)
    .filter((part) => part.kind === 'text')
    .flatMap((part) => splitFormulas(part.source))
    .filter((part) => part.kind === 'prose')
    .map((part) => part.source)
    .join(' ');
  if (prose.includes('$')) notes.push(messages.strayDollar());
  const command = /\\[a-zA-Z]+/.exec(prose);
  if (command) notes.push(messages.strayCommand(command[0]));
  if (count(text, '“') !== count(text, '”')) notes.push(messages.unbalancedQuotes());
  // "AAbb(D)×" was "AAbbDD×": the program that made the file took a letter for the mark of an option.
  const mark = field === 'option' ? /[A-Za-z$](\([A-H]\))/.exec(text) : null;
  if (mark?.[1]) notes.push(messages.strayOptionMark(mark[1]));
  const figure = /(如|见|下|右|左|上|附)(面的?)?(图|表)(?![像象案形画样纸面])(所?示|中)?/.exec(prose);
  if (figure && !text.includes('<img') && !text.includes('\\begin{tabular}')) notes.push(messages.figureMissing(figure[0]));
  return notes;
}

const count = (text: string, character: string): number => text.split(character).length - 1;
