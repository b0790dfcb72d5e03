import { isRubricTypeName } from '../../../../../../sync/contract/bank/question-body.ts';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { toTextFromHtml } from '../../question-markup.ts';
import { parseJudgement, parseAnswerLetters, parseNumberedLetters } from '../answer-text.ts';
import { splitBlankAnswer } from '../blank-lines.ts';
import { hasClozeGap, readCloze } from '../cloze.ts';
import { isJudgementPair, readJudgementLetter, removeOptionPunctuation } from '../choice-words.ts';
import { findTypeName, hasOptionsOfItsOwn } from '../draft-words.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { formatLeftItems } from '../matching-text.ts';
import { markBlanks, countBlanks, keepBracketWidth } from '../text/plain-html.ts';
import type { FoundQuestion, FormatRemark } from '../question-format.ts';
import { parseKeyEntries, parseKeyTitle } from './word-key.ts';
import { getPlainLine, stripLineStart, type WordField } from './word-lines.ts';
import { wordMarks } from './word-rewrite.ts';

/** A question of a Word document while its paragraphs are collected. */
export interface OpenQuestion {
  /** Index of the paragraph in which the question begins. */
  readonly source: number;
  readonly section: string;
  readonly number: number;
  readonly typeWord: string;
  /** Material before the question in the document, which other questions may share. */
  readonly material: { readonly lines: readonly string[]; readonly isOpen: boolean } | undefined;
  /** Chapter of the document in which the question stands. It becomes the question's category. */
  readonly category: string;
  readonly fields: Map<WordField, string[]>;
  readonly options: string[];
  /** Options whose letter in the document differs from their position. */
  readonly mislabelledOptions: { readonly place: number; readonly letter: string }[];
  currentField: WordField | 'option';
  /** Answer that an answer key of the document gives, for a question that has an answer line of its own too. */
  keyAnswer?: string;
}

const tag = /^\s*[【[(（]\s*([^\s】\])）][^】\])）]{1,5}?)\s*[】\])）]\s*/;

/** Converts a collected question to a draft with its faults and warnings. `row`: its position in the document, from 1. */
export function finishQuestion(open: OpenQuestion, row: number): FoundQuestion {
  const written = readStemAndAnswer(open);
  const type = chooseType(written.typeWord, guess(open.options, written.answer, written.stem));
  const judgement = type === 'judgement' ? readJudgementLetter(open.options, written.answer) : undefined;
  const answer = judgement?.answer ?? written.answer;
  // This type has no options, so lines that looked like options belong to the stem.
  const stem =
    type === 'judgement' || hasOptionsOfItsOwn(type)
      ? written.stem
      : [written.stem, ...open.options.map((html, at) => `${String.fromCharCode(65 + at)}. ${html}`)].join('<br>');
  const stemHtml = type === 'fillIn' ? markBlanks(stem) : stem;
  const blanks = type === 'fillIn' ? splitBlankAnswer(answer, countBlanks(stemHtml)) : { answer, warnings: [] };
  const draft = createDraft(open, { type, stem: stemHtml, answer: blanks.answer });
  const read = replaceDoubtMarks(draft);
  return {
    row,
    place: open.section === '' ? String(open.number) : `${open.section}、${open.number}`,
    ...read,
    warnings: [
      ...read.warnings,
      ...(draft.options?.length === 0 ? [] : open.mislabelledOptions.map(createMisnamedRemark)),
      ...(judgement?.isDoubtful ? [{ field: 'answer', reason: messages.letterJudged(written.answer, answer) }] : []),
      ...(judgement?.isReworded ? [{ field: 'answer', reason: messages.judgementReworded() }] : []),
      ...written.warnings,
      ...blanks.warnings.map((reason) => ({ field: 'answer', reason })),
      ...(open.material?.isOpen ? [{ field: 'material', reason: messages.materialOpen() }] : []),
    ],
    faults: [
      ...written.faults,
      ...listKeyRemarks(open.number, stem, 'stem'),
      ...open.options.flatMap((html, at) => listKeyRemarks(undefined, html, `options.${at}`)),
    ],
  };
}

interface StemAndAnswer {
  /** Type that the document names, or '' if it names none. */
  readonly typeWord: string;
  /** HTML of the stem, without the type and the answer that the document may write into it. */
  readonly stem: string;
  readonly answer: string;
  readonly faults: readonly FormatRemark[];
  readonly warnings: readonly FormatRemark[];
}

