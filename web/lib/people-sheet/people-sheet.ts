import { matchKeys } from '../../../sync/contract/people/exam-user-calls.ts';
import { type PersonImportColumn, personImportColumns } from '../../../sync/contract/people/person.ts';
import type { SheetCell, WorkbookRow, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { runningNumberPattern, headingHintPattern, otherPeopleHeadings, ownPeopleHeadings } from './people-headings-table.ts';
import { normaliseHeading } from '../../../sync/domain/plain-text.ts';
import { readCellText } from '../../../sync/spreadsheet/cell-text.ts';

export interface PeopleSheetPerson {
  readonly row: number;
  /** Name of the sheet, if people come from several sheets. */
  readonly sheet?: string;
  readonly cells: Partial<Record<PersonImportColumn, string>>;
}

export interface PeopleSheet {
  /** Columns that the list has, also those in which every cell is empty. */
  readonly columns: readonly PersonImportColumn[];
  readonly rows: readonly PeopleSheetPerson[];
  /** Headings without a matching column; their cells are ignored and the user is informed. */
  readonly unknown: readonly string[];
  /** Headings that differ from the product's own name of a column and were recognised as that column by a synonym. */
  readonly renamed: readonly { readonly heading: string; readonly column: PersonImportColumn }[];
}

export interface PeopleBook extends PeopleSheet {
  /** Names of the sheets that were read. */
  readonly sheets: readonly string[];
  /** Sheets that contain names but are not part of the list; they are skipped and the user is informed. */
  readonly notRead: readonly string[];
}

/**
 * Returns the displayed text of a cell, without outer spaces; for a formula, its result. An apostrophe with which spreadsheets mark a text that looks
 * like a number, such as an ID number, is removed.
 */
export function readPersonCell({ kind, text, result = '', isText }: SheetCell): string {
  const shown = (kind === 'formula' ? result : text).trim();
  return readCellText({ text: shown, ...(isText && { isText }) }).replace(/^'(?=\d+[\dXx]?$)/, '');
}

/** Maximum number of title rows, such as the school's name, above the headings. */
const titleRows = 4;
/** Conditions for a sheet to be a list: at least one of the columns `names`, and `leastColumns` columns in total. */
export interface PeopleListRule {
  readonly names: readonly PersonImportColumn[];
  readonly leastColumns: number;
}
/** Rule for lists of people to be added. Two columns are required, because a row such as "姓名 | 必填" only explains how to fill in a column. */
export const newPeopleRule: PeopleListRule = { names: ['name'], leastColumns: 2 };
/** Rule for lists of people whom the school already has: one column that identifies a person suffices. */
export const knownPeopleRule: PeopleListRule = { names: ['name', ...matchKeys], leastColumns: 1 };
const sheetNameMax = 100;

const readHeadings = ({ cells }: WorkbookRow) => new Map([...cells].map(([place, cell]) => [place, readPersonCell(cell)]));

/** Reads a sheet's rows by column, independent of column order and language. Returns null if the sheet has none of the columns `names`. */
function listOf({ name, rows }: WorkbookSheet, wantedColumns: readonly PersonImportColumn[], { names }: PeopleListRule) {
  const [head] = rows
    .slice(0, titleRows + 1)
    .map((row, at) => ({ at, headings: readHeadings(row), columns: mapHeadingsToColumns(readHeadings(row), wantedColumns) }))
    .filter(({ columns }) => names.some((column) => [...columns.values()].includes(column)))
    .toSorted((a, b) => b.columns.size - a.columns.size);
  if (head === undefined) return null;
  const { headings, columns } = head;
  const people = rows.slice(head.at + 1).flatMap((row) => {
    const cells: Partial<Record<PersonImportColumn, string>> = {};
    for (const [place, cell] of row.cells) {
      const column = columns.get(place);
      const text = readPersonCell(cell).slice(0, 500);
      if (column !== undefined && text !== '') cells[column] = text;
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: row.number, cells }];
  });
  const unknown = [...headings].flatMap(([place, heading]) =>
    heading === '' || columns.has(place) || runningNumberPattern.test(heading) ? [] : [heading],
  );
  const renamed = [...headings].flatMap(([place, heading]) => {
    const column = columns.get(place);
    return column === undefined || isOwnName(heading, column) ? [] : [{ heading, column }];
  });
  /** Key that is equal for sheets with the same columns, in any order; the note column is ignored. Such sheets are read as one list. */
  const kind = [...columns.values()]
    .filter((column) => column !== 'note')
    .toSorted()
    .join();
  return {
    name: name.slice(0, sheetNameMax),
    columns: wantedColumns.filter((column) => [...columns.values()].includes(column)),
    known: columns.size,
    kind,
    people,
    unknown,
    renamed,
  };
}

/**
 * Reads the people of a workbook: from the sheet with the most known columns and from every other sheet with the same columns, such as one sheet
 * per class. Returns null if no sheet is a list.
 */
export function readPeopleBook(
  book: readonly WorkbookSheet[],
  wantedColumns: readonly PersonImportColumn[],
  rule: PeopleListRule = newPeopleRule,
): PeopleBook | null {
  const lists = book.flatMap((sheet) => (sheet.hidden ? [] : (listOf(sheet, wantedColumns, rule) ?? [])));
  const [best] = lists
    .filter(({ known }) => known >= rule.leastColumns)
    // Prefer filled-in sheets to empty templates.
    .toSorted((a, b) => Number(b.people.length > 0) - Number(a.people.length > 0) || b.known - a.known);
  if (best === undefined) return null;
  const matchingLists = lists.filter((list) => list === best || (list.kind === best.kind && list.people.length > 0));
  return {
    columns: best.columns,
    rows:
      matchingLists.length === 1
        ? best.people
        : matchingLists.flatMap(({ name, people }) => people.map((person) => ({ ...person, sheet: name }))),
    unknown: [...new Set(matchingLists.flatMap(({ unknown }) => unknown))],
    renamed: [...new Map(matchingLists.flatMap(({ renamed }) => renamed.map((each) => [`${each.column} ${each.heading}`, each]))).values()],
    sheets: matchingLists.map(({ name }) => name),
    notRead: lists.flatMap((list) => (matchingLists.includes(list) || list.people.length === 0 ? [] : [list.name])),
  };
}

/** Removes instructions in brackets: "姓名（必填）" becomes 姓名, while "手机号（家长）" names another person's number and stays unchanged. */
export const removeHeadingHints = (heading: string): string =>
  normaliseHeading(heading).replaceAll(/[([【〔]([^()[\]【】〔〕]*)[)\]】〕]/gu, (hint, inside: string) =>
    inside.split(/[,，、;；/|]/u).every((part) => headingHintPattern.test(part)) ? '' : hint,
  );

const columnByOwnHeading = new Map<string, PersonImportColumn>(
  personImportColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [normaliseHeading(ownPeopleHeadings[language][column]), column] as const),
  ),
);
const columnByOtherHeading = new Map<string, PersonImportColumn>(
  personImportColumns.flatMap((column) => (otherPeopleHeadings[column] ?? []).map((name) => [normaliseHeading(name), column] as const)),
);

/** Returns true if the heading is the product's own name of the column, in either language. */
const isOwnName = (heading: string, column: PersonImportColumn): boolean => columnByOwnHeading.get(removeHeadingHints(heading)) === column;

/** Maps the headings of a row to columns among `wantedColumns`. Each column is used once; the product's own names take precedence over other names. */
export function mapHeadingsToColumns<K>(
  headings: ReadonlyMap<K, string>,
  wantedColumns: readonly PersonImportColumn[],
): Map<K, PersonImportColumn> {
  const columnByPlace = new Map<K, PersonImportColumn>();
  const usedColumns = new Set<PersonImportColumn>();
  for (const columnByHeading of [columnByOwnHeading, columnByOtherHeading])
    for (const normalise of [normaliseHeading, removeHeadingHints])
      for (const [place, heading] of headings) {
        const column = columnByHeading.get(normalise(heading));
        if (column === undefined || !wantedColumns.includes(column) || columnByPlace.has(place) || usedColumns.has(column)) continue;
        columnByPlace.set(place, column);
        usedColumns.add(column);
      }
  return columnByPlace;
}
