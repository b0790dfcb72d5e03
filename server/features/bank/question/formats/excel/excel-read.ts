import { isRubricTypeName } from '../../../../../../sync/contract/bank/question-body.ts';
import {
  maxQuestionFileBytes,
  maxQuestionFileRows,
  type ImportedQuestionDraft,
} from '../../../../../../sync/contract/bank/question-file.ts';
import { getQuestionTypeName, type QuestionTypeName } from '../../../../../../sync/contract/codes.ts';
import { readCellText } from '../../../../../../sync/spreadsheet/cell-text.ts';
import { isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import { parseTextSheet, cellSeparators, splitTextCells } from '../../../../../../sync/spreadsheet/text-sheet.ts';
import { readWorkbook } from '../../../../../../sync/spreadsheet/workbook-read.ts';
import type {
  WorkbookRow,
  WorkbookLimits,
  WorkbookProblem,
  WorkbookSheet,
  SheetCell,
} from '../../../../../../sync/spreadsheet/workbook.ts';
import type { Message } from '../../../../../http/handler.ts';
import { toHtmlFromText, unescapeHtml } from '../../question-markup.ts';
import { parseJudgement, parseAnswerLetters, parseNumberedLetters } from '../answer-text.ts';
import { splitBlankAnswer } from '../blank-lines.ts';
import { isJudgementPair, readJudgementLetter, removeOptionPunctuation } from '../choice-words.ts';
import { findTypeName, getWrittenTypeName } from '../draft-words.ts';
import { formatMessages as messages } from '../format-messages.ts';
import {
  type FileToRead,
  type DetectedColumn,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  UnreadableFileError,
  type FormatRemark,
} from '../question-format.ts';
import { decodeTextFile } from '../text/file-text.ts';
import { markBlanks, countBlanks, toHtmlFromPlain } from '../text/plain-html.ts';
import { getPackageMessage, zipLimits } from '../zip-read.ts';
import { getColumnKey, findColumnByHeading, findColumnByKey, htmlFields, type QuestionSheetColumn } from './excel-columns.ts';
import { readExcelPictures, noSheetPictures, type SheetPictures, type CellPicture } from './excel-pictures.ts';
import { templateTexts } from './template-table.ts';

/** Reads our own template or a school's own table, in any order of columns. Sheets without question columns are skipped and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx', 'csv'], sniff: () => false, read: readExcel };

/** Names of the sheets that explain the template, in both languages. An import skips them. */
const explainingSheets: readonly string[] = Object.values(templateTexts).flatMap(({ sheets }) => sheets.slice(1));

/** Limits of a spreadsheet. It may have one row more than a file may have questions, because the heading is a row too. */
const limits: WorkbookLimits = { ...zipLimits, fileMb: maxQuestionFileBytes / 1024 / 1024, rows: maxQuestionFileRows + 1 };

/** Column that a heading names. `part`: number of the part, for a long text that continues in further columns. */
interface HeadingColumn {
  readonly column: QuestionSheetColumn;
  readonly part: number;
}
type SheetHeading = ReadonlyMap<number, HeadingColumn>;

/**
 * Returns why the content of a cell cannot be imported: the result of a formula may change, and a spreadsheet turns a text such as "3-4" into a date.
 */
const findCellFault = ({ kind, text }: SheetCell): Message | undefined =>
  ({
    value: undefined,
    formula: messages.formulaCell(text),
    error: messages.errorCell(text),
    date: messages.dateCell(text),
    format: messages.formatCell(text),
  })[kind];

/** Reads one row under its headings. `typeWord`: the question type that the name of the sheet gives if no column does. */
function readRow(
  row: WorkbookRow,
  heading: SheetHeading,
  typeWord: string,
  pictures: readonly CellPicture[],
): Pick<FoundQuestion, 'draft' | 'faults' | 'warnings'> {
  const faults: FormatRemark[] = [];
  const warnings: FormatRemark[] = [];
  const texts = new Map<string, { column: QuestionSheetColumn; parts: string[]; html: string }>();
  const getEntry = (column: QuestionSheetColumn) => {
    const key = getColumnKey(column);
    const entry = texts.get(key) ?? { column, parts: [], html: '' };
    texts.set(key, entry);
    return entry;
  };
  for (const [columnNumber, cell] of row.cells) {
    const headingColumn = heading.get(columnNumber);
    if (!headingColumn) continue;
    const hasCellPicture = pictures.some((picture) => picture.column === columnNumber && picture.isInCell);
    const fault = hasCellPicture ? undefined : findCellFault(cell);
    if (fault) faults.push({ field: getColumnKey(headingColumn.column), reason: fault });
    else if (!hasCellPicture) {
      const entry = getEntry(headingColumn.column);
      if (cell.runs && htmlFields.has(headingColumn.column.field)) entry.html = formatRunsHtml(cell.runs);
      entry.parts[headingColumn.part - 1] = headingColumn.part === 1 ? readCellText(cell) : cell.text.slice(1);
    }
  }
  for (const { column, mark } of pictures) {
    const sheetColumn = heading.get(column)?.column;
    const targetColumn =
      sheetColumn && htmlFields.has(sheetColumn.field) && sheetColumn.option !== -1 ? sheetColumn : findStemColumn(heading);
    if (targetColumn === undefined) continue;
    const entry = getEntry(targetColumn);
    const htmlBefore = entry.html || (entry.parts.length > 0 ? toHtmlFromPlain(entry.parts.join('').trim(), false) : '');
    entry.html = `${htmlBefore}<img src="${mark}">`;
  }
  const joinParts = (key: string): string => texts.get(key)?.parts.join('') ?? '';
  const draft: Record<string, string | string[]> = {};
  const options: string[] = [];
  for (const [key, { column, html }] of texts) {
    const { field, option } = column;
    const value = htmlFields.has(field) ? html || toHtmlFromPlain(joinParts(key).trim(), false) : joinParts(key);
    if (field !== 'options') draft[field] = value;
    else if (option === -1) options.push(...splitOptions(joinParts(key)));
    else options[option ?? 0] = value;
  }
  if (options.length > 0) draft['options'] = Array.from(options, (option) => option ?? '');
  const settledDraft = settle({ ...draft, type: joinParts('type').trim() || typeWord }, warnings);
  return { draft: settledDraft, faults, warnings };
}

const findStemColumn = (heading: SheetHeading): QuestionSheetColumn | undefined =>
  [...heading.values()].find(({ column }) => column.field === 'stem')?.column;

const looks = { raised: 'sup', lowered: 'sub' } as const;
const formatRunsHtml = (runs: NonNullable<SheetCell['runs']>): string =>
  runs
    .map(({ text, look }) => (look === 'plain' ? toHtmlFromText(text) : `<${looks[look]}>${toHtmlFromText(text)}</${looks[look]}>`))
    .join('')
    .trim();

/**
 * Splits a cell that holds every option: "A.灯\nB.开关", "灯|开关", "A、灯 B、开关". A semicolon separates options only if they are all on one line.
 */
function splitOptions(cellText: string): string[] {
  const text = cellText.trim();
  const byLine = text.split(/\n|[|｜]|\$;\$/);
  const bySign = text.split(/[;；]\s{0,9}(?=[A-H][.．、:：)）])/);
  const inOneLine = (bySign.length > 1 ? text.replace(/[;；]$/, '') : text).split(/[;；\s]{1,9}(?=[A-H][.．、:：)）])/);
  return (byLine.length > 1 ? byLine : inOneLine)
    .map((part) => toHtmlFromPlain(part.replace(/^\s*[(（]?[A-HＡ-Ｈ]\s*[.．、:：)）]\s*/, '').trim(), false))
    .filter((part) => part !== '');
}

