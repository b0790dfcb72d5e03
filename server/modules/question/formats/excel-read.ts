import { questionFileMaxBytes, questionFileMaxRows, type QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { readWorkbook } from '../../../../sync/workbook/workbook-read.ts';
import type { SheetCell, SheetRow, WorkbookLimits, WorkbookProblem, WorkbookSheet } from '../../../../sync/workbook/workbook.ts';
import type { Message } from '../../../http/handler.ts';
import { typeNameOfWord } from './draft-words.ts';
import { columnKey, columnOfHeading, columnOfKey, richFields, unescapeCell, type SheetColumn } from './excel-columns.ts';
import { formatMessages as messages } from './format-messages.ts';
import { htmlOfPlain } from './plain-html.ts';
import {
  type FileToRead,
  type FoundColumn,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  type Remark,
  UnreadableFile,
} from './question-format.ts';
import { templateWords } from './template-table.ts';
import { packageWords, zipLimits } from './zip-read.ts';

/** Our own template, in any order of columns; sheets without question columns are passed over and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx'], sniff: () => false, read: readExcel };

/** Sheets of the template that explain it, in either language. */
const explainingSheets: readonly string[] = Object.values(templateWords).flatMap(({ sheets }) => sheets.slice(1));

/** The heading is a row too. */
const limits: WorkbookLimits = { ...zipLimits, fileMb: questionFileMaxBytes / 1024 / 1024, rows: questionFileMaxRows + 1 };

interface Named {
  readonly column: SheetColumn;
  readonly part: number;
}
type Heading = ReadonlyMap<number, Named>;
type ColumnOf = (heading: string) => Named | undefined;
/** A row with fewer filled cells names no columns. */
const fewestColumns = 2;
const mostColumns = 100;

export function readExcel({ bytes, columns = {} }: FileToRead): ReadFile {
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
  const sheets = readWorkbook(bytes, limits);
  if ('kind' in sheets) throw new UnreadableFile(problemWords(sheets));
  for (const sheet of sheets) {
    if (explainingSheets.includes(sheet.name.trim())) continue;
    if (sheet.hidden) {
      notes.push(messages.sheetHidden(sheet.name));
      continue;
    }
    const top = sheet.rows.slice(0, titleRows + 1);
    const at = top.findIndex((row) => isHeading(row, columnOf));
    const head = sheet.rows[at];
    // Where none of its rows names our columns, somebody may yet say by hand what the first row of several words means.
    for (const name of (head ?? top.find(({ cells }) => cells.size >= fewestColumns))?.cells.values() ?? []) {
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
    for (const row of sheet.rows.slice(at + 1)) questions.push(readRow(row, heading, sheet, found));
    found += 1;
  }
  if (found === 0 && named.size === 0) throw new UnreadableFile(messages.noSheet());
  if (found === 0) notes.push(messages.columnsUnknown());
  return { questions, notes, pictures: new Map(), columns: [...named.values()] };
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

/** What keeps a cell out: a formula's result may be another tomorrow, and a date is what a spreadsheet made of "3-4". */
const cellFault = ({ kind, text }: SheetCell): Message | undefined =>
  ({ value: undefined, formula: messages.formulaCell(text), error: messages.errorCell(text), date: messages.dateCell(text) })[kind];

/** A school's name, a title and instructions may stand above the names of the columns. */
const titleRows = 9;

function isHeading({ cells }: SheetRow, columnOf: ColumnOf): boolean {
  const fields = new Set([...cells.values()].map(({ text }) => columnOf(text.trim())?.column.field));
  return fields.has('stem') && (fields.has('answer') || fields.has('type'));
}

function headingOf(row: SheetRow, columnOf: ColumnOf): Heading {
  const heading = new Map<number, Named>();
  for (const [at, { text }] of row.cells) {
    const known = columnOf(text.trim());
    if (known) heading.set(at, known);
  }
  return heading;
}

/** Rows of a second sheet have numbers of their own: a row is told by its number alone. */
const rowsPerSheet = 10_000_000;

function readRow(row: SheetRow, heading: Heading, sheet: WorkbookSheet, before: number): FoundQuestion {
  const faults: Remark[] = [];
  const texts = new Map<string, { field: keyof QuestionDraft; option: number; parts: string[] }>();
  for (const [at, cell] of row.cells) {
    const known = heading.get(at);
    if (!known) continue;
    const { field, option } = known.column;
    const key = option === undefined ? field : `${field}.${option}`;
    const fault = cellFault(cell);
    if (fault) faults.push({ field: key, reason: fault });
    else {
      const entry = texts.get(key) ?? { field, option: option ?? 0, parts: [] };
      entry.parts[known.part - 1] = known.part === 1 ? unescapeCell(cell.text) : cell.text.slice(1);
      texts.set(key, entry);
    }
  }
  const text = (key: string): string => texts.get(key)?.parts.join('') ?? '';
  const fillIn = typeNameOfWord(text('type')) === 'fillIn';
  const draft: Record<string, string | string[]> = {};
  const options: string[] = [];
  for (const [key, { field, option }] of texts) {
    const value = richFields.has(field) ? htmlOfPlain(text(key).trim(), fillIn && field === 'stem') : text(key);
    if (field === 'options') options[option] = value;
    else draft[field] = value;
  }
  if (options.length > 0) draft['options'] = Array.from(options, (option) => option ?? '');
  const place = before === 0 ? '' : `${sheet.name} ${row.number}`;
  return { row: before * rowsPerSheet + row.number, place, draft: guessedType(draft), faults, warnings: [] };
}

/** Without a type, options and answer tell a choice from the rest. */
function guessedType(draft: Partial<QuestionDraft>): Partial<QuestionDraft> {
  if ((draft.type ?? '').trim() !== '' || (draft.options?.length ?? 0) < 2) return draft;
  return { ...draft, type: /^[A-H]$/i.test((draft.answer ?? '').trim()) ? 'single' : 'multiple' };
}
