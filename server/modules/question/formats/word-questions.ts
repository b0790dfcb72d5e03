import { textOfHtml } from '../question-markup.ts';
import { lettersOf } from './answer-text.ts';
import type { FoundQuestion } from './question-format.ts';
import { readKey } from './word-key.ts';
import { readKeyBlock } from './word-key-block.ts';
import {
  answerBehind,
  cutHtml,
  firstOptionWithin,
  headingOf,
  labelOf,
  option,
  type Paragraph,
  partsOfLine,
  plainOf,
  type Start,
  startOf,
  strip,
  type WordField,
} from './word-lines.ts';
import { type Numbers, withGaps } from './word-gaps.ts';
import { type Material, materialOf, passageOf } from './word-material.ts';
import { type OpenQuestion, settle } from './word-settle.ts';
import { linesOfTable } from './word-table.ts';

/** Fields whose own lines are often counted too: "答：1. 断电 2. 验电". */
const told: ReadonlySet<WordField | 'option'> = new Set(['answer', 'analysis', 'items', 'veto']);

/** Paragraphs of a document, in order → questions; `outside`: how many belong to none. */
export function questionsOfParagraphs(given: readonly Paragraph[]): {
  readonly questions: FoundQuestion[];
  readonly outside: readonly string[];
  readonly numbers: Numbers;
} {
  const key = readKey(given);
  const block = key
    ? undefined
    : readKeyBlock(given, (from) =>
        openQuestions(given.slice(0, from)).found.map((each) => ({
          section: each.section,
          number: each.number,
          answered: each.fields.has('answer'),
        })),
      );
  const { found, outside } = openQuestions(given.slice(0, key?.from ?? block?.from));
  const answers = new Map(key?.entries.map((entry) => [`${entry.section} ${entry.number}`, entry.answer]));
  for (const each of found)
    if (!each.fields.has('answer'))
      for (const line of block?.lines.get(`${each.section} ${each.number}`) ?? block?.lines.get(` ${each.number}`) ?? []) take(each, line);
  const { rows, numbers } = withGaps(found, (each, row) =>
    settle(each, row, answers.get(`${each.section} ${each.number}`) ?? answers.get(` ${each.number}`)),
  );
  return { questions: rows, outside, numbers };
}

/** Every question with its lines, as the document goes. */
function openQuestions(given: readonly Paragraph[]): { readonly found: OpenQuestion[]; readonly outside: readonly string[] } {
  const paragraphs = given.flatMap(linesOfParagraph);
  const found: OpenQuestion[] = [];
  let open: OpenQuestion | undefined;
  let section = '';
  let typeWord = '';
  let kind: Start['kind'] | undefined;
  const chapters: string[] = [];
  const outside: string[] = [];
  let material: Material | undefined;
  /** A passage that no question followed is told with the rest. */
  const leave = (left: Material | undefined): void => {
    if (left && !left.isUsed) outside.push(...left.lines.map((html) => textOfHtml(html)));
  };

  for (const [at, paragraph] of paragraphs.entries()) {
    const { html, isTable } = paragraph;
    const text = textOfHtml(html);
    if (text === '' && !html.includes('<img') && !isTable) continue;
    const heading = headingOf(paragraph);
    if (
      heading &&
      (heading.type !== undefined ||
        heading.isSection ||
        paragraph.level !== undefined ||
        (heading.number !== '' && opensSection(paragraphs, at)))
    ) {
      open = undefined;
      leave(material);
      material = undefined;
      kind = undefined;
      if (heading.type !== undefined) ({ number: section, type: typeWord } = { number: heading.number, type: heading.type });
      // Of a type nobody knows: each of its questions tells itself.
      else if (heading.isSection) [section, typeWord] = [heading.number, ''];
      else {
        // A chapter says what its questions are about.
        [section, typeWord] = [heading.number, ''];
        chapters.length = (paragraph.level ?? 1) - 1;
        chapters[(paragraph.level ?? 1) - 1] = heading.words.replaceAll('/', '／').slice(0, 60);
      }
      continue;
    }
    const start = isTable ? undefined : startOf(plainOf(html));
    const begun = isTable ? undefined : materialOf(plainOf(html));
    // A passage stands between questions; "结合材料回答" within one is what it asks.
    if (begun && (begun.from > 0 || (start === undefined && open !== undefined && open.into !== 'stem' && open.into !== 'option'))) {
      leave(material);
      material = { ...begun, lines: [html], isUsed: false };
      open = undefined;
      continue;
    }
    if (material && open === undefined && !(start && fits(material, start, paragraphs, at))) {
      material.lines.push(html);
      continue;
    }
    if (start && begins(start, { open, kind, paragraphs, at })) {
      kind ??= start.kind;
      const category = chapters
        .filter((chapter) => chapter !== '')
        .slice(-6)
        .join('/');
      const about =
        material && (material.from === 0 || (start.number >= material.from && start.number <= material.to)) ? material : undefined;
      open = {
        section,
        number: start.number,
        typeWord,
        category,
        material: about && { lines: passageOf(about), isOpen: about.from === 0 },
        fields: new Map(),
        options: [],
        misnamed: [],
        into: 'stem',
      };
      if (about) about.isUsed = true;
      // Of a passage that doesn't say for whom it is, only the next question is sure.
      if (material?.from === 0) material = undefined;
      found.push(open);
      take(open, strip(html, start.mark));
    } else if (open) take(open, html);
    else outside.push(text);
  }
  leave(material);
  return { found, outside };
}

