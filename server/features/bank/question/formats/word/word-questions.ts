import { toTextFromHtml } from '../../question-markup.ts';
import type { FoundQuestion } from '../question-format.ts';
import type { WordAnswerKey } from './word-key-read.ts';
import { findAnswerKeys, matchKeyAnswers } from './word-key-block.ts';
import {
  moveAnswerBehind,
  parseHeading,
  findWordFieldMark,
  type Paragraph,
  splitLabelledLine,
  getPlainLine,
  type NumberStart,
  parseNumberStart,
  stripLineStart,
  type WordField,
} from './word-lines.ts';
import { type QuestionNumberCounts, insertMissingNumbers } from './word-missing-numbers.ts';
import { type OpenQuestion, finishQuestion } from './word-open-question.ts';
import { convertTableToLines } from './word-table.ts';
import { addQuestionLine } from './word-question-line.ts';

/** A passage that several questions use; in a Word document it precedes them. */
interface SharedPassage {
  /** Number of the first question that the passage is for; 0 if the passage does not say. */
  readonly from: number;
  readonly to: number;
  /** True for a case study in a section of case studies: it belongs to each question up to the next case study. */
  readonly isCase: boolean;
  readonly lines: string[];
  isUsed: boolean;
}
type PassageStart = Pick<SharedPassage, 'from' | 'to' | 'isCase'>;
const forQuestions =
  /(?:(?:回答|完成|解答|作答|做)(?:下列|下面|以下)?(?:的)?第?\s{0,3}(\d{1,4})\s{0,3}(?:题)?\s{0,3}[-–—―~～至到、和]+\s{0,3}第?(\d{1,4})\s{0,3}(?:小题|各题|题|问)|(\d{1,4})\s{0,3}题?\s{0,3}[-–—―~～至到、和]+\s{0,3}(\d{1,4})\s{0,3}题?共用题干)/;
const forSome =
  /^\s*(?:[（(]?[一二三四五六七八九十]{1,3}[)）、.．]\s{0,3})?(?:阅读|根据|结合|分析).{0,30}(?:材料|短文|资料|案例|图文|文字|图表).{0,20}(?:回答|完成|解答)(?:下列|下面|以下)?(?:各)?(?:问题|小题|题)/;
/** Detects the line that begins a passage for several questions: "阅读下面的材料，回答 1～3 题", "据此完成 4—5 题", "（6～8 题共用题干）". */
function parsePassageStart(text: string): PassageStart | undefined {
  const found = forQuestions.exec(text);
  if (found) {
    const [from, to] = [Number(found[1] ?? found[3]), Number(found[2] ?? found[4])];
    return from > 0 && to >= from && to - from < 40 ? { from, to, isCase: false } : undefined;
  }
  return forSome.test(text) ? { from: 0, to: 0, isCase: false } : undefined;
}
const caseMark = /^\s*(?:[（(][一二三四五六七八九十]{1,3}[)）]|(?:案例|材料|背景|资料)\s{0,3}[一二三四五六七八九十\d]{0,3}\s{0,3}[:：])/;
/** Detects a case study in a section of case studies: "（一）某厂电工检修时未停电，……". In contrast, "（一）安全用电" is a heading. */
const parseCaseStart = (text: string): PassageStart | undefined =>
  caseMark.test(text) && (/[，。；]/.test(text) || text.length > 30) ? { from: 0, to: 0, isCase: true } : undefined;
/** Checks whether a heading announces case studies or passages. */
const isAboutCases = (words: string): boolean => /案例|材料|阅读|情[景境]|背景|资料/.test(words);

/** Drops the first line of a passage if it only names the question numbers, because questions get new numbers on a paper. */
function getPassageText({ lines }: SharedPassage): readonly string[] {
  const [first = '', ...rest] = lines;
  const text = getPlainLine(first).trim();
  const isOnlyThat =
    text.length <= 40 && /^[（(]?(?:请?阅读|根据|结合|读|\d)/.test(text) && /(?:题|问|问题|题干)[）)]?[。.：:]?$/.test(text);
  return isOnlyThat && rest.length > 0 ? rest : lines;
}

/** Fields whose lines are often numbered too: "答：1. 断电 2. 验电". */
const numberedFields: ReadonlySet<WordField | 'option'> = new Set(['answer', 'analysis', 'items', 'veto']);