/** Reads type, stem and answer of a question, and compares the places where a document may give the answer. */
function readStemAndAnswer(open: OpenQuestion): StemAndAnswer {
  const warnings: FormatRemark[] = [];
  const faults: FormatRemark[] = [];
  let stem = keepBracketWidth(joinFieldHtml(open, 'stem'));
  let answer = joinFieldText(open, 'answer');
  let { typeWord } = open;
  const typeTag = tag.exec(getPlainLine(stem));
  const tagType = typeTag && findTypeName(typeTag[1] ?? '');
  if (tagType) {
    typeWord = tagType;
    stem = stripLineStart(stem, tag);
  }
  if (hasClozeGap(stem)) {
    const cloze = readCloze(stem, (field, reason) => void warnings.push({ field, reason }));
    [typeWord, stem, answer] = ['fillIn', cloze.stem, answer || cloze.answer];
  }
  if (!isRubricTypeName(typeWord)) {
    const read = extractStemAnswer(stem, answer, open.options.length, typeWord);
    ({ stem, answer } = read);
    if (read.other !== undefined) faults.push({ field: 'answer', reason: messages.answersDiffer(read.other, answer) });
    if (read.maybe !== undefined) warnings.push({ field: 'stem', reason: messages.answersDiffer(read.maybe, answer) });
  }
  const keyed = open.keyAnswer?.replace(/^答案：/, '');
  const hasPlaces = typeWord === 'ordering' || typeWord === 'matching';
  if (keyed !== undefined && (hasPlaces ? keyed.trim() !== answer.trim() : !isSameAnswer(keyed, answer)))
    faults.push({ field: 'answer', reason: messages.answersDiffer(answer, keyed) });
  const letters =
    open.options.length >= 2 && typeWord !== 'judgement' && !isRubricTypeName(typeWord)
      ? parseNumberedLetters(answer, open.options)
      : undefined;
  if (letters !== undefined) {
    warnings.push({ field: 'answer', reason: messages.numbersAreLetters(answer, letters) });
    answer = letters;
  }
  return { typeWord, stem, answer, faults, warnings };
}

/** Fills a draft from the lines of a question. Warnings about doubtful parts follow the order of the fields here. */
function createDraft(
  open: OpenQuestion,
  { type, stem, answer }: Pick<ImportedQuestionDraft, 'type' | 'stem' | 'answer'>,
): Partial<ImportedQuestionDraft> {
  const isRubric = isRubricTypeName(type);
  return {
    type,
    material: joinHtmlLines(open.material?.lines ?? []),
    stem,
    options: hasOptionsOfItsOwn(type) ? [...removeOptionPunctuation(open.options)] : [],
    left: formatLeftItems((open.fields.get('left') ?? []).filter((html) => html !== '')),
    answer: isRubric ? '' : answer,
    reference: isRubric ? joinFieldHtml(open, 'answer') : '',
    items: joinFieldText(open, 'items'),
    veto: joinFieldText(open, 'veto'),
    files: joinFieldText(open, 'files'),
    analysis: joinFieldHtml(open, 'analysis'),
    difficulty: joinFieldText(open, 'difficulty'),
    uniformity: joinFieldText(open, 'uniformity'),
    level: joinFieldText(open, 'level'),
    profId: joinFieldText(open, 'profId'),
    tradeId: joinFieldText(open, 'tradeId'),
    category: joinFieldText(open, 'category') || open.category,
    tags: joinFieldText(open, 'tags'),
    source: joinFieldText(open, 'source'),
    scoreHint: joinFieldText(open, 'scoreHint').replace(/\s*分$/, ''),
    pointCode: joinFieldText(open, 'pointCode'),
  };
}

const joinFieldText = (open: OpenQuestion, field: WordField): string =>
  (open.fields.get(field) ?? [])
    .map((html) => toTextFromHtml(html))
    .filter((text) => text !== '')
    .join('\n');
const joinFieldHtml = (open: OpenQuestion, field: WordField): string => joinHtmlLines(open.fields.get(field) ?? []);
const joinHtmlLines = (lines: readonly string[]): string =>
  lines
    .filter((html) => html !== '')
    .join('<br>')
    .replace(/<\/table><br>/g, '</table>');

/** Finds an answer key that was left inside a question, where examinees would read it. `number`: the number of the question, for its stem. */
function listKeyRemarks(number: number | undefined, html: string, field: string): FormatRemark[] {
  const found = html.split('<br>').find((line, at) => {
    const text = toTextFromHtml(line);
    const counted = at === 0 && number !== undefined ? `${number}. ${text}` : text;
    if ((parseKeyEntries(counted)?.length ?? 0) >= 2) return true;
    return at === 0
      ? /(?:参考|标准)答案/.test(text)
      : parseKeyTitle({ html: line, isTable: false }) !== undefined || /(?:参考|标准|正确)答案\s{0,9}[:：】]/.test(text);
  });
  return found === undefined ? [] : [{ field, reason: messages.keyWithin(toTextFromHtml(found)) }];
}

const createMisnamedRemark = ({ place, letter }: OpenQuestion['mislabelledOptions'][number]): FormatRemark => ({
  field: `options.${place}`,
  reason: messages.optionMisnamed(letter, String.fromCharCode(65 + place)),
});