/** A paragraph as the lines it says. */
function linesOfParagraph(paragraph: Paragraph): Paragraph[] {
  if (!paragraph.isTable) return partsOfLine(answerBehind(paragraph.html)).map((html) => ({ ...paragraph, html }));
  return linesOfTable(paragraph.html)?.map((html) => ({ html, isTable: false })) ?? [paragraph];
}

/** Is that counted line the first question about the passage, or a line of the passage? */
const fits = (material: Material, start: Start, paragraphs: readonly Paragraph[], at: number): boolean =>
  material.from === 0
    ? looksLikeQuestion(paragraphs, at) || start.number > 1
    : start.number >= material.from && start.number <= material.to;

interface Standing {
  readonly open: OpenQuestion | undefined;
  readonly kind: Start['kind'] | undefined;
  readonly paragraphs: readonly Paragraph[];
  readonly at: number;
}

/** A counted line begins a question, unless it counts something within the question before. */
function begins(start: Start, { open, kind, paragraphs, at }: Standing): boolean {
  if (start.isDoubtful)
    return open !== undefined && start.number === open.number + 1 && kind === start.kind && looksLikeQuestion(paragraphs, at);
  if (open === undefined) return true;
  const next = start.number === open.number + 1;
  // Once its answer is told, a "（4）" with options after a "3." is the next question.
  if (kind !== undefined && kind !== start.kind && start.kind === 'bracket')
    return next && open.into === 'answer' && open.options.length > 0 && hasOptions(paragraphs, at);
  if (!told.has(open.into)) return next || kind === undefined || start.number === 1 || looksLikeQuestion(paragraphs, at);
  return next ? looksLikeQuestion(paragraphs, at) || !countsWithin(open, start) : looksLikeQuestion(paragraphs, at);
}

/** Does what is told so far count its own lines, and is this the next of them? */
function countsWithin(open: OpenQuestion, { kind, number }: Start): boolean {
  const lines = open.into === 'option' ? [] : (open.fields.get(open.into) ?? []);
  // From the end, and no further than there: an answer may have tens of thousands of lines.
  for (let at = lines.length - 1; at >= 0; at--) {
    const before = startOf(plainOf(lines[at] ?? ''));
    if (before?.kind === kind) return before.number === number - 1;
  }
  return false;
}

/** Before the next counted line or heading: options, an answer, or its bracket. */
function looksLikeQuestion(paragraphs: readonly Paragraph[], at: number): boolean {
  if (/[(（][\s\u0001]*(?:(?:[A-H]{1,8}|[√×])[\s\u0001]*)?[)）]|_{3,}/.test(plainOf(paragraphs[at]?.html ?? ''))) return true;
  for (const paragraph of paragraphs.slice(at + 1, at + 30)) {
    if (paragraph.isTable) continue;
    const text = plainOf(paragraph.html);
    if (labelOf(text) || /^\s*[(（]?A\s*[)）.．、:：]/.test(text)) return true;
    if (startOf(text) || headingOf(paragraph)?.type !== undefined) return false;
  }
  return false;
}

const hasOptions = (paragraphs: readonly Paragraph[], at: number): boolean =>
  /^\s*[(（]?[AＡ]\s*[)）.．、:：]/.test(plainOf(paragraphs[at + 1]?.html ?? ''));

/** "三、变压器" before a first question, and not a line of somebody's answer. */
function opensSection(paragraphs: readonly Paragraph[], at: number): boolean {
  let place = at + 1;
  while (place < paragraphs.length && textOfHtml(paragraphs[place]?.html ?? '') === '') place += 1;
  const next = paragraphs[place];
  const start = next && !next.isTable ? startOf(plainOf(next.html)) : undefined;
  return start?.number === 1 || (next !== undefined && headingOf(next)?.type !== undefined);
}