/** Reads the paragraphs of a document. `outside`: texts that belong to no question. */
export function readQuestionsFromParagraphs(paragraphs: readonly Paragraph[]): {
  readonly questions: FoundQuestion[];
  readonly outside: readonly string[];
  readonly numbers: QuestionNumberCounts;
} {
  const firstReading = openQuestions(paragraphs, []);
  const keys = findAnswerKeys(paragraphs, firstReading.found);
  const { found, outside } = keys.length === 0 ? firstReading : openQuestions(paragraphs, keys);
  const strays = keys.flatMap((key) => {
    const matched = matchKeyAnswers(key, found);
    for (const [question, { lines }] of matched) {
      if (question.fields.has('answer')) question.keyAnswer = lines[0] ?? '';
      else for (const line of lines) addQuestionLine(question, line);
    }
    const usedAnswers = new Set(matched.values());
    return [
      ...key.unassignedParagraphs,
      ...key.answers.flatMap((each) => (usedAnswers.has(each) ? [] : `${each.number}. ${toTextFromHtml(each.lines[0] ?? '')}`)),
    ];
  });
  const { rows, numbers } = insertMissingNumbers(found, finishQuestion, outside);
  return { questions: rows, outside: [...outside, ...strays], numbers };
}

type SourceParagraph = Paragraph & { readonly source: number };
type Heading = NonNullable<ReturnType<typeof parseHeading>>;

/** State of reading a document: the section, passage and question to which the next paragraph belongs. */
interface DocumentReading {
  readonly paragraphs: readonly SourceParagraph[];
  readonly found: OpenQuestion[];
  /** Texts that belong to no question. */
  readonly outside: string[];
  /** Titles of the current chapter and of those above it, by level. */
  readonly chapters: string[];
  section: string;
  typeWord: string;
  /** Notation of the question numbers of the section; undefined before its first question. */
  kind: NumberStart['kind'] | undefined;
  open: OpenQuestion | undefined;
  material: SharedPassage | undefined;
  /** True if the heading of the section announces case studies or passages. */
  hasCases: boolean;
  /** True within the notes for examinees above the first section. */
  hasNotes: boolean;
}

/** Collects every question with its lines in document order; the title of an answer key ends the question above it. */
function openQuestions(
  sourceParagraphs: readonly Paragraph[],
  keys: readonly WordAnswerKey[],
): { readonly found: OpenQuestion[]; readonly outside: readonly string[] } {
  const reading: DocumentReading = {
    paragraphs: sourceParagraphs.flatMap((paragraph, source) => splitParagraphLines(paragraph).map((line) => ({ ...line, source }))),
    found: [],
    outside: [],
    chapters: [],
    section: '',
    typeWord: '',
    kind: undefined,
    open: undefined,
    material: undefined,
    hasCases: false,
    hasNotes: false,
  };
  for (const [at, paragraph] of reading.paragraphs.entries()) {
    if (keys.some(({ from, to }) => paragraph.source >= from && paragraph.source < to)) reading.open = undefined;
    else readParagraph(reading, paragraph, at);
  }
  closePassage(reading);
  return { found: reading.found, outside: reading.outside };
}

/** Assigns a paragraph to a section, a passage or a question, which it may begin. `at`: its index in `reading.paragraphs`. */
function readParagraph(reading: DocumentReading, paragraph: SourceParagraph, at: number): void {
  const { paragraphs, outside } = reading;
  const { html, isTable } = paragraph;
  const text = toTextFromHtml(html);
  if (text === '' && !html.includes('<img') && !isTable) return;
  const heading = parseHeading(paragraph);
  reading.hasNotes = reading.hasNotes ? !(heading && (heading.type !== undefined || heading.isSection)) : isNotesStart(paragraphs, at);
  if (reading.hasNotes) return void outside.push(text);
  if (heading && isHeadingOfQuestions(heading, paragraph, paragraphs, at)) return startSection(reading, heading, paragraph.level ?? 1);
  const start = isTable ? undefined : parseNumberStart(getPlainLine(html));
  const passageStart = isTable ? undefined : findPassageStart(reading, html, start);
  if (passageStart) {
    closePassage(reading);
    reading.material = { ...passageStart, lines: [html], isUsed: false };
    reading.open = undefined;
    return;
  }
  const { material, open } = reading;
  if (material && open === undefined && !(start && isFirstQuestion(material, start, paragraphs, at))) material.lines.push(html);
  else if (start && isQuestionStart(start, reading, at))
    addQuestionLine(startQuestion(reading, start, paragraph.source), stripLineStart(html, start.mark));
  else if (open) addQuestionLine(open, html);
  else outside.push(text);
}