/** Converts the conventions of a school's own table to those of our template; adds a warning for each guess. */
function settle(importedDraft: Partial<ImportedQuestionDraft>, warnings: FormatRemark[]): Partial<ImportedQuestionDraft> {
  let draft = importedDraft;
  // Many tables give "参考答案" as the heading of their only column of answers.
  if ((draft.answer ?? '').trim() === '' && (draft.reference ?? '') !== '' && !isRubric(draft)) {
    draft = { ...draft, answer: toPlainText(draft.reference ?? ''), reference: '' };
  }
  const code = parseTypeCode(draft.type ?? '');
  if (code !== undefined) {
    // For choices and judgements, options and answer confirm the type that the number names. For other types only the number speaks for the type, so
    // a warning is added.
    if (!isSureCode.has(code)) warnings.push({ field: 'type', reason: messages.typeOfNumber(draft.type ?? '', getWrittenTypeName(code)) });
    draft = { ...draft, type: code };
  }
  const letters =
    (draft.options?.length ?? 0) >= 2 && draft.type !== 'judgement'
      ? parseNumberedLetters(draft.answer ?? '', draft.options ?? [])
      : undefined;
  if (letters !== undefined) {
    warnings.push({ field: 'answer', reason: messages.numbersAreLetters(draft.answer ?? '', letters) });
    draft = { ...draft, answer: letters };
  }
  const type = findTypeName(draft.type ?? '') ?? ((draft.type ?? '').trim() === '' ? guessType(draft) : undefined);
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
    const importedStem = draft.stem ?? '';
    const stem = countBlanks(importedStem) > 0 ? importedStem : markBlanks(importedStem);
    const { answer, warnings: doubts } = splitBlankAnswer(draft.answer ?? '', countBlanks(stem));
    warnings.push(...doubts.map((reason) => ({ field: 'answer', reason })));
    return { ...draft, stem, answer };
  }
  return draft.options && (type === 'single' || type === 'multiple')
    ? { ...draft, options: [...removeOptionPunctuation(draft.options)] }
    : draft;
}

