import { escapeHtml, toTextFromHtml } from '../../question-markup.ts';
import { parseKeyEntries, parseKeyTable, type KeyTitle, parseKeyTitle, sectionStartPattern, removePointNotes } from './word-key.ts';
import {
  splitHtmlAt,
  parseHeading,
  findWordFieldMark,
  optionStartPattern,
  type Paragraph,
  splitLabelledLine,
  getPlainLine,
  type NumberStart,
  parseNumberStart,
  stripLineStart,
} from './word-lines.ts';

/** Answers that are listed together in a document below a title: at its end, behind a section, or before the questions. */
export interface WordAnswerKey {
  /** Range of paragraphs: `from` is the index of the title, `to` is the index after the last paragraph. */
  readonly from: number;
  readonly to: number;
  readonly answers: readonly KeyAnswer[];
  /** Paragraphs among the answers that belong to no answer. */
  readonly unassignedParagraphs: readonly string[];
  /** True if all answers are letters or judgements. */
  readonly hasOnlyChoiceAnswers: boolean;
}
export interface KeySection {
  /** Number of a section within an answer key, such as "二"; '' for a section without a number. */
  readonly number: string;
  readonly type: string | undefined;
}
export interface KeyAnswer {
  readonly section: KeySection | undefined;
  readonly number: number;
  /** Lines as they would follow the question: "答案：B", "解析：…". */
  readonly lines: string[];
}
/** Questions above an answer key, which the key may answer; undefined if the key comes before the questions. */
export type KeyableQuestions = readonly { readonly section: string; readonly number: number }[] | undefined;

interface Line {
  /** Index of the paragraph that holds the line. */
  readonly at: number;
  readonly html: string;
  readonly isTable: boolean;
}
interface State {
  readonly paragraphs: readonly Paragraph[];
  readonly answerableKeys: ReadonlySet<string> | undefined;
  readonly sections: ReadonlySet<string>;
  readonly answers: KeyAnswer[];
  readonly loose: { readonly at: number; readonly text: string }[];
  section: KeySection | undefined;
  last: number;
  /** Last number of the lines that the current answer itself numbers ("1. … 2. …"); 0 if it numbers none. */
  inner: number;
  kind: NumberStart['kind'] | undefined;
  lines: string[] | undefined;
  hasOnlyChoiceAnswers: boolean;
  /** Index of the first paragraph since the last answer. If a question follows, the answer key ends before this paragraph. */
  pending: number | undefined;
}

/** Reads answers from a title on, up to the next question or the next title. */
export function readAnswerKey(
  paragraphs: readonly Paragraph[],
  from: number,
  { inlineAnswers }: KeyTitle,
  questions: KeyableQuestions,
): WordAnswerKey {
  const state: State = {
    paragraphs,
    answerableKeys: questions && new Set(questions.flatMap(({ section, number }) => [`${section} ${number}`, ` ${number}`])),
    sections: new Set(questions?.map(({ section }) => section).filter((section) => section !== '')),
    answers: [],
    loose: [],
    section: undefined,
    last: 0,
    inner: 0,
    kind: undefined,
    lines: undefined,
    hasOnlyChoiceAnswers: true,
    pending: undefined,
  };
  const first = inlineAnswers.split(sectionStartPattern).map((text): Line => ({ at: from, html: escapeHtml(text), isTable: false }));
  let to = paragraphs.length;
  for (let at = from; at < to; at++)
    for (const line of at === from ? first : splitParagraph(paragraphs[at], at))
      if (!takeLine(state, line)) {
        to = state.pending ?? at;
        break;
      }
  const { answers, hasOnlyChoiceAnswers } = state;
  return {
    from,
    to: Math.max(to, from + 1),
    answers,
    hasOnlyChoiceAnswers,
    unassignedParagraphs: state.loose.filter(({ at }) => at < to).map(({ text }) => text),
  };
}

