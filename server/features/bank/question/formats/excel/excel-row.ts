import { isRubricTypeName } from '../../../../../../sync/contract/bank/question-body.ts';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { getQuestionTypeName, type QuestionTypeName } from '../../../../../../sync/contract/codes.ts';
import type { SheetCell, WorkbookRow } from '../../../../../../sync/spreadsheet/workbook.ts';
import type { Message } from '../../../../../http/handler.ts';
import { toHtmlFromText, unescapeHtml } from '../../question-markup.ts';
import { parseJudgement, parseAnswerLetters, parseNumberedLetters } from '../answer-text.ts';
import { splitBlankAnswer } from '../blank-lines.ts';
import { isJudgementPair, readJudgementLetter, removeOptionPunctuation } from '../choice-words.ts';
import { findTypeName, getWrittenTypeName } from '../draft-words.ts';
import { getColumnKey, htmlFields, type QuestionSheetColumn } from './excel-columns.ts';
import type { CellPicture } from './excel-pictures.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { markBlanks, countBlanks, toHtmlFromPlain } from '../text/plain-html.ts';
import type { FoundQuestion, FormatRemark } from '../question-format.ts';
import { readCellText } from '../../../../../../sync/spreadsheet/cell-text.ts';

/** Column that a heading names. `part`: number of the part if a long text continues in a second column. */
export interface HeadingColumn {
  readonly column: QuestionSheetColumn;
  readonly part: number;
}
export type SheetHeading = ReadonlyMap<number, HeadingColumn>;

/** Returns why a cell cannot be imported. The result of a formula may change, and a date is what a spreadsheet makes of "3-4". */
const cellFault = ({ kind, text }: SheetCell): Message | undefined =>
  ({
    value: undefined,
    formula: messages.formulaCell(text),
    error: messages.errorCell(text),
    date: messages.dateCell(text),
    format: messages.formatCell(text),
  })[kind];

/** Reads one row under its headings. `typeWord`: the question type that the name of the sheet gives if no column does. */
export function readRow(
  row: WorkbookRow,
  heading: SheetHeading,
  typeWord: string,
  pictures: readonly CellPicture[],
): Pick<FoundQuestion, 'draft' | 'faults' | 'warnings'> {
  const faults: FormatRemark[] = [];
  const warnings: FormatRemark[] = [];
  const texts = new Map<string, { column: QuestionSheetColumn; parts: string[]; html: string }>();
  const entryOf = (column: QuestionSheetColumn) => {
    const key = getColumnKey(column);
    const entry = texts.get(key) ?? { column, parts: [], html: '' };
    texts.set(key, entry);
    return entry;
  };
  for (const [at, cell] of row.cells) {
    const known = heading.get(at);
    if (!known) continue;
    const shown = pictures.some((picture) => picture.column === at && picture.isCell);
    const fault = shown ? undefined : cellFault(cell);
    if (fault) faults.push({ field: getColumnKey(known.column), reason: fault });
    else if (!shown) {
      const entry = entryOf(known.column);
      if (cell.runs && htmlFields.has(known.column.field)) entry.html = formatRunsHtml(cell.runs);
      entry.parts[known.part - 1] = known.part === 1 ? readCellText(cell) : cell.text.slice(1);
    }
  }
  for (const { column, mark } of pictures) {
    const known = heading.get(column)?.column;
    const place = known && htmlFields.has(known.field) && known.option !== -1 ? known : stemColumn(heading);
    if (place === undefined) continue;
    const entry = entryOf(place);
    const before = entry.html || (entry.parts.length > 0 ? toHtmlFromPlain(entry.parts.join('').trim(), false) : '');
    entry.html = `${before}<img src="${mark}">`;
  }
  const text = (key: string): string => texts.get(key)?.parts.join('') ?? '';
  const draft: Record<string, string | string[]> = {};
  const options: string[] = [];
  for (const [key, { column, html }] of texts) {
    const { field, option } = column;
    const value = htmlFields.has(field) ? html || toHtmlFromPlain(text(key).trim(), false) : text(key);
    if (field !== 'options') draft[field] = value;
    else if (option === -1) options.push(...partsOfOptions(text(key)));
    else options[option ?? 0] = value;
  }
  if (options.length > 0) draft['options'] = Array.from(options, (option) => option ?? '');
  const settled = settle({ ...draft, type: text('type').trim() || typeWord }, warnings);
  return { draft: settled, faults, warnings };
}

const stemColumn = (heading: SheetHeading): QuestionSheetColumn | undefined =>
  [...heading.values()].find(({ column }) => column.field === 'stem')?.column;

const looks = { raised: 'sup', lowered: 'sub' } as const;
const formatRunsHtml = (runs: NonNullable<SheetCell['runs']>): string =>
  runs
    .map(({ text, look }) => (look === 'plain' ? toHtmlFromText(text) : `<${looks[look]}>${toHtmlFromText(text)}</${looks[look]}>`))
    .join('')
    .trim();

