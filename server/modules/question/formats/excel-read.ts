import { questionFileMaxRows, type QuestionDraft } from '../../../../sync/contract/question-file.ts';
import type { Message } from '../../../http/handler.ts';
import { typeNameOfWord } from './draft-words.ts';
import { columnOfHeading, richFields, unescapeCell, type SheetColumn } from './excel-columns.ts';
import { formatMessages as messages } from './format-messages.ts';
import { htmlOfPlain } from './plain-html.ts';
import { type FileToRead, type FoundQuestion, type QuestionFormat, type ReadFile, type Remark, UnreadableFile } from './question-format.ts';
import { readWorkbook, type SheetRow, type WorkbookSheet } from './workbook-read.ts';

/** Our own template, in any order of columns; sheets without question columns are passed over and named. */
export const excelFormat: QuestionFormat = { id: 'excel', extensions: ['xlsx'], sniff: () => false, read: readExcel };

/** Sheets of the template that explain it. */
export const explainingSheets: readonly string[] = ['填写说明', '题型与答案', '示例'];

type Heading = ReadonlyMap<number, { readonly column: SheetColumn; readonly part: number }>;

export function readExcel({ bytes }: FileToRead): ReadFile {
  const notes: Message[] = [];
  const questions: FoundQuestion[] = [];
  let found = 0;
  const sheets = readWorkbook(bytes, questionFileMaxRows + 1);
  for (const sheet of sheets) {
    if (explainingSheets.includes(sheet.name.trim())) continue;
    const [first, ...rows] = sheet.rows;
    const heading = first && headingOf(first, notes);
    if (!heading) {
      if (sheet.rows.length > 0) notes.push(messages.sheetSkipped(sheet.name));
      continue;
    }
    for (const row of rows) questions.push(readRow(row, heading, sheet, found));
    found += 1;
  }
  if (found === 0) throw new UnreadableFile(messages.noSheet());
  return { questions, notes, pictures: new Map() };
}

function headingOf(row: SheetRow, notes: Message[]): Heading | undefined {
  const heading = new Map<number, { column: SheetColumn; part: number }>();
  const unknown: string[] = [];
  for (const [at, { text }] of row.cells) {
    const known = columnOfHeading(text);
    if (known) heading.set(at, known);
    else unknown.push(text);
  }
  const has = (field: keyof QuestionDraft): boolean => [...heading.values()].some(({ column }) => column.field === field);
  if (!has('stem') || !(has('answer') || has('type'))) return undefined;
  notes.push(...unknown.map(messages.columnUnknown));
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
    if (cell.kind !== 'value')
      faults.push({ field: key, reason: cell.kind === 'formula' ? messages.formulaCell(cell.text) : messages.errorCell(cell.text) });
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