/** Reads "1" to "10" in the column of types by the numbers of the platform: 1 single choice, 2 multiple choice, 3 judgement … */
const parseTypeCode = (given: string): QuestionTypeName | undefined =>
  /^\s{0,3}(?:[1-9]|10)\s{0,3}$/.test(given) ? getQuestionTypeName(Number(given)) : undefined;
const isSureCode: ReadonlySet<QuestionTypeName> = new Set(['single', 'multiple', 'judgement']);

const isRubric = (draft: Partial<ImportedQuestionDraft>): boolean => {
  const type = findTypeName(draft.type ?? '');
  return type === undefined ? (draft.type ?? '').trim() === '' && guessType(draft) === 'questionAnswer' : isRubricTypeName(type);
};
const toPlainText = (html: string): string => unescapeHtml(html.replace(/<br>/g, '\n').replace(/<[^<>]*>/g, ''));

/** Guesses the type of a row without one from its options and answer. */
function guessType(draft: Partial<ImportedQuestionDraft>): 'single' | 'multiple' | 'judgement' | 'fillIn' | 'questionAnswer' {
  const options = (draft.options ?? []).filter((option) => option !== '');
  const answer = ((draft.answer ?? '') || toPlainText(draft.reference ?? '')).trim();
  if (isJudgementPair(options)) return 'judgement';
  if (options.length >= 2) return parseAnswerLetters(answer)?.length === 1 ? 'single' : 'multiple';
  if (parseJudgement(answer) !== undefined && !/^\d/.test(answer)) return 'judgement';
  return answer !== '' && countBlanks(markBlanks(draft.stem ?? '')) > 0 ? 'fillIn' : 'questionAnswer';
}

type ColumnOf = (heading: string) => HeadingColumn | undefined;
/** Minimum number of filled cells of a heading row. */
const fewestColumns = 2;
const mostColumns = 100;

/** Returns the separator of a table that has our headings in one of its first lines; undefined for any other text. */
export function detectSeparator(text: string): string | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 10))
    for (const separator of cellSeparators) {
      const cells = splitTextCells(line, separator)[0] ?? [];
      if (cells.length >= 2 && cells.filter((cell) => findColumnByHeading(cell) !== undefined).length >= 2) return separator;
    }
  return undefined;
}

export function readExcel({ bytes, name, columns = {} }: FileToRead): ReadFile {
  if (isZipFile(bytes)) {
    const sheets = readWorkbook(bytes, limits);
    if ('kind' in sheets) throw new UnreadableFileError(describeProblem(sheets));
    return readSheets(sheets, columns, readExcelPictures(bytes));
  }
  const { text, notes } = decodeTextFile(bytes);
  const separator = detectSeparator(text) ?? (name.endsWith('.tsv') ? '\t' : ',');
  const file = readSheets([parseTextSheet(text.replace(/^\ufeff/, ''), separator)], columns, noSheetPictures);
  if (file.questions.length > maxQuestionFileRows) throw new UnreadableFileError(messages.tooManyRows(maxQuestionFileRows));
  return { ...file, notes: [...notes, ...file.notes] };
}