function take(open: OpenQuestion, html: string): void {
  const text = plainOf(html);
  const label = labelOf(text);
  if (label) {
    // "解：" behind an answer says why.
    const isWhy =
      label.field === 'answer' && open.fields.has('answer') && /^\s*[【[]?解[】\]]?[:：]?/.test(text) && !/^\s*[【[]?解答/.test(text);
    open.into = isWhy ? 'analysis' : label.field;
    push(open, strip(html, label.mark));
    return;
  }
  const letter = option.exec(text)?.[1]?.normalize('NFKC').toUpperCase();
  if (letter !== undefined) {
    const ahead = letter.charCodeAt(0) - 65 - open.options.length;
    const here = ahead === 0 && (open.into === 'stem' || open.into === 'option' || answeredAhead(open));
    // Among the options a letter written twice ("A. B. B. D.") or left out is a slip of the pen, and its line an option all the same.
    if (here || (open.into === 'option' && isSlip(ahead))) {
      if (ahead !== 0) misname(open, ahead, letter);
      open.into = 'option';
      takeOptions(open, strip(html, option));
      return;
    }
  }
  // "……是（ ）。A. 甲 B. 乙": the options on the line of the stem.
  const inline = open.into === 'stem' && open.options.length === 0 ? firstOptionWithin(text) : undefined;
  if (inline !== undefined) {
    const [stem = '', options = ''] = cutHtml(html, [inline]);
    push(open, stem);
    open.into = 'option';
    takeOptions(open, strip(options, option));
    return;
  }
  push(open, html);
}

/** Letters take few lines; of a longer answer not each line is looked at again. */
const mostLetterLines = 20;

/** The answer stands behind the stem ("……上。答案：A"), and only then come the options. */
const answeredAhead = (open: OpenQuestion): boolean =>
  open.into === 'answer' &&
  open.options.length === 0 &&
  (open.fields.get('answer')?.length ?? 0) <= mostLetterLines &&
  lettersOf((open.fields.get('answer') ?? []).map((html) => textOfHtml(html)).join('')) !== undefined;

/** Several options on a line: each next letter after a space, or with its dot right behind a Chinese word. */
function takeOptions(open: OpenQuestion, html: string): void {
  const text = plainOf(html);
  const marks = [...text.matchAll(nextOption)].map((found) => ({
    at: found.index,
    letter: (found[1] ?? found[2] ?? '').normalize('NFKC').toUpperCase(),
  }));
  const cuts: { readonly at: number; readonly letter: string; readonly ahead: number }[] = [];
  let next = 65 + open.options.length + 1;
  for (const [place, { at, letter }] of marks.entries()) {
    const ahead = letter.charCodeAt(0) - next;
    const follows = (marks[place + 1]?.letter.charCodeAt(0) ?? 0) - next - 1;
    // A slip of the pen within a line: only where the mark behind it goes on as if it had not happened.
    if (ahead !== 0 && !(ahead === -1 && follows === 0)) continue;
    cuts.push({ at, letter, ahead });
    next += 1;
  }
  const parts = cutHtml(
    html,
    cuts.map(({ at }) => at),
  );
  for (const [place, part] of parts.entries()) {
    const { ahead = 0, letter = '' } = cuts[place - 1] ?? {};
    if (ahead !== 0) misname(open, ahead, letter);
    open.options.push(place === 0 ? part : strip(part, option));
  }
}

const isSlip = (ahead: number): boolean => ahead === -1 || ahead === 1;

/** An option whose letter is not its place's. One that was left out stays as an empty one, so that the key's letters mean what they meant. */
function misname(open: OpenQuestion, ahead: number, letter: string): void {
  if (ahead > 0) open.options.push('');
  open.misnamed.push({ place: open.options.length, letter });
}
const nextOption = /(?<=[\s;；])[(（]?([A-Za-zＡ-Ｚ])\s{0,9}[)）.．、:：]|(?<=[\p{Script=Han}）])([A-Za-zＡ-Ｚ])\s{0,9}[.．]/gu;

function push(open: OpenQuestion, html: string): void {
  if (open.into === 'option') return void open.options.push(`${open.options.pop() ?? ''}<br>${html}`);
  const lines = open.fields.get(open.into);
  if (lines) lines.push(html);
  else open.fields.set(open.into, [html]);
}
