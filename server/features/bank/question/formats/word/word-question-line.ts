import { toTextFromHtml } from '../../question-markup.ts';
import { parseAnswerLetters } from '../answer-text.ts';
import { splitHtmlAt, findFirstOption, findWordFieldMark, optionStartPattern, getPlainLine, stripLineStart } from './word-lines.ts';
import type { OpenQuestion } from './word-open-question.ts';

/** Adds a line to a question: to the field that it names, as options, or to the current field. */
export function addQuestionLine(open: OpenQuestion, html: string): void {
  const text = getPlainLine(html);
  const label = findWordFieldMark(text);
  if (label) {
    // "解：" after an answer begins the analysis.
    const isWhy =
      label.field === 'answer' && open.fields.has('answer') && /^\s*[【[]?解[】\]]?[:：]?/.test(text) && !/^\s*[【[]?解答/.test(text);
    open.currentField = isWhy ? 'analysis' : label.field;
    push(open, stripLineStart(html, label.mark));
    return;
  }
  const letter = optionStartPattern.exec(text)?.[1]?.normalize('NFKC').toUpperCase();
  if (letter !== undefined) {
    const ahead = letter.charCodeAt(0) - 65 - open.options.length;
    const isNextOption = ahead === 0 && (open.currentField === 'stem' || open.currentField === 'option' || hasAnswerBeforeOptions(open));
    // Among the options, a letter that is repeated ("A. B. B. D.") or skipped is a typo, and the line is an option.
    if (isNextOption || (open.currentField === 'option' && isSlip(ahead))) {
      if (ahead !== 0) recordMisnamedOption(open, ahead, letter);
      open.currentField = 'option';
      takeOptions(open, stripLineStart(html, optionStartPattern));
      return;
    }
  }
  // "……是（ ）。A. 甲 B. 乙": options on the line of the stem.
  const inline = open.currentField === 'stem' && open.options.length === 0 ? findFirstOption(text) : undefined;
  if (inline !== undefined) {
    const [stem = '', options = ''] = splitHtmlAt(html, [inline]);
    push(open, stem);
    open.currentField = 'option';
    takeOptions(open, stripLineStart(options, optionStartPattern));
    return;
  }
  push(open, html);
}

/** Maximum number of lines of an answer that is examined for letters; longer answers are texts. */
const mostLetterLines = 20;

/** Checks whether an answer of letters comes between the stem and the options ("……上。答案：A"). */
const hasAnswerBeforeOptions = (open: OpenQuestion): boolean =>
  open.currentField === 'answer' &&
  open.options.length === 0 &&
  (open.fields.get('answer')?.length ?? 0) <= mostLetterLines &&
  parseAnswerLetters((open.fields.get('answer') ?? []).map((html) => toTextFromHtml(html)).join('')) !== undefined;

/** Splits a line with several options. The mark of the next option follows a space, or has a dot and directly follows a Chinese character. */
function takeOptions(open: OpenQuestion, html: string): void {
  const text = getPlainLine(html);
  const marks = [...text.matchAll(nextOption)].map((found) => ({
    at: found.index,
    letter: (found[1] ?? found[2] ?? '').normalize('NFKC').toUpperCase(),
  }));
  const cuts: { readonly at: number; readonly letter: string; readonly ahead: number }[] = [];
  let next = 65 + open.options.length + 1;
  for (const [place, { at, letter }] of marks.entries()) {
    const ahead = letter.charCodeAt(0) - next;
    const follows = (marks[place + 1]?.letter.charCodeAt(0) ?? 0) - next - 1;
    // A letter that repeats the previous one is accepted as a typing error only if the mark after it continues the count.
    if (ahead !== 0 && !(ahead === -1 && follows === 0)) continue;
    cuts.push({ at, letter, ahead });
    next += 1;
  }
  const parts = splitHtmlAt(
    html,
    cuts.map(({ at }) => at),
  );
  for (const [place, part] of parts.entries()) {
    const { ahead = 0, letter = '' } = cuts[place - 1] ?? {};
    if (ahead !== 0) recordMisnamedOption(open, ahead, letter);
    open.options.push(place === 0 ? part : stripLineStart(part, optionStartPattern));
  }
}

const isSlip = (ahead: number): boolean => ahead === -1 || ahead === 1;

/**
 * Records an option whose letter differs from its position. A skipped letter becomes an empty option, so that letters of the key keep their meaning.
 */
function recordMisnamedOption(open: OpenQuestion, ahead: number, letter: string): void {
  if (ahead > 0) open.options.push('');
  open.mislabelledOptions.push({ place: open.options.length, letter });
}
const nextOption = /(?<=[\s;；])[(（]?([A-Za-zＡ-Ｚ])\s{0,9}[)）.．、:：]|(?<=[\p{Script=Han}）])([A-Za-zＡ-Ｚ])\s{0,9}[.．]/gu;

function push(open: OpenQuestion, html: string): void {
  if (open.currentField === 'option') return void open.options.push(`${open.options.pop() ?? ''}<br>${html}`);
  const lines = open.fields.get(open.currentField);
  if (lines) lines.push(html);
  else open.fields.set(open.currentField, [html]);
}