const inside = /[(（]([\s_]*)([A-HＡ-Ｈ]{1,8}|[TＴ]|[√×✓✔☑✗✘✖☒╳]|对|错|正确|错误)[\s_]*[)）]/g;

/**
 * Takes the answer out of the bracket of the stem, "……是（ B ）。": the stem must not show it, even if the answer is given elsewhere too. "额定电流 10(A)" is
 * a unit if there is another, empty bracket, or if the answer is known and a digit precedes.
 */
function extractStemAnswer(stem: string, writtenAnswer: string, options: number, typeWord: string): AnswerInStem {
  if (/[(（][\s_]*[)）]/.test(stem)) return { stem, answer: writtenAnswer };
  const isChoice = options >= 2 || ['judgement', 'choice', 'single', 'multiple'].includes(typeWord);
  const brackets = [...stem.matchAll(inside)].filter(([, , sign = '']) => isChoice || !isLetters(sign));
  const answerBrackets = writtenAnswer === '' ? brackets : brackets.filter(([, , sign = '']) => isSameAnswer(writtenAnswer, sign));
  const last = answerBrackets.findLast(([, space]) => space !== '') ?? answerBrackets.at(-1);
  const clearBracket = (bracket: RegExpExecArray): string =>
    `${stem.slice(0, bracket.index)}（　　）${stem.slice(bracket.index + bracket[0].length)}`;
  if (last !== undefined)
    return { stem: clearBracket(last), answer: writtenAnswer === '' ? (last[2] ?? '').normalize('NFKC') : writtenAnswer };
  // A bracket with spaces, or with a judgement sign, is an answer and no unit.
  const other = brackets.findLast(([, space, sign = '']) => space !== '' || !isLetters(sign));
  if (other !== undefined) return { stem: clearBracket(other), answer: writtenAnswer, other: other[2] ?? '' };
  const maybe = brackets.findLast(({ index }) => !/[\w.Ω°]\s{0,3}$/.test(stem.slice(0, index)));
  return { stem, answer: writtenAnswer, ...(maybe && { maybe: maybe[2] ?? '' }) };
}
interface AnswerInStem {
  readonly stem: string;
  readonly answer: string;
  /** `other`: a bracket with a different answer. `maybe`: a bracket with a letter that may be a unit. */
  readonly other?: string;
  readonly maybe?: string;
}
const isLetters = (sign: string): boolean => /^[A-H]+$/.test(sign.normalize('NFKC'));
const isSameAnswer = (one: string, other: string): boolean =>
  isSameJudgement(one, other) || parseAnswerLetters(one)?.toSorted().join('') === (parseAnswerLetters(other)?.toSorted().join('') ?? other);

/** Checks whether the bracket of a stem holds the answer: "……是（ B ）。" */
export const hasAnswerInStem = ({ fields, options, typeWord }: OpenQuestion): boolean =>
  extractStemAnswer((fields.get('stem') ?? []).join('<br>'), '', options.length, typeWord).answer !== '';
const isSameJudgement = (one: string, other: string): boolean =>
  parseJudgement(one) !== undefined && parseJudgement(one) === parseJudgement(other);

const doubts = [
  [wordMarks.doubtful, messages.wordFormula],
  [wordMarks.noPicture, messages.wordPictureGone],
  [wordMarks.drawn, messages.wordDrawn],
] as const;

/** Removes the marks of incompletely read parts (`wordMarks`) from the texts and adds a warning to the field of each. */
function replaceDoubtMarks(draft: Partial<ImportedQuestionDraft>): { draft: Partial<ImportedQuestionDraft>; warnings: FormatRemark[] } {
  const warnings: FormatRemark[] = [];
  const clean = (markedText: string, field: string): string => {
    let text = markedText;
    for (const [mark, reason] of doubts) {
      if (!text.includes(mark)) continue;
      warnings.push({ field, reason: reason() });
      text = text.replaceAll(mark, '');
    }
    return text;
  };
  const cleanDraft = Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((text, at) => clean(text, `${field}.${at}`)) : clean(value, field),
    ]),
  );
  return { draft: cleanDraft, warnings };
}

/** Returns the type. "选择题" says only that there are options; the answer decides between one right option and several. */
const chooseType = (writtenAnswer: string, guessed: string): string => {
  if (writtenAnswer === '') return guessed;
  if (writtenAnswer === 'choice') return ['single', 'multiple', 'judgement'].includes(guessed) ? guessed : 'single';
  return writtenAnswer;
};

function guess(options: readonly string[], answer: string, stem: string): string {
  if (isJudgementPair(options)) return 'judgement';
  if (options.length >= 2) return (parseAnswerLetters(answer)?.length ?? 0) > 1 ? 'multiple' : 'single';
  if (parseJudgement(answer) && !/^\d/.test(answer)) return 'judgement';
  return /_{3,}/.test(stem) && answer !== '' ? 'fillIn' : 'questionAnswer';
}