/** Checks whether a heading begins a section or a chapter rather than a question or a part of one. */
const isHeadingOfQuestions = (heading: Heading, { html, level }: Paragraph, paragraphs: readonly Paragraph[], at: number): boolean =>
  heading.type !== undefined ||
  heading.isSection ||
  (level !== undefined && !(parseNumberStart(getPlainLine(html)) && isLikelyQuestion(paragraphs, at))) ||
  (heading.number !== '' && isSectionStart(paragraphs, at));

/** Begins a section or a chapter. `level`: level of its heading, from 1. */
function startSection(reading: DocumentReading, heading: Heading, level: number): void {
  closePassage(reading);
  reading.open = undefined;
  reading.kind = undefined;
  reading.hasCases = isAboutCases(heading.words);
  reading.section = heading.number;
  // In a section of unknown type, each question must name its own type.
  reading.typeWord = heading.type ?? '';
  if (heading.type !== undefined || heading.isSection) return;
  // A heading of a chapter sets the category of the questions below it.
  reading.chapters.length = level - 1;
  reading.chapters[level - 1] = heading.words.replaceAll('/', '／').slice(0, 60);
}

/** Ends the current passage; its text counts as outside the questions if no question followed. */
function closePassage(reading: DocumentReading): void {
  const { material, outside } = reading;
  if (material && !material.isUsed) outside.push(...material.lines.map((html) => toTextFromHtml(html)));
  reading.material = undefined;
}

/** Detects the first line of a passage or a case study. `start`: the number at the beginning of the line. */
function findPassageStart({ open, hasCases }: DocumentReading, html: string, start: NumberStart | undefined): PassageStart | undefined {
  const line = getPlainLine(html);
  const found = parsePassageStart(line) ?? (hasCases && !hasNumberedCases(open) ? parseCaseStart(line) : undefined);
  if (found === undefined || found.from > 0 || found.isCase) return found;
  // A passage comes between questions; "结合材料回答" within a question is part of that question.
  const isBetweenQuestions = start === undefined && open !== undefined && open.currentField !== 'stem' && open.currentField !== 'option';
  return isBetweenQuestions ? found : undefined;
}

/** Begins a question and gives it the current passage if the passage is for its number. */
function startQuestion(reading: DocumentReading, start: NumberStart, source: number): OpenQuestion {
  const { material } = reading;
  reading.kind ??= start.kind;
  const passage =
    material && (material.from === 0 || (start.number >= material.from && start.number <= material.to)) ? material : undefined;
  const question: OpenQuestion = {
    source,
    section: reading.section,
    number: start.number,
    typeWord: reading.typeWord,
    category: reading.chapters
      .filter((chapter) => chapter !== '')
      .slice(-6)
      .join('/'),
    material: passage && { lines: getPassageText(passage), isOpen: passage.from === 0 && !passage.isCase },
    fields: new Map(),
    options: [],
    mislabelledOptions: [],
    currentField: 'stem',
  };
  if (passage) passage.isUsed = true;
  // A passage that does not name its questions is given to the next question only.
  if (material?.from === 0 && !material.isCase) reading.material = undefined;
  reading.open = question;
  reading.found.push(question);
  return question;
}

/** Splits a paragraph into its lines. */
function splitParagraphLines(paragraph: Paragraph): Paragraph[] {
  if (!paragraph.isTable) return splitLabelledLine(moveAnswerBehind(paragraph.html)).map((html) => ({ ...paragraph, html }));
  return convertTableToLines(paragraph.html)?.map((html) => ({ html, isTable: false })) ?? [paragraph];
}

/** Checks whether a numbered line is the first question about the passage rather than a line of the passage. */
const isFirstQuestion = (material: SharedPassage, start: NumberStart, paragraphs: readonly Paragraph[], at: number): boolean =>
  material.from === 0 ? isLikelyQuestion(paragraphs, at) || start.number > 1 : start.number >= material.from && start.number <= material.to;

