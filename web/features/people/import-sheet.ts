import { importColumns, type ImportColumn } from '../../../sync/contract/person.ts';
import type { SheetCell, SheetRow } from '../../../sync/workbook/workbook.ts';
import { peopleTexts } from './people-texts.ts';

export interface PersonRow {
  readonly row: number;
  readonly cells: Partial<Record<ImportColumn, string>>;
}

const headings = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [peopleTexts[language].columns[column].toLowerCase(), column] as const),
  ),
);

/** What a cell shows: of a formula its result, as whoever typed it sees it. */
const shown = ({ kind, text, result = '' }: SheetCell): string => (kind === 'formula' ? result : text);

const columnOf = (heading: string): ImportColumn | undefined =>
  headings.get(
    heading
      .replace(/[*＊\s]+$/u, '')
      .trim()
      .toLowerCase(),
  );

/** A school's name and the like may stand above the names of the columns. */
const titleRows = 4;

/** The rows of a sheet by our names of its columns, whatever their order and language; null: no column of names. */
export function peopleOfSheet(rows: readonly SheetRow[]): PersonRow[] | null {
  const at = rows.slice(0, titleRows + 1).findIndex(({ cells }) => [...cells.values()].some((cell) => columnOf(shown(cell)) === 'name'));
  const head = rows[at];
  if (head === undefined) return null;
  const columns = new Map([...head.cells].map(([place, cell]) => [place, columnOf(shown(cell))] as const));
  return rows.slice(at + 1).flatMap((row) => {
    const cells: Partial<Record<ImportColumn, string>> = {};
    for (const [place, cell] of row.cells) {
      const column = columns.get(place);
      // An apostrophe in front is how spreadsheets say "this is text".
      const text = shown(cell).trim().replace(/^'/, '').slice(0, 500);
      if (column !== undefined && text !== '') cells[column] = text;
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: row.number, cells }];
  });
}