/** Splits a paragraph that holds several sections of a key ("一、1-3 ABA 二、1.√ 2.×"). */
function splitParagraph(paragraph: Paragraph | undefined, at: number): Line[] {
  if (paragraph === undefined) return [];
  const { html, isTable } = paragraph;
  const cuts = isTable ? [] : [...getPlainLine(html).matchAll(new RegExp(sectionStartPattern, 'g'))].map(({ index }) => index);
  const parts = cuts.length === 0 ? [html] : splitHtmlAt(html, cuts);
  // Split only if every part contains a digit, as sections of a key do: "一、断电；二、验电" is one answer.
  return (parts.every((part) => /\d/.test(part)) ? parts : [html]).map((part) => ({ at, html: part, isTable }));
}

/** Takes one line of a key. Returns false where the key ends: at a question, or at the title of another key. */
function takeLine(state: State, line: Line): boolean {
  const text = toTextFromHtml(line.html);
  if (text === '' && !line.html.includes('<img')) return true;
  if (takeSection(state, line, text)) return true;
  const entries = line.isTable ? parseKeyTable(line.html) : parseKeyEntries(text);
  if (entries && (entries.length > 1 || state.inner === 0 || entries[0]?.number === state.last + 1)) {
    for (const { number, answer } of entries) begin(state, number, [`答案：${answer}`]);
    return true;
  }
  const plain = getPlainLine(line.html);
  const start = line.isTable ? undefined : parseNumberStart(plain);
  if ((state.answers.length > 0 && parseKeyTitle(line) !== undefined) || (start && isQuestionLine(state.paragraphs, line.at, plain))) {
    state.pending ??= line.at;
    return false;
  }
  if (start && isNext(state, start, line.at)) beginWritten(state, start, line.html);
  else takeFurther(state, line, start, text);
  return true;
}

function begin(state: State, number: number, lines: readonly string[]): void {
  state.lines = [...lines];
  state.answers.push({ section: state.section, number, lines: state.lines });
  [state.last, state.inner, state.pending] = [number, 0, undefined];
}

function beginWritten(state: State, start: NumberStart, html: string): void {
  const lines = splitAnswerLine(stripLineStart(html, start.mark));
  state.hasOnlyChoiceAnswers = false;
  state.kind = start.kind;
  begin(state, start.number, lines);
  // "1. 答：1. 断电": this answer numbers its own lines.
  if (parseNumberStart(getPlainLine(lines[0] ?? '').replace(/^答案[:：]\s{0,9}(?:答\s{0,9}[:：])?/, ''))?.number === 1) state.inner = 1;
}