/** Reads the sheets of a spreadsheet, a CSV text or a pasted table. */
export function readSheets(sheets: readonly WorkbookSheet[], columns: Readonly<Record<string, string>>, pictured: SheetPictures): ReadFile {
  const findColumn = (heading: string): HeadingColumn | undefined => {
    const chosen = Object.hasOwn(columns, heading) ? columns[heading] : undefined;
    if (chosen === undefined) return findColumnByHeading(heading);
    const column = findColumnByKey(chosen);
    return column && { column, part: 1 };
  };
  const columnsByHeading = new Map<string, DetectedColumn>();
  const notes: Message[] = [];
  const questions: FoundQuestion[] = [];
  let sheetCount = 0;
  for (const sheet of sheets) {
    if (explainingSheets.includes(sheet.name.trim())) continue;
    if (sheet.hidden) {
      notes.push(messages.sheetHidden(sheet.name));
      continue;
    }
    const top = sheet.rows.slice(0, titleRows + 1);
    const headIndex = top.findIndex((row) => isHeading(row, findColumn));
    const head = sheet.rows[headIndex];
    const pictures = pictured.getPicturesByRow(sheet);
    // If no row names our columns, offer the likeliest heading row, so that the user can map its columns by hand.
    for (const name of (head ?? findLikeliestHeading(top, findColumn))?.cells.values() ?? []) {
      const text = name.text.trim();
      const headingColumn = findColumn(text);
      if (text !== '' && columnsByHeading.size < mostColumns)
        columnsByHeading.set(text, { name: text, field: headingColumn === undefined ? '' : getColumnKey(headingColumn.column) });
    }
    if (!head) {
      if (sheet.rows.length > 0) notes.push(messages.sheetSkipped(sheet.name));
      continue;
    }
    const heading = readHeading(head, findColumn);
    const typeWord = [...heading.values()].some(({ column }) => column.field === 'type') ? '' : (findTypeName(sheet.name) ?? '');
    for (const row of sheet.rows.slice(headIndex + 1)) {
      const place = sheetCount === 0 ? '' : `${sheet.name} ${row.number}`;
      questions.push({
        row: sheetCount * rowsPerSheet + row.number,
        place,
        ...readRow(row, heading, typeWord, pictures.get(row.number) ?? []),
      });
      pictures.delete(row.number);
    }
    for (const [row, unplacedPictures] of pictures) notes.push(messages.picturesOutside(sheet.name, row, unplacedPictures.length));
    sheetCount += 1;
  }
  if (sheetCount === 0 && columnsByHeading.size === 0) throw new UnreadableFileError(messages.noSheet());
  if (sheetCount === 0) notes.push(messages.columnsUnknown());
  return { questions, notes, pictures: pictured.pictures, columns: [...columnsByHeading.values()] };
}

function describeProblem(problem: WorkbookProblem): Message {
  switch (problem.kind) {
    case 'notXlsx':
      return messages.notThisFormat('Excel (.xlsx)');
    case 'oldXls':
      return messages.oldOffice();
    case 'noSheet':
      return messages.noSheet();
    case 'doctype':
      return messages.doctype();
    case 'tooManyRows':
      return messages.tooManyRows(maxQuestionFileRows);
    case 'tooManyEmptyRows':
      return messages.emptyRows(problem.sheet, problem.row, problem.limit);
    default:
      return getPackageMessage(problem);
  }
}

/** Maximum number of rows above the heading, such as the name of a school, a title and instructions. */
const titleRows = 9;

function isHeading({ cells }: WorkbookRow, columnOf: ColumnOf): boolean {
  const fields = new Set([...cells.values()].map(({ text }) => columnOf(text.trim())?.column.field));
  return fields.has('stem') && ['answer', 'type', 'reference', 'options'].some((field) => fields.has(field as keyof ImportedQuestionDraft));
}

/** Returns the row whose columns the user may map by hand: the one with most known names, or else with most filled cells. */
function findLikeliestHeading(rows: readonly WorkbookRow[], columnOf: ColumnOf): WorkbookRow | undefined {
  const rateRow = ({ cells }: WorkbookRow): number =>
    cells.size < fewestColumns
      ? 0
      : [...cells.values()].filter(({ text }) => columnOf(text.trim())).length * mostColumns + Math.min(cells.size, mostColumns);
  let best: WorkbookRow | undefined;
  for (const row of rows) if (rateRow(row) > (best === undefined ? 0 : rateRow(best))) best = row;
  return best;
}

function readHeading(row: WorkbookRow, columnOf: ColumnOf): SheetHeading {
  const heading = new Map<number, HeadingColumn>();
  for (const [at, { text }] of row.cells) {
    const known = columnOf(text.trim());
    if (known) heading.set(at, known);
  }
  return heading;
}

/** Row numbers of each further sheet are offset by this much, so that a number identifies one row of the whole file. */
const rowsPerSheet = 10_000_000;
