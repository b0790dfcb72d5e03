import {
  maxQuestionFileBytes,
  maxQuestionFileRows,
  type ImportedQuestionDraft,
} from '../../../../../../sync/contract/bank/question-file.ts';
import { isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import { parseTextSheet } from '../../../../../../sync/spreadsheet/text-sheet.ts';
import { readWorkbook } from '../../../../../../sync/spreadsheet/workbook-read.ts';
import type { WorkbookRow, WorkbookLimits, WorkbookProblem, WorkbookSheet } from '../../../../../../sync/spreadsheet/workbook.ts';
import type { Message } from '../../../../../http/handler.ts';
import { detectSeparator } from './csv-read.ts';
import { findTypeName } from '../draft-words.ts';
import { getColumnKey, findColumnByHeading, findColumnByKey } from './excel-columns.ts';
import { readExcelPictures, noSheetPictures, type SheetPictures } from './excel-pictures.ts';
import { type SheetHeading, type HeadingColumn, readRow } from './excel-row.ts';
import { decodeTextFile } from '../text/file-text.ts';
import { formatMessages as messages } from '../format-messages.ts';
import {
  type FileToRead,
  type DetectedColumn,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  UnreadableFileError,
} from '../question-format.ts';
import { templateTexts } from './template-table.ts';
import { getPackageMessage, zipLimits } from '../zip-read.ts';

/** Reads our own template or a school's own table, in any order of columns. Sheets without question columns are skipped and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx', 'csv'], sniff: () => false, read: readExcel };

/** Names of the sheets that explain the template, in both languages. */
const explainingSheets: readonly string[] = Object.values(templateTexts).flatMap(({ sheets }) => sheets.slice(1));

/** One row more, because the heading counts as a row. */
const limits: WorkbookLimits = { ...zipLimits, fileMb: maxQuestionFileBytes / 1024 / 1024, rows: maxQuestionFileRows + 1 };

type ColumnOf = (heading: string) => HeadingColumn | undefined;
/** A row with fewer filled cells is no heading. */
const fewestColumns = 2;
const mostColumns = 100;

export function readExcel({ bytes, name, columns = {} }: FileToRead): ReadFile {
  if (isZipFile(bytes)) {
    const sheets = readWorkbook(bytes, limits);
    if ('kind' in sheets) throw new UnreadableFileError(problemWords(sheets));
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
  const columnOf = (heading: string): HeadingColumn | undefined => {
    const chosen = Object.hasOwn(columns, heading) ? columns[heading] : undefined;
    if (chosen === undefined) return findColumnByHeading(heading);
    const column = findColumnByKey(chosen);
    return column && { column, part: 1 };
  };
  const named = new Map<string, DetectedColumn>();
  const notes: Message[] = [];
  const questions: FoundQuestion[] = [];
  let found = 0;
  for (const sheet of sheets) {
    if (explainingSheets.includes(sheet.name.trim())) continue;
    if (sheet.hidden) {
      notes.push(messages.sheetHidden(sheet.name));
      continue;
    }
    const top = sheet.rows.slice(0, titleRows + 1);
    const at = top.findIndex((row) => isHeading(row, columnOf));
    const head = sheet.rows[at];
    const pictures = pictured.of(sheet);
    // If no row names our columns, offer the likeliest heading row, so that the user can map its columns by hand.
    for (const name of (head ?? likeliestHeading(top, columnOf))?.cells.values() ?? []) {
      const text = name.text.trim();
      const known = columnOf(text);
      if (text !== '' && named.size < mostColumns)
        named.set(text, { name: text, field: known === undefined ? '' : getColumnKey(known.column) });
    }
    if (!head) {
      if (sheet.rows.length > 0) notes.push(messages.sheetSkipped(sheet.name));
      continue;
    }
    const heading = headingOf(head, columnOf);
    const typeWord = [...heading.values()].some(({ column }) => column.field === 'type') ? '' : (findTypeName(sheet.name) ?? '');
    for (const row of sheet.rows.slice(at + 1)) {
      const place = found === 0 ? '' : `${sheet.name} ${row.number}`;
      questions.push({ row: found * rowsPerSheet + row.number, place, ...readRow(row, heading, typeWord, pictures.get(row.number) ?? []) });
      pictures.delete(row.number);
    }
    for (const [row, left] of pictures) notes.push(messages.picturesOutside(sheet.name, row, left.length));
    found += 1;
  }
  if (found === 0 && named.size === 0) throw new UnreadableFileError(messages.noSheet());
  if (found === 0) notes.push(messages.columnsUnknown());
  return { questions, notes, pictures: pictured.pictures, columns: [...named.values()] };
}

function problemWords(problem: WorkbookProblem): Message {
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

/** Rows that a school's name, a title and instructions may take above the heading. */
const titleRows = 9;

function isHeading({ cells }: WorkbookRow, columnOf: ColumnOf): boolean {
  const fields = new Set([...cells.values()].map(({ text }) => columnOf(text.trim())?.column.field));
  return fields.has('stem') && ['answer', 'type', 'reference', 'options'].some((field) => fields.has(field as keyof ImportedQuestionDraft));
}

/** Returns the row that the user may map by hand: the one with most known names, or else with most filled cells. */
function likeliestHeading(rows: readonly WorkbookRow[], columnOf: ColumnOf): WorkbookRow | undefined {
  const worth = ({ cells }: WorkbookRow): number =>
    cells.size < fewestColumns
      ? 0
      : [...cells.values()].filter(({ text }) => columnOf(text.trim())).length * mostColumns + Math.min(cells.size, mostColumns);
  let best: WorkbookRow | undefined;
  for (const row of rows) if (worth(row) > (best === undefined ? 0 : worth(best))) best = row;
  return best;
}

function headingOf(row: WorkbookRow, columnOf: ColumnOf): SheetHeading {
  const heading = new Map<number, HeadingColumn>();
  for (const [at, { text }] of row.cells) {
    const known = columnOf(text.trim());
    if (known) heading.set(at, known);
  }
  return heading;
}

/** Row numbers of a further sheet are offset by this much, so that a number identifies a row of the file. */
const rowsPerSheet = 10_000_000;