const sectionMark = /^\s*第?[一二三四五六七八九十]{1,3}(?:部分|大题)?\s{0,9}[、.．:：]?\s*/;
/** Reads a section and the answers on its line: "二、判断题", "二、判断题：1.√ 2.×", "三、8. 先断电". */
function takeSection(state: State, line: Line, text: string): boolean {
  const heading = parseHeading(line) ?? parseHeading({ html: escapeHtml(/^[^\d:：]{0,20}/.exec(text)?.[0] ?? ''), isTable: line.isTable });
  const rest = sectionMark.test(text) ? stripLineStart(line.html, sectionMark) : '';
  const start = rest === '' ? undefined : parseNumberStart(getPlainLine(rest));
  const number = sectionMark.exec(text)?.[0].replace(/[第部分大题、.．:：\s]/g, '') ?? '';
  const inline = parseKeyEntries(removePointNotes(rest === '' ? text : toTextFromHtml(rest)).replace(/^[^\d(（]{0,20}/, ''));
  const isNumbered = start !== undefined && (state.sections.size === 0 || state.sections.has(number));
  const isHeading =
    heading !== undefined &&
    (heading.type !== undefined || heading.isSection || (state.sections.has(heading.number) && hasAnswerNext(state.paragraphs, line.at)));
  if (!isHeading && !isNumbered && !(inline && (rest !== '' || heading))) return false;
  [state.section, state.last, state.inner, state.lines] = [{ number: heading?.number ?? number, type: heading?.type }, 0, 0, undefined];
  if (inline) for (const entry of inline) begin(state, entry.number, [`答案：${entry.answer}`]);
  else if (start) beginWritten(state, start, rest);
  else state.pending ??= line.at;
  return true;
}

const hasAnswerNext = (paragraphs: readonly Paragraph[], at: number): boolean => {
  const next = paragraphs.slice(at + 1, at + 4).find(({ html }) => toTextFromHtml(html) !== '');
  return next !== undefined && parseNumberStart(getPlainLine(next.html)) !== undefined;
};

/** Checks whether a number begins the next answer rather than a line within the last one. */
function isNext({ kind, inner, last, paragraphs, section, answerableKeys }: State, start: NumberStart, at: number): boolean {
  if (start.kind !== (kind ?? start.kind)) return false;
  if (inner > 0 && start.number === inner + 1 && (start.number !== last + 1 || hasSameNumberLater(paragraphs, at, start))) return false;
  if (start.number === last + 1) return true;
  // A number beyond the next one begins an answer only if a question has it. Numbers are missing where the questions already have answers.
  return start.number > last && (answerableKeys?.has(`${section?.number ?? ''} ${start.number}`) ?? true);
}

/** Number of following paragraphs in which `hasSameNumberLater` searches. */
const farthest = 30;
/** Checks whether the same number occurs again below before the count restarts. If so, the number at `at` counts lines within an answer. */
function hasSameNumberLater(paragraphs: readonly Paragraph[], at: number, { number, kind }: NumberStart): boolean {
  for (const { html } of paragraphs.slice(at + 1, at + farthest)) {
    const start = parseNumberStart(getPlainLine(html));
    if (start?.kind !== kind) continue;
    if (start.number === number) return true;
    if (start.number === 1) return false;
  }
  return false;
}

function takeFurther(state: State, { html, isTable, at }: Line, start: NumberStart | undefined, text: string): void {
  state.hasOnlyChoiceAnswers = false;
  const { lines } = state;
  const isWhy = /^\s*[【[]?(?:答案|试题)?(?:解析|详解|分析)/.test(text);
  const isLetters = lines?.length === 1 && /^答案：(?:[A-HT]{1,8}|[√×✓✗对错]|正确|错误)$/.test(lines[0] ?? '');
  if (!lines || (isLetters && !isWhy)) {
    state.loose.push({ at, text });
    state.pending ??= at;
    return;
  }
  if (start && start.number === state.inner + 1) state.inner = start.number;
  for (const part of isTable ? [html] : splitLabelledLine(html)) lines.push(part);
}

const gap = /[(（][\s\u0001]*[)）]|_{3,}/;
/** Checks for a numbered line with a gap to fill in, or with options on or below it. */
function isQuestionLine(paragraphs: readonly Paragraph[], at: number, plain: string): boolean {
  if (gap.test(plain) || /[\s;；][(（]?[BＢ]\s{0,9}[)）.．、]\s{0,9}[^\s]/.test(plain.replace(/^\s*\d{1,4}\s*[.．、)）]/, ''))) return true;
  for (const { html, isTable } of paragraphs.slice(at + 1, at + 6)) {
    if (isTable) continue;
    const text = getPlainLine(html);
    if (parseNumberStart(text)) return false;
    if (optionStartPattern.exec(text)?.[1] === 'A') return true;
  }
  return false;
}

/** Splits "B。因为……" into an answer and its analysis. */
function splitAnswerLine(html: string): string[] {
  const [first = '', ...more] = splitLabelledLine(html);
  const plain = getPlainLine(first);
  if (/^\s*[【[]/.test(plain) || findWordFieldMark(plain)) return [first, ...more];
  const sign = /^\s*([A-HＡ-Ｈ]{1,8}|[√×✓✗])\s{0,9}[。．.，,；;\s]\s{0,9}(?=\S)/.exec(plain);
  if (sign && !/^[A-HＡ-Ｈ\s、,，]+$/.test(plain))
    return [
      `答案：${sign[1] ?? ''}`,
      `解析：${stripLineStart(first, /^\s*(?:[A-HＡ-Ｈ]{1,8}|[√×✓✗])\s{0,9}[。．.，,；;\s]\s{0,9}/)}`,
      ...more,
    ];
  return [`答案：${first}`, ...more];
}
