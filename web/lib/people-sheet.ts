import { matchKeys } from '../../sync/contract/exam-user-calls.ts';
import type { ImportColumn } from '../../sync/contract/person.ts';
import type { SheetCell, SheetRow, WorkbookSheet } from '../../sync/workbook/workbook.ts';
import { runningNumber } from './people-headings-table.ts';
import { columnsOf, isOwnName } from './people-headings.ts';

export interface PersonRow {
  readonly row: number;
  /** Where people come from several sheets: the name of theirs. */
  readonly sheet?: string;
  readonly cells: Partial<Record<ImportColumn, string>>;
}

export interface PeopleSheet {
  readonly people: readonly PersonRow[];
  /** Headings we have no column for: what stands under them is left out, and that is said. */
  readonly unknown: readonly string[];
  /** Headings that are not our own name of the column they were taken for. */
  readonly renamed: readonly { readonly heading: string; readonly column: ImportColumn }[];
}

export interface PeopleBook extends PeopleSheet {
  /** Which sheets were read. */
  readonly sheets: readonly string[];
  /** Sheets with names in them that are not the list: nothing of them was read, and that is said. */
  readonly notRead: readonly string[];
}

/** What a cell shows: of a formula its result, as whoever typed it sees it. */
const shown = ({ kind, text, result = '' }: SheetCell): string => (kind === 'formula' ? result : text);

/** A school's name and the like may stand above the names of the columns. */
const titleRows = 4;
/** What makes a sheet a list: one of these columns, and so many in all. */
export interface ListHead {
  readonly names: readonly ImportColumn[];
  readonly leastColumns: number;
}
/** Of people who are to be added. A row that says "姓名 | 必填" explains a column; the head of a list has several. */
export const newPeople: ListHead = { names: ['name'], leastColumns: 2 };
/** Of people whom the school has: anything that names one is enough. */
export const knownPeople: ListHead = { names: ['name', ...matchKeys], leastColumns: 1 };
const sheetNameMax = 100;

const headingsOf = ({ cells }: SheetRow) => new Map([...cells].map(([place, cell]) => [place, shown(cell).trim()]));

/** The rows of a sheet by our names of its columns, whatever their order and language; null: no column that names somebody. */
function listOf({ name, rows }: WorkbookSheet, wanted: readonly ImportColumn[], { names }: ListHead) {
  const [head] = rows
    .slice(0, titleRows + 1)
    .map((row, at) => ({ at, headings: headingsOf(row), columns: columnsOf(headingsOf(row), wanted) }))
    .filter(({ columns }) => names.some((column) => [...columns.values()].includes(column)))
    .toSorted((a, b) => b.columns.size - a.columns.size);
  if (head === undefined) return null;
  const { headings, columns } = head;
  const people = rows.slice(head.at + 1).flatMap((row) => {
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
  const renamed = [...headings].flatMap(([place, heading]) => {
    const column = columns.get(place);
    return column === undefined || isOwnName(heading, column) ? [] : [{ heading, column }];
  });
  /** Lists with the same columns are of one kind; a note more or less makes no other. */
  const kind = [...columns.values()]
    .filter((column) => column !== 'note')
    .toSorted()
    .join();
  return { name: name.slice(0, sheetNameMax), known: columns.size, kind, people, unknown, renamed };
}

/**
 * The people of a file: of the sheet that has the most of our columns, and of every other that has the same ones (a school's book with
 * a sheet for each class). Null: no sheet is a list.
 */
export function peopleOfBook(
  book: readonly WorkbookSheet[],
  wanted: readonly ImportColumn[],
  head: ListHead = newPeople,
): PeopleBook | null {
  const lists = book.flatMap((sheet) => (sheet.hidden ? [] : (listOf(sheet, wanted, head) ?? [])));
  const [best] = lists
    .filter(({ known }) => known >= head.leastColumns)
    // One that is filled in before one that waits to be.
    .toSorted((a, b) => Number(b.people.length > 0) - Number(a.people.length > 0) || b.known - a.known);
  if (best === undefined) return null;
  const read = lists.filter((list) => list === best || (list.kind === best.kind && list.people.length > 0));
  return {
    people: read.length === 1 ? best.people : read.flatMap(({ name, people }) => people.map((person) => ({ ...person, sheet: name }))),
    unknown: [...new Set(read.flatMap(({ unknown }) => unknown))],
    renamed: [...new Map(read.flatMap(({ renamed }) => renamed.map((each) => [`${each.column} ${each.heading}`, each]))).values()],
    sheets: read.map(({ name }) => name),
    notRead: lists.flatMap((list) => (read.includes(list) || list.people.length === 0 ? [] : [list.name])),
  };
}
