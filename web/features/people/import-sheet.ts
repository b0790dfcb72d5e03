import type { ImportColumn } from '../../../sync/contract/person.ts';
import type { SheetCell, SheetRow } from '../../../sync/workbook/workbook.ts';
import { runningNumber } from './import-headings-table.ts';
import { columnsOf } from './import-headings.ts';

export interface PersonRow {
  readonly row: number;
  readonly cells: Partial<Record<ImportColumn, string>>;
}

export interface PeopleSheet {
  readonly people: PersonRow[];
  /** Headings we have no column for: what stands under them is left out, and that is said. */
  readonly unknown: string[];
}

/** What a cell shows: of a formula its result, as whoever typed it sees it. */
const shown = ({ kind, text, result = '' }: SheetCell): string => (kind === 'formula' ? result : text);

/** A school's name and the like may stand above the names of the columns. */
const titleRows = 4;

const headingsOf = ({ cells }: SheetRow) => new Map([...cells].map(([place, cell]) => [place, shown(cell).trim()]));

/** The rows of a sheet by our names of its columns, whatever their order and language; null: no column of names. */
export function peopleOfSheet(rows: readonly SheetRow[]): PeopleSheet | null {
  const at = rows.slice(0, titleRows + 1).findIndex((row) => [...columnsOf(headingsOf(row)).values()].includes('name'));
  const head = rows[at];
  if (head === undefined) return null;
  const headings = headingsOf(head);
  const columns = columnsOf(headings);
  const people = rows.slice(at + 1).flatMap((row) => {
    const cells: Partial<Record<ImportColumn, string>> = {};
    for (const [place, cell] of row.cells) {
      const column = columns.get(place);
      // An apostrophe in front is how spreadsheets say "this is text".
      const text = shown(cell).trim().replace(/^'/, '').slice(0, 500);
      if (column !== undefined && text !== '') cells[column] = text;
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: row.number, cells }];
  });
  const unknown = [...headings].flatMap(([place, heading]) =>
    heading === '' || columns.has(place) || runningNumber.test(heading) ? [] : [heading],
  );
  return { people, unknown };
}