/** Checks whether a numbered line begins a question rather than counting something within the previous one. */
function isQuestionStart(start: NumberStart, { open, kind, paragraphs }: DocumentReading, at: number): boolean {
  if (start.isDoubtful)
    return open !== undefined && start.number === open.number + 1 && kind === start.kind && isLikelyQuestion(paragraphs, at);
  if (start.isNamed && start.number !== 1 && start.number !== (open?.number ?? 0) + 1) return false;
  if (open === undefined) return true;
  const next = start.number === open.number + 1;
  // After the answer of question 3, a "（4）" with options is the next question.
  if (kind !== undefined && kind !== start.kind && start.kind === 'bracket')
    return next && open.currentField === 'answer' && open.options.length > 0 && hasOptions(paragraphs, at);
  if (!numberedFields.has(open.currentField)) return next || kind === undefined || start.number === 1 || isLikelyQuestion(paragraphs, at);
  return next ? isLikelyQuestion(paragraphs, at) || !isNumberWithinField(open, start) : isLikelyQuestion(paragraphs, at);
}

/** Checks whether an answer numbers its own parts by "（一）". */
const hasNumberedCases = (open: OpenQuestion | undefined): boolean =>
  open?.currentField === 'answer' &&
  open.fields.get('answer')?.some((html) => /^\s*(?:答[:：])?\s*[（(]一[)）]/.test(getPlainLine(html))) === true;

/** Checks whether the field that is being read (such as an answer) numbers its own lines, and `number` continues that count. */
function isNumberWithinField(open: OpenQuestion, { kind, number }: NumberStart): boolean {
  const lines = open.currentField === 'option' ? [] : (open.fields.get(open.currentField) ?? []);
  // Search from the end and stop early: an answer may have tens of thousands of lines.
  for (let at = lines.length - 1; at >= 0; at--) {
    const before = parseNumberStart(getPlainLine(lines[at] ?? ''));
    if (before?.kind === kind) return before.number === number - 1;
  }
  return false;
}

/** Checks whether options, an answer, or the bracket for one come before the next numbered line or heading. */
function isLikelyQuestion(paragraphs: readonly Paragraph[], at: number): boolean {
  if (/[(（][\s\u0001]*(?:(?:[A-H]{1,8}|[√×])[\s\u0001]*)?[)）]|_{3,}/.test(getPlainLine(paragraphs[at]?.html ?? ''))) return true;
  for (const paragraph of paragraphs.slice(at + 1, at + 30)) {
    if (paragraph.isTable) continue;
    const text = getPlainLine(paragraph.html);
    if (findWordFieldMark(text) || /^\s*[(（]?A\s*[)）.．、:：]/.test(text)) return true;
    if (parseNumberStart(text) || parseHeading(paragraph)?.type !== undefined) return false;
  }
  return false;
}

const hasOptions = (paragraphs: readonly Paragraph[], at: number): boolean =>
  /^\s*[(（]?[AＡ]\s*[)）.．、:：]/.test(getPlainLine(paragraphs[at + 1]?.html ?? ''));

/** Detects "注意事项" above the sections of a paper; its numbered lines are no questions. */
function isNotesStart(paragraphs: readonly Paragraph[], at: number): boolean {
  const { html, isTable } = paragraphs[at] ?? { html: '', isTable: true };
  if (isTable || !/^(?:考生|考试|应试|答题)?(?:注意事项|须知|注意|说明)[:：]?$/.test(toTextFromHtml(html))) return false;
  for (const paragraph of paragraphs.slice(at + 1, at + 30)) {
    const heading = parseHeading(paragraph);
    if (heading && (heading.type !== undefined || heading.isSection)) return true;
    if (findWordFieldMark(getPlainLine(paragraph.html)) || /^\s*[(（]?A\s*[)）.．、:：]/.test(getPlainLine(paragraph.html))) return false;
  }
  return false;
}

/** Checks whether "三、变压器" precedes a first question; otherwise it is a line of an answer. */
function isSectionStart(paragraphs: readonly Paragraph[], at: number): boolean {
  let place = at + 1;
  while (place < paragraphs.length && toTextFromHtml(paragraphs[place]?.html ?? '') === '') place += 1;
  const next = paragraphs[place];
  const start = next && !next.isTable ? parseNumberStart(getPlainLine(next.html)) : undefined;
  return start?.number === 1 || (next !== undefined && parseHeading(next)?.type !== undefined);
}