/** Splits a cell that holds every option: "A.灯\nB.开关", "灯|开关", "A、灯 B、开关". Only in one line is a semicolon a separator. */
function partsOfOptions(given: string): string[] {
  const text = given.trim();
  const byLine = text.split(/\n|[|｜]|\$;\$/);
  const bySign = text.split(/[;；]\s{0,9}(?=[A-H][.．、:：)）])/);
  const inOneLine = (bySign.length > 1 ? text.replace(/[;；]$/, '') : text).split(/[;；\s]{1,9}(?=[A-H][.．、:：)）])/);
  return (byLine.length > 1 ? byLine : inOneLine)
    .map((part) => toHtmlFromPlain(part.replace(/^\s*[(（]?[A-HＡ-Ｈ]\s*[.．、:：)）]\s*/, '').trim(), false))
    .filter((part) => part !== '');
}

/** Converts the conventions of a school's own table to ours; adds a warning for each guess. */
function settle(given: Partial<ImportedQuestionDraft>, warnings: FormatRemark[]): Partial<ImportedQuestionDraft> {
  let draft = given;
  // Many tables call their only column of answers "参考答案".
  if ((draft.answer ?? '').trim() === '' && (draft.reference ?? '') !== '' && !isRubric(draft)) {
    draft = { ...draft, answer: plainOf(draft.reference ?? ''), reference: '' };
  }
  const code = typeOfCode(draft.type ?? '');
  if (code !== undefined) {
    // Options and keys confirm the types of choices and judgements. For written types only the number is known, hence a warning.
    if (!isSureCode.has(code)) warnings.push({ field: 'type', reason: messages.typeOfNumber(draft.type ?? '', getWrittenTypeName(code)) });
    draft = { ...draft, type: code };
  }
  const numbered =
    (draft.options?.length ?? 0) >= 2 && draft.type !== 'judgement'
      ? parseNumberedLetters(draft.answer ?? '', draft.options ?? [])
      : undefined;
  if (numbered !== undefined) {
    warnings.push({ field: 'answer', reason: messages.numbersAreLetters(draft.answer ?? '', numbered) });
    draft = { ...draft, answer: numbered };
  }
  const type = findTypeName(draft.type ?? '') ?? ((draft.type ?? '').trim() === '' ? guessed(draft) : undefined);
  if (type === undefined) return draft;
  if ((draft.type ?? '').trim() === '' && (draft.options?.length ?? 0) < 2)
    warnings.push({ field: 'type', reason: messages.typeGuessed(getWrittenTypeName(type)) });
  draft = { ...draft, type };
  if (isRubricTypeName(type)) {
    const answer = (draft.answer ?? '').trim();
    if (answer === '') return draft;
    const reference =
      (draft.reference ?? '') === '' ? toHtmlFromPlain(answer, false) : `${toHtmlFromPlain(answer, false)}<br>${draft.reference ?? ''}`;
    return { ...draft, answer: '', reference };
  }
  if (type === 'judgement') {
    const { answer, isDoubtful, isReworded } = readJudgementLetter(draft.options ?? [], draft.answer ?? '');
    if (isDoubtful) warnings.push({ field: 'answer', reason: messages.letterJudged(draft.answer ?? '', answer) });
    if (isReworded) warnings.push({ field: 'answer', reason: messages.judgementReworded() });
    return { ...draft, options: [], answer };
  }
  if (type === 'fillIn') {
    const settled = draft.stem ?? '';
    const stem = countBlanks(settled) > 0 ? settled : markBlanks(settled);
    const { answer, doubts } = splitBlankAnswer(draft.answer ?? '', countBlanks(stem));
    warnings.push(...doubts.map((reason) => ({ field: 'answer', reason })));
    return { ...draft, stem, answer };
  }
  return draft.options && (type === 'single' || type === 'multiple')
    ? { ...draft, options: [...removeOptionPunctuation(draft.options)] }
    : draft;
}

/** "1" to "10" in a column of types, as the platform numbers them: 1 single choice, 2 multiple choice, 3 judgement … */
const typeOfCode = (given: string): QuestionTypeName | undefined =>
  /^\s{0,3}(?:[1-9]|10)\s{0,3}$/.test(given) ? getQuestionTypeName(Number(given)) : undefined;
const isSureCode: ReadonlySet<QuestionTypeName> = new Set(['single', 'multiple', 'judgement']);

const isRubric = (draft: Partial<ImportedQuestionDraft>): boolean => {
  const type = findTypeName(draft.type ?? '');
  return type === undefined ? (draft.type ?? '').trim() === '' && guessed(draft) === 'questionAnswer' : isRubricTypeName(type);
};
const plainOf = (html: string): string => unescapeHtml(html.replace(/<br>/g, '\n').replace(/<[^<>]*>/g, ''));

/** Guesses the type of a row without one from its options and answer. */
function guessed(draft: Partial<ImportedQuestionDraft>): 'single' | 'multiple' | 'judgement' | 'fillIn' | 'questionAnswer' {
  const options = (draft.options ?? []).filter((option) => option !== '');
  const answer = ((draft.answer ?? '') || plainOf(draft.reference ?? '')).trim();
  if (isJudgementPair(options)) return 'judgement';
  if (options.length >= 2) return parseAnswerLetters(answer)?.length === 1 ? 'single' : 'multiple';
  if (parseJudgement(answer) !== undefined && !/^\d/.test(answer)) return 'judgement';
  return answer !== '' && countBlanks(markBlanks(draft.stem ?? '')) > 0 ? 'fillIn' : 'questionAnswer';
}
