import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import type { WorkbookRow, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { type OfficialLine, getCellText } from './official-sheet.ts';
import { officialFieldPatterns } from './sheet-words-table.ts';

/** A sheet with one code per row; the number of code parts gives the level: "A", "A-B", "A-B-C", "A-B-C-001". */
export interface CodeList {
  /** Index in `rows` of the first row below the header. */
  readonly body: number;
  readonly columns: Readonly<{ code: number; name: number; weight?: number; ratio?: number; importance?: number }>;
}

const titleRows = 9;

/** Finds the header of a list of codes and names. Returns undefined for any other kind of sheet. */
export function findCodeList({ rows }: WorkbookSheet): CodeList | undefined {
  for (const [at, row] of rows.slice(0, titleRows).entries()) {
    const columnOf = (field: keyof typeof officialFieldPatterns): number | undefined =>
      [...row.cells].find(([, cell]) => officialFieldPatterns[field].test(cell.text.replace(/\s+/g, '')))?.[0];
    const [code, name] = [columnOf('code'), columnOf('name')];
    if (code === undefined || name === undefined || code === name) continue;
    // In the product's own template a code has one part only, so a multi-part code identifies a code list.
    if (!rows.slice(at + 1).some((each) => (partsOfCode(getCellText(each, code))?.length ?? 0) > 1)) continue;
    const optional = (['weight', 'ratio', 'importance'] as const).flatMap((field) => {
      const column = columnOf(field);
      return column === undefined ? [] : [[field, column] as const];
    });
    return { body: at + 1, columns: { code, name, ...Object.fromEntries(optional) } };
  }
  return undefined;
}

const joined = /^([A-Z])([A-Z])?([A-Z])?(\d{3})?$/;
/** Splits the codes "AAA001" and "A-A-A-001" into the same parts. Returns undefined for another text. */
function partsOfCode(code: string): readonly string[] | undefined {
  const text = code.normalize('NFKC').trim().toUpperCase();
  const parts =
    joined
      .exec(text)
      ?.slice(1)
      .filter((part) => part !== undefined) ?? text.split(/[-.—–·\s]+/);
  const isCode = parts.length <= 4 && parts.every((part, at) => (at === 3 ? /^\d{1,3}$/ : /^[A-Z]{1,2}$/).test(part));
  return isCode ? parts : undefined;
}

export interface CodeLine extends OfficialLine {
  readonly row: number;
  /** False if the code is invalid or its parent scope is not above it. */
  readonly isPlaced: boolean;
}

/** Reads the rows of a code list. */
export function readCodeLines({ rows }: WorkbookSheet, { body, columns }: CodeList): readonly CodeLine[] {
  let open: readonly string[] = [];
  const lineOf = (row: WorkbookRow): readonly CodeLine[] => {
    const text = (column: number | undefined): string => getCellText(row, column);
    const [code, name] = [text(columns.code), text(columns.name)];
    if (code === '' && name === '') return [];
    const parts = partsOfCode(code);
    const depth: DetailLine['depth'] = parts === undefined ? 4 : (([1, 2, 3, 4] as const)[parts.length - 1] ?? 4);
    const isPlaced = parts !== undefined && parts.slice(0, -1).every((part, at) => open[at] === part);
    if (parts !== undefined && depth < 4) open = parts;
    const texts = {
      code: isPlaced ? (parts.at(-1) ?? '') : code,
      name,
      weight: text(columns.weight),
      ratio: text(columns.ratio),
      importance: text(columns.importance),
    };
    return [{ row: row.number, depth, texts, isPlaced }];
  };
  return rows.slice(body).flatMap(lineOf);
}
