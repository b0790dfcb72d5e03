import { questionFileMaxBytes, questionFileMaxRows, type QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { readWorkbook } from '../../../../sync/workbook/workbook-read.ts';
import type { SheetCell, SheetRow, WorkbookLimits, WorkbookProblem, WorkbookSheet } from '../../../../sync/workbook/workbook.ts';
import type { Message } from '../../../http/handler.ts';
import { typeNameOfWord } from './draft-words.ts';
import { columnOfHeading, richFields, unescapeCell, type SheetColumn } from './excel-columns.ts';
import { formatMessages as messages } from './format-messages.ts';
import { htmlOfPlain } from './plain-html.ts';
import { type FileToRead, type FoundQuestion, type QuestionFormat, type ReadFile, type Remark, UnreadableFile } from './question-format.ts';
import { templateWords } from './template-table.ts';
import { packageWords, zipLimits } from './zip-read.ts';

/** Our own template, in any order of columns; sheets without question columns are passed over and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx'], sniff: () => false, read: readExcel };

/** Sheets of the template that explain it, in either language. */
const explainingSheets: readonly string[] = Object.values(templateWords).flatMap(({ sheets }) => sheets.slice(1));

/** The heading is a row too. */
const limits: WorkbookLimits = { ...zipLimits, fileMb: questionFileMaxBytes / 1024 / 1024, rows: questionFileMaxRows + 1 };

type Heading = ReadonlyMap<number, { readonly column: SheetColumn; readonly part: number }>;

export function readExcel({ bytes }: FileToRead): ReadFile {
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
    const at = sheet.rows.slice(0, titleRows + 1).findIndex(isHeading);
    const head = sheet.rows[at];
    if (!head) {
      if (sheet.rows.length > 0) notes.push(messages.sheetSkipped(sheet.name));
      continue;
    }
    const heading = headingOf(head, notes);
    for (const row of sheet.rows.slice(at + 1)) questions.push(readRow(row, heading, sheet, found));
    found += 1;
  }
  if (found === 0) throw new UnreadableFile(messages.noSheet());
  return { questions, notes, pictures: new Map() };
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

/** A school's name and the like may stand above the names of the columns. */
const titleRows = 4;

function isHeading({ cells }: SheetRow): boolean {
  const fields = new Set([...cells.values()].map(({ text }) => columnOfHeading(text)?.column.field));
  return fields.has('stem') && (fields.has('answer') || fields.has('type'));
}

function headingOf(row: SheetRow, notes: Message[]): Heading {
  const heading = new Map<number, { column: SheetColumn; part: number }>();
  for (const [at, { text }] of row.cells) {
    const known = columnOfHeading(text);
    if (known) heading.set(at, known);
    else notes.push(messages.columnUnknown(text));
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
