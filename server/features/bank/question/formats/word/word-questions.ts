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
const forQuestions =
  /(?:(?:回答|完成|解答|作答|做)(?:下列|下面|以下)?(?:的)?第?\s{0,3}(\d{1,4})\s{0,3}(?:题)?\s{0,3}[-–—―~～至到、和]+\s{0,3}第?(\d{1,4})\s{0,3}(?:小题|各题|题|问)|(\d{1,4})\s{0,3}题?\s{0,3}[-–—―~～至到、和]+\s{0,3}(\d{1,4})\s{0,3}题?共用题干)/;
const forSome =
  /^\s*(?:[（(]?[一二三四五六七八九十]{1,3}[)）、.．]\s{0,3})?(?:阅读|根据|结合|分析).{0,30}(?:材料|短文|资料|案例|图文|文字|图表).{0,20}(?:回答|完成|解答)(?:下列|下面|以下)?(?:各)?(?:问题|小题|题)/;
/** Detects the line that begins a passage for several questions: "阅读下面的材料，回答 1～3 题", "据此完成 4—5 题", "（6～8 题共用题干）". */
function parsePassageStart(text: string): Pick<SharedPassage, 'from' | 'to' | 'isCase'> | undefined {
  const found = forQuestions.exec(text);
  if (found) {
    const [from, to] = [Number(found[1] ?? found[3]), Number(found[2] ?? found[4])];
    return from > 0 && to >= from && to - from < 40 ? { from, to, isCase: false } : undefined;
  }
  return forSome.test(text) ? { from: 0, to: 0, isCase: false } : undefined;
}
const caseMark = /^\s*(?:[（(][一二三四五六七八九十]{1,3}[)）]|(?:案例|材料|背景|资料)\s{0,3}[一二三四五六七八九十\d]{0,3}\s{0,3}[:：])/;
/** Detects a case study in a section of case studies: "（一）某厂电工检修时未停电，……". In contrast, "（一）安全用电" is a heading. */
const parseCaseStart = (text: string): Pick<SharedPassage, 'from' | 'to' | 'isCase'> | undefined =>
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

/** Collects every question with its lines in document order; the title of an answer key ends the question above it. */
function openQuestions(
  sourceParagraphs: readonly Paragraph[],
  keys: readonly WordAnswerKey[],
): { readonly found: OpenQuestion[]; readonly outside: readonly string[] } {
  const paragraphs = sourceParagraphs.flatMap((paragraph, source) => splitParagraphLines(paragraph).map((line) => ({ ...line, source })));
  const questions: OpenQuestion[] = [];
  let open: OpenQuestion | undefined;
  let section = '';
  let typeWord = '';
  let kind: NumberStart['kind'] | undefined;
  const chapters: string[] = [];
  const outside: string[] = [];
  let material: SharedPassage | undefined;
  let hasCases = false;
  let hasNotes = false;
  /** Reports a passage that no question followed. */
  const reportUnused = (passage: SharedPassage | undefined): void => {
    if (passage && !passage.isUsed) outside.push(...passage.lines.map((html) => toTextFromHtml(html)));
  };

  for (const [at, paragraph] of paragraphs.entries()) {
    const { html, isTable, source } = paragraph;
    if (keys.some(({ from, to }) => source >= from && source < to)) {
      open = undefined;
      continue;
    }
    const text = toTextFromHtml(html);
    if (text === '' && !html.includes('<img') && !isTable) continue;
    const heading = parseHeading(paragraph);
    hasNotes = hasNotes ? !(heading && (heading.type !== undefined || heading.isSection)) : isNotesStart(paragraphs, at);
    if (hasNotes) {
      outside.push(text);
      continue;
    }
    if (
      heading &&
      (heading.type !== undefined ||
        heading.isSection ||
        (paragraph.level !== undefined && !(parseNumberStart(getPlainLine(html)) && isLikelyQuestion(paragraphs, at))) ||
        (heading.number !== '' && isSectionStart(paragraphs, at)))
    ) {
      open = undefined;
      reportUnused(material);
      material = undefined;
      kind = undefined;
      hasCases = isAboutCases(heading.words);
      if (heading.type !== undefined) ({ number: section, type: typeWord } = { number: heading.number, type: heading.type });
      // A section of unknown type: each of its questions must name its own type.
      else if (heading.isSection) [section, typeWord] = [heading.number, ''];
      else {
        // A heading of a chapter sets the category of the questions below it.
        [section, typeWord] = [heading.number, ''];
        chapters.length = (paragraph.level ?? 1) - 1;
        chapters[(paragraph.level ?? 1) - 1] = heading.words.replaceAll('/', '／').slice(0, 60);
      }
      continue;
    }
    const start = isTable ? undefined : parseNumberStart(getPlainLine(html));
    const passageStart = isTable
      ? undefined
      : (parsePassageStart(getPlainLine(html)) ?? (hasCases && !hasNumberedCases(open) ? parseCaseStart(getPlainLine(html)) : undefined));
    // A passage comes between questions; "结合材料回答" within a question is part of that question.
    if (
      passageStart &&
      (passageStart.from > 0 ||
        passageStart.isCase ||
        (start === undefined && open !== undefined && open.currentField !== 'stem' && open.currentField !== 'option'))
    ) {
      reportUnused(material);
      material = { ...passageStart, lines: [html], isUsed: false };
      open = undefined;
      continue;
    }
    if (material && open === undefined && !(start && isFirstQuestion(material, start, paragraphs, at))) {
      material.lines.push(html);
      continue;
    }
    if (start && isQuestionStart(start, { open, kind, paragraphs, at })) {
      kind ??= start.kind;
      const category = chapters
        .filter((chapter) => chapter !== '')
        .slice(-6)
        .join('/');
      const passage =
        material && (material.from === 0 || (start.number >= material.from && start.number <= material.to)) ? material : undefined;
      open = {
        source,
        section,
        number: start.number,
        typeWord,
        category,
        material: passage && { lines: getPassageText(passage), isOpen: passage.from === 0 && !passage.isCase },
        fields: new Map(),
        options: [],
        mislabelledOptions: [],
        currentField: 'stem',
      };
      if (passage) passage.isUsed = true;
      // A passage that does not name its questions is given to the next question only.
      if (material?.from === 0 && !material.isCase) material = undefined;
      questions.push(open);
      addQuestionLine(open, stripLineStart(html, start.mark));
    } else if (open) addQuestionLine(open, html);
    else outside.push(text);
  }
  reportUnused(material);
  return { found: questions, outside };
}

/** Splits a paragraph into its lines. */
function splitParagraphLines(paragraph: Paragraph): Paragraph[] {
  if (!paragraph.isTable) return splitLabelledLine(moveAnswerBehind(paragraph.html)).map((html) => ({ ...paragraph, html }));
  return convertTableToLines(paragraph.html)?.map((html) => ({ html, isTable: false })) ?? [paragraph];
}

/** Checks whether a numbered line is the first question about the passage rather than a line of the passage. */
const isFirstQuestion = (material: SharedPassage, start: NumberStart, paragraphs: readonly Paragraph[], at: number): boolean =>
  material.from === 0 ? isLikelyQuestion(paragraphs, at) || start.number > 1 : start.number >= material.from && start.number <= material.to;

interface ParsePosition {
  readonly open: OpenQuestion | undefined;
  readonly kind: NumberStart['kind'] | undefined;
  readonly paragraphs: readonly Paragraph[];
  readonly at: number;
}

/** Checks whether a numbered line begins a question rather than counting something within the previous one. */
function isQuestionStart(start: NumberStart, { open, kind, paragraphs, at }: ParsePosition): boolean {
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
