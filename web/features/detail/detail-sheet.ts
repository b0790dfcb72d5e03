import { type DetailLine, maxDetailLines } from '../../../sync/contract/bank/detail.ts';
import { pointImportances } from '../../../sync/contract/codes.ts';
import { listDetailErrors, findBrokenDepths, listLineParents } from '../../../sync/domain/papers/detail-rules.ts';
import { formatColumnName, type WorkbookRow, type WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { type OfficialLine, findOfficialLayout, readOfficialLines, getCellText } from './official-sheet.ts';
import {
  detailColumnNames,
  detailLevelNames,
  detailSheetColumns,
  detailSheetName,
  type DetailSheetColumn,
  officialFieldPatterns,
} from './sheet-words-table.ts';
import { writeSheet } from '../../ui/spreadsheet/spreadsheet.ts';

/** Number of rows, such as titles, that may stand above the header. */
const titleRows = 9;

type LineDepth = DetailLine['depth'];

/** One fault of an imported file: its place and its kind (catalogue key `cellFault.{kind}`). */
export interface DetailSheetError {
  readonly sheet: string;
  readonly row: number | null;
  /** Letter of the column; null if the error concerns the whole row. */
  readonly column: string | null;
  readonly kind:
    | 'header'
    | 'formula'
    | 'error'
    | 'format'
    | 'date'
    | 'level'
    | 'depth'
    | 'code'
    | 'codeTwice'
    | 'name'
    | 'nameLong'
    | 'weightMissing'
    | 'weight'
    | 'ratio'
    | 'importance'
    | 'empty'
    | 'weightSum'
    | 'tooMany'
    | 'noLines';
  readonly text: string;
  readonly have?: number;
  readonly want?: number;
}

/** Converts the lines of a detail table to a header and rows of a spreadsheet. */
export function toSheetRows(lines: readonly DetailLine[]): { header: string[]; rows: (string | number | null)[][] } {
  return {
    header: detailSheetColumns.map((column) => detailColumnNames[column][0]),
    rows: lines.map((line) => {
      const start = [detailLevelNames[line.depth][0] ?? '', line.code, line.name];
      if (line.depth === 4) return [...start, null, null, null, null, line.importance];
      return [...start, line.weight, line.ratio?.x ?? null, line.ratio?.y ?? null, line.ratio?.z ?? null, null];
    }),
  };
}

interface SheetContent {
  readonly lines: readonly DetailLine[];
  readonly faults: readonly DetailSheetError[];
}

type CreateError = (row: number | null, column: string | null, kind: DetailSheetError['kind'], text?: string) => DetailSheetError;
/** Lines of a sheet before the checks that need the whole table. */
interface ReadRows {
  /** Number of the header row. Faults that concern the whole table are reported at this row. */
  readonly head: number;
  readonly lines: readonly { readonly row: number; readonly line: DetailLine }[];
  readonly faults: readonly DetailSheetError[];
  /** Returns the letter of a column, or null if faults name only the row. */
  readonly letter: (column: DetailSheetColumn) => string | null;
  /** Kinds of faults that are not reported, because the file has no column for the field. */
  readonly missingFieldFaults: ReadonlySet<string>;
}

/**
 * Reads a workbook as lines of a detail table. Accepts the product's template, the official table with three levels side by side, and a code
 * list. Every fault is reported with its place; use the lines only if `faults` is empty.
 */
export function readDetailBook(book: readonly WorkbookSheet[]): SheetContent {
  const sheets = book.filter((each) => !each.hidden);
  const inOrder = [...sheets.filter((each) => each.name === detailSheetName), ...sheets.filter((each) => each.name !== detailSheetName)];
  const [first] = inOrder;
  if (first === undefined) return { lines: [], faults: [] };
  for (const sheet of inOrder) {
    const at: CreateError = (row, column, kind, text = '') => ({ sheet: sheet.name, row, column, kind, text });
    const read = readOwn(sheet, at) ?? readOfficial(sheet, at) ?? readCodes(sheet, at);
    if (read) return checkRows(read, at);
  }
  const columns = detailSheetColumns.map((column) => detailColumnNames[column][0]).join(' ');
  return {
    lines: [],
    faults: [{ sheet: first.name, row: first.rows[0]?.number ?? 1, column: null, kind: 'header', text: columns }],
  };
}

function checkRows({ head, lines, faults: readFaults, letter, missingFieldFaults }: ReadRows, at: CreateError): SheetContent {
  const acceptedRows = lines.slice(0, maxDetailLines);
  const faults = [...readFaults];
  const firstExcessRow = lines[maxDetailLines];
  if (firstExcessRow) faults.push(at(firstExcessRow.row, null, 'tooMany', String(maxDetailLines)));
  if (lines.length === 0 && faults.length === 0) faults.push(at(null, null, 'noLines'));
  const acceptedLines = acceptedRows.map(({ line }) => line);
  // While some rows are unreadable, checks of the whole table would report errors that do not exist.
  if (faults.length === 0)
    faults.push(
      ...listTableErrors(
        acceptedLines,
        acceptedRows.map(({ row }) => row),
        (row, ...rest) => at(row ?? head, ...rest),
        letter,
      ).filter(({ kind }) => !missingFieldFaults.has(kind)),
    );
  return { lines: acceptedLines, faults };
}

function readOwn({ rows }: WorkbookSheet, at: CreateError): ReadRows | undefined {
  const place = rows.slice(0, titleRows + 1).findIndex((row) => findColumns(row) !== undefined);
  const head = rows[place];
  const places = head && findColumns(head);
  if (head === undefined || places === undefined) return undefined;
  const faults: DetailSheetError[] = [];
  const letter = (column: DetailSheetColumn): string => formatColumnName(places[column]);
  const lines = rows.slice(place + 1, place + 2 + maxDetailLines + mostEmpty).flatMap((row) => {
    const line = parseRow(row, places, (column, kind, text) => faults.push(at(row.number, letter(column), kind, text)));
    return line ? [{ row: row.number, line }] : [];
  });
  return { head: head.number, lines, faults, letter, missingFieldFaults: new Set() };
}

function readOfficial(sheet: WorkbookSheet, at: CreateError): ReadRows | undefined {
  const layout = findOfficialLayout(sheet);
  if (!layout) return undefined;
  const read = parseLines(readOfficialLines(sheet, layout), sheet, at);
  const hasWeights = layout.scopes.every(({ weight }) => weight !== undefined);
  const lacks = [...(hasWeights ? [] : lacksWeights), ...(layout.point.importance === undefined ? ['importance'] : [])];
  return { ...read, head: sheet.rows[layout.body - 1]?.number ?? 1, letter: () => null, missingFieldFaults: new Set(lacks) };
}

function readCodes(sheet: WorkbookSheet, at: CreateError): ReadRows | undefined {
  const list = findCodeList(sheet);
  if (!list) return undefined;
  const { columns } = list;
  const lines = readCodeLines(sheet, list);
  const read = parseLines(lines, sheet, at);
  const unplaced = lines
    .filter(({ isPlaced }) => !isPlaced)
    .map(({ row, texts }) => at(row, formatColumnName(columns.code), 'code', texts.code));
  const lacks = [...(columns.weight === undefined ? lacksWeights : []), ...(columns.importance === undefined ? ['importance'] : [])];
  return {
    ...read,
    faults: [...read.faults, ...unplaced],
    head: sheet.rows[list.body - 1]?.number ?? 1,
    letter: (column) => {
      const place = column in columns ? columns[column as keyof typeof columns] : undefined;
      return place === undefined ? null : formatColumnName(place);
    },
    missingFieldFaults: new Set(lacks),
  };
}
const lacksWeights: readonly DetailSheetError['kind'][] = ['weightMissing', 'weightSum'];

/** Converts lines of text to lines of the table and reports invalid values with their cells. */
function parseLines(
  found: readonly (OfficialLine & { readonly row: number })[],
  { rows }: WorkbookSheet,
  at: CreateError,
): Pick<ReadRows, 'lines' | 'faults'> {
  const used = new Set(found.map(({ row }) => row));
  const faults = rows.flatMap(({ number, cells }) =>
    used.has(number)
      ? [...cells].flatMap(([column, { kind, text }]) =>
          kind === 'value' ? [] : [at(number, formatColumnName(column), kind, text.slice(0, 40))],
        )
      : [],
  );
  const lines = found.map(({ row, depth, texts }) => {
    const [, x = '', y = '', z = ''] =
      /^[（(]?\s{0,3}(\d{1,3})\s{0,3}[:：]\s{0,3}(\d{1,3})\s{0,3}[:：]\s{0,3}(\d{1,3})\s{0,3}[)）]?$/.exec(texts.ratio) ?? [];
    const complain: ReportError = (_, kind, text) => faults.push(at(row, null, kind, text));
    if (texts.ratio !== '' && x === '') complain('x', 'ratio', texts.ratio);
    return { row, line: parseLine(depth, { ...texts, level: '', x, y, z }, complain) };
  });
  return { lines, faults };
}

/** Number of rows that are read beyond the maximum number of table lines, because a sheet may contain empty rows. */
const mostEmpty = 10_000;

function listTableErrors(
  lines: readonly DetailLine[],
  rowOf: readonly number[],
  at: CreateError,
  letter: (column: DetailSheetColumn) => string | null,
): DetailSheetError[] {
  const brokenDepths = findBrokenDepths(lines);
  if (brokenDepths.length > 0)
    return brokenDepths.map((line) => at(rowOf[line] ?? null, letter('level'), 'depth', detailLevelNames[lines[line]?.depth ?? 1][0]));
  return listDetailErrors(lines).flatMap((fault): DetailSheetError[] => {
    const row = rowOf[fault.at] ?? null;
    const code = lines[fault.at]?.code ?? '';
    switch (fault.kind) {
      case 'weightSum':
        return [{ ...at(row, letter('weight'), 'weightSum'), have: fault.have, want: fault.want }];
      case 'weight':
        return [at(row, letter('weight'), 'weightMissing')];
      case 'code':
      case 'codeTwice':
        return [at(row, letter('code'), fault.kind, code)];
      case 'empty':
        return [at(row, letter('level'), 'empty')];
      case 'name':
      case 'importance':
        return [at(row, letter(fault.kind), fault.kind)];
      case 'depth':
      case 'noLines':
        return [];
    }
  });
}

function findColumns(head: WorkbookRow): Record<DetailSheetColumn, number> | undefined {
  const found: Partial<Record<DetailSheetColumn, number>> = {};
  for (const [column, cell] of head.cells) {
    const word = cell.text.trim();
    const known = detailSheetColumns.find((each) => (detailColumnNames[each] as readonly string[]).includes(word));
    if (known !== undefined) found[known] ??= column;
  }
  return detailSheetColumns.every((column) => found[column] !== undefined) ? (found as Record<DetailSheetColumn, number>) : undefined;
}

type ReportError = (column: DetailSheetColumn, kind: DetailSheetError['kind'], text: string) => void;

function parseRow(row: WorkbookRow, places: Record<DetailSheetColumn, number>, complain: ReportError): DetailLine | undefined {
  let readable = true;
  const texts = Object.fromEntries(
    detailSheetColumns.map((column) => {
      const cell = row.cells.get(places[column]);
      if (cell !== undefined && cell.kind !== 'value') {
        readable = false;
        complain(column, cell.kind, cell.text.slice(0, 40));
      }
      return [column, getCellText(row, places[column])];
    }),
  ) as Record<DetailSheetColumn, string>;
  if (!readable || detailSheetColumns.every((column) => texts[column] === '')) return undefined;
  const depth = ([1, 2, 3, 4] as const).find((each) => detailLevelNames[each].includes(texts.level));
  if (depth === undefined) {
    complain('level', 'level', texts.level);
    return undefined;
  }
  return parseLine(depth, texts, complain);
}

function parseLine(depth: LineDepth, texts: Record<DetailSheetColumn, string>, complain: ReportError): DetailLine {
  if (texts.name.length > 120) complain('name', 'nameLong', '');
  const start = { code: normaliseCode(depth, texts.code), name: texts.name };
  if (depth === 4) {
    const importance = pointImportances.find((each) => each === texts.importance.toUpperCase()) ?? null;
    if (importance === null && texts.importance !== '') complain('importance', 'importance', texts.importance);
    return { ...start, depth, importance };
  }
  return { ...start, depth, weight: parseWeight(texts.weight, complain), ratio: parseRatio(texts, complain) };
}

/** Restores leading zeros, because Excel turns a typed 001 into the number 1. */
const normaliseCode = (depth: LineDepth, text: string): string =>
  (depth === 4 && /^\d{1,2}$/.test(text) ? text.padStart(3, '0') : text.toUpperCase()).slice(0, 3);

/** Parses a weight as typed or as Excel stores it: Excel stores 33.3 as 33.299999999999997. */
function parseWeight(text: string, complain: ReportError): number | null {
  if (text === '') return null;
  const value = Number(text.replace(/%$/, ''));
  const rounded = Math.round(value * 100) / 100;
  if (Number.isFinite(value) && value >= 0 && value <= 100 && Math.abs(value - rounded) < 1e-9) return rounded;
  complain('weight', 'weight', text);
  return null;
}

function parseRatio(texts: Record<DetailSheetColumn, string>, complain: ReportError): { x: number; y: number; z: number } | null {
  const columns = ['x', 'y', 'z'] as const;
  if (columns.every((column) => texts[column] === '')) return null;
  const invalidColumn = columns.find((column) => !/^\d{1,3}$/.test(texts[column]));
  if (invalidColumn === undefined) return { x: Number(texts.x), y: Number(texts.y), z: Number(texts.z) };
  complain(invalidColumn, 'ratio', texts[invalidColumn]);
  return null;
}

/** A sheet with one code per row; the number of code parts gives the level: "A", "A-B", "A-B-C", "A-B-C-001". */
interface CodeList {
  /** Index in `rows` of the first row below the header. */
  readonly body: number;
  readonly columns: Readonly<{ code: number; name: number; weight?: number; ratio?: number; importance?: number }>;
}

/** Finds the header of a list of codes and names. Returns undefined for any other kind of sheet. */
function findCodeList({ rows }: WorkbookSheet): CodeList | undefined {
  for (const [at, row] of rows.slice(0, titleRows).entries()) {
    const findColumn = (field: keyof typeof officialFieldPatterns): number | undefined =>
      [...row.cells].find(([, cell]) => officialFieldPatterns[field].test(cell.text.replace(/\s+/g, '')))?.[0];
    const [code, name] = [findColumn('code'), findColumn('name')];
    if (code === undefined || name === undefined || code === name) continue;
    // Only a list of codes has codes with several parts; the product's own template does not.
    if (!rows.slice(at + 1).some((each) => (splitCode(getCellText(each, code))?.length ?? 0) > 1)) continue;
    const optional = (['weight', 'ratio', 'importance'] as const).flatMap((field) => {
      const column = findColumn(field);
      return column === undefined ? [] : [[field, column] as const];
    });
    return { body: at + 1, columns: { code, name, ...Object.fromEntries(optional) } };
  }
  return undefined;
}

const joined = /^([A-Z])([A-Z])?([A-Z])?(\d{3})?$/;
/** Splits the codes "AAA001" and "A-A-A-001" into the same parts. Returns undefined for another text. */
function splitCode(code: string): readonly string[] | undefined {
  const text = code.normalize('NFKC').trim().toUpperCase();
  const parts =
    joined
      .exec(text)
      ?.slice(1)
      .filter((part) => part !== undefined) ?? text.split(/[-.—–·\s]+/);
  const isCode = parts.length <= 4 && parts.every((part, at) => (at === 3 ? /^\d{1,3}$/ : /^[A-Z]{1,2}$/).test(part));
  return isCode ? parts : undefined;
}

interface CodeLine extends OfficialLine {
  readonly row: number;
  /** False if the code is invalid, or if the scope that contains it is not above it in the sheet. */
  readonly isPlaced: boolean;
}

/** Reads the rows of a sheet with one code per row as lines of a detail table. */
function readCodeLines({ rows }: WorkbookSheet, { body, columns }: CodeList): readonly CodeLine[] {
  let open: readonly string[] = [];
  const parseCodeRow = (row: WorkbookRow): readonly CodeLine[] => {
    const readText = (column: number | undefined): string => getCellText(row, column);
    const [code, name] = [readText(columns.code), readText(columns.name)];
    if (code === '' && name === '') return [];
    const parts = splitCode(code);
    const depth: DetailLine['depth'] = parts === undefined ? 4 : (([1, 2, 3, 4] as const)[parts.length - 1] ?? 4);
    const isPlaced = parts !== undefined && parts.slice(0, -1).every((part, at) => open[at] === part);
    if (parts !== undefined && depth < 4) open = parts;
    const texts = {
      code: isPlaced ? (parts.at(-1) ?? '') : code,
      name,
      weight: readText(columns.weight),
      ratio: readText(columns.ratio),
      importance: readText(columns.importance),
    };
    return [{ row: row.number, depth, texts, isPlaced }];
  };
  return rows.slice(body).flatMap(parseCodeRow);
}

/** Writes the lines as an .xlsx file that can be imported again. */
export const writeDetailTable = (lines: readonly DetailLine[]): Promise<Blob> =>
  writeSheet({ name: detailSheetName, ...toSheetRows(lines) }, new AbortController().signal);

const listFullCodes = (lines: readonly DetailLine[]): string[] => {
  const parents = listLineParents(lines);
  const codes: string[] = [];
  for (const [at, line] of lines.entries()) codes.push(`${codes[parents[at] ?? -1] ?? ''}-${line.code}`);
  return codes;
};

/** Gives imported lines the ids of present lines with the same code path, so that questions stay assigned to the same points of the table. */
export function copyLineIds(imported: readonly DetailLine[], present: readonly DetailLine[]): DetailLine[] {
  const ids = new Map(listFullCodes(present).map((code, at) => [code, present[at]?.id]));
  return listFullCodes(imported).map((code, at) => {
    const line = imported[at] as DetailLine;
    const id = ids.get(code);
    ids.delete(code);
    return id === undefined ? line : { ...line, id };
  });
}
