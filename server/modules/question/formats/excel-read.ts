import { questionFileMaxBytes, questionFileMaxRows, type QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { isPackage } from '../../../../sync/workbook/package-read.ts';
import { sheetOfText } from '../../../../sync/workbook/text-sheet.ts';
import { readWorkbook } from '../../../../sync/workbook/workbook-read.ts';
import type { SheetRow, WorkbookLimits, WorkbookProblem, WorkbookSheet } from '../../../../sync/workbook/workbook.ts';
import type { Message } from '../../../http/handler.ts';
import { separatorOf } from './csv-read.ts';
import { typeNameOfWord } from './draft-words.ts';
import { columnKey, columnOfHeading, columnOfKey } from './excel-columns.ts';
import { excelPictures, noPictures, type SheetPictures } from './excel-pictures.ts';
import { type Heading, type Named, readRow } from './excel-row.ts';
import { textOfFile } from './file-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import {
  type FileToRead,
  type FoundColumn,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  UnreadableFile,
} from './question-format.ts';
import { templateWords } from './template-table.ts';
import { packageWords, zipLimits } from './zip-read.ts';

/** Reads our own template or a school's own table, in any order of columns. Sheets without question columns are skipped and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx', 'csv'], sniff: () => false, read: readExcel };

/** Names of the sheets that explain the template, in both languages. */
const explainingSheets: readonly string[] = Object.values(templateWords).flatMap(({ sheets }) => sheets.slice(1));

/** One row more, because the heading counts as a row. */
const limits: WorkbookLimits = { ...zipLimits, fileMb: questionFileMaxBytes / 1024 / 1024, rows: questionFileMaxRows + 1 };

type ColumnOf = (heading: string) => Named | undefined;
/** A row with fewer filled cells is no heading. */
const fewestColumns = 2;
const mostColumns = 100;

export function readExcel({ bytes, name, columns = {} }: FileToRead): ReadFile {
  if (isPackage(bytes)) {
    const sheets = readWorkbook(bytes, limits);
    if ('kind' in sheets) throw new UnreadableFile(problemWords(sheets));
    return readSheets(sheets, columns, excelPictures(bytes));
  }
  const { text, notes } = textOfFile(bytes);
  const separator = separatorOf(text) ?? (name.endsWith('.tsv') ? '\t' : ',');
  const file = readSheets([sheetOfText(text.replace(/^\ufeff/, ''), separator)], columns, noPictures);
  if (file.questions.length > questionFileMaxRows) throw new UnreadableFile(messages.tooManyRows(questionFileMaxRows));
  return { ...file, notes: [...notes, ...file.notes] };
}

/** Reads the sheets of a spreadsheet, a CSV text or a pasted table. */
export function readSheets(sheets: readonly WorkbookSheet[], columns: Readonly<Record<string, string>>, pictured: SheetPictures): ReadFile {
  const columnOf = (heading: string): Named | undefined => {
    const chosen = Object.hasOwn(columns, heading) ? columns[heading] : undefined;
    if (chosen === undefined) return columnOfHeading(heading);
    const column = columnOfKey(chosen);
    return column && { column, part: 1 };
  };
  const named = new Map<string, FoundColumn>();
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
        named.set(text, { name: text, field: known === undefined ? '' : columnKey(known.column) });
    }
    if (!head) {
      if (sheet.rows.length > 0) notes.push(messages.sheetSkipped(sheet.name));
      continue;
    }
    const heading = headingOf(head, columnOf);
    const typeWord = [...heading.values()].some(({ column }) => column.field === 'type') ? '' : (typeNameOfWord(sheet.name) ?? '');
    for (const row of sheet.rows.slice(at + 1)) {
      const place = found === 0 ? '' : `${sheet.name} ${row.number}`;
      questions.push({ row: found * rowsPerSheet + row.number, place, ...readRow(row, heading, typeWord, pictures.get(row.number) ?? []) });
      pictures.delete(row.number);
    }
    for (const [row, left] of pictures) notes.push(messages.picturesOutside(sheet.name, row, left.length));
    found += 1;
  }
  if (found === 0 && named.size === 0) throw new UnreadableFile(messages.noSheet());
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
      return messages.tooManyRows(questionFileMaxRows);
    case 'tooManyEmptyRows':
      return messages.emptyRows(problem.sheet, problem.row, problem.limit);
    default:
      return packageWords(problem);
  }
}

/** Rows that a school's name, a title and instructions may take above the heading. */
const titleRows = 9;

function isHeading({ cells }: SheetRow, columnOf: ColumnOf): boolean {
  const fields = new Set([...cells.values()].map(({ text }) => columnOf(text.trim())?.column.field));
  return fields.has('stem') && ['answer', 'type', 'reference', 'options'].some((field) => fields.has(field as keyof QuestionDraft));
}

/** Returns the row that the user may map by hand: the one with most known names, or else with most filled cells. */
function likeliestHeading(rows: readonly SheetRow[], columnOf: ColumnOf): SheetRow | undefined {
  const worth = ({ cells }: SheetRow): number =>
    cells.size < fewestColumns
      ? 0
      : [...cells.values()].filter(({ text }) => columnOf(text.trim())).length * mostColumns + Math.min(cells.size, mostColumns);
  let best: SheetRow | undefined;
  for (const row of rows) if (worth(row) > (best === undefined ? 0 : worth(best))) best = row;
  return best;
}

function headingOf(row: SheetRow, columnOf: ColumnOf): Heading {
  const heading = new Map<number, Named>();
  for (const [at, { text }] of row.cells) {
    const known = columnOf(text.trim());
    if (known) heading.set(at, known);
  }
  return heading;
}

/** Row numbers of a further sheet are offset by this much, so that a number identifies a row of the file. */
const rowsPerSheet = 10_000_000;
