import { type FormDesign, type FormMeaning, findFieldByMeaning } from '../../../sync/contract/applications/form-design.ts';
import type { PersonImportColumn } from '../../../sync/contract/people/person.ts';
import { listFormSheetColumns, maxFormTableRows } from '../../../sync/domain/applications/form-sheet.ts';
import type { WorkbookRow, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { runningNumberPattern } from '../../lib/people-sheet/people-headings-table.ts';
import { mapHeadingsToColumns, removeHeadingHints, readPersonCell } from '../../lib/people-sheet/people-sheet.ts';
import { normaliseHeading } from '../../../sync/domain/plain-text.ts';

export interface ClassLine {
  readonly row: number;
  /** Sheet name, if the file has several sheets of applicants. */
  readonly sheet?: string;
  readonly cells: Readonly<Record<string, string>>;
}
export interface ClassBook {
  readonly rows: readonly ClassLine[];
  /** Headings without a form field. Their columns are ignored, and the page lists them. */
  readonly unknown: readonly string[];
}

/** Meaning in a form of each column that the import of people knows. Schools use the same headings in lists of applicants. */
const meanings: Readonly<Partial<Record<PersonImportColumn, FormMeaning>>> = {
  name: 'name',
  sex: 'sex',
  id_type: 'idType',
  id_number: 'idNumber',
  phone: 'phone',
  education: 'education',
  source: 'source',
  employer: 'employer',
};
const lists = { ethnicity: 'ethnicity', political: 'political' } as const;

const titleRows = 4;

/** Maps the columns of a heading row to form fields, first by the form's own labels, then by usual headings. */
function mapColumnsToPaths(headings: ReadonlyMap<number, string>, design: FormDesign): Map<number, string> {
  const columns = listFormSheetColumns(design, () => maxFormTableRows);
  const pathByHeading = new Map(columns.map(({ path, heading }) => [normaliseHeading(heading), path]));
  // The second map compares headings without their hints, and accepts the first row of a table without its number.
  const pathByLooseHeading = new Map([
    ...columns.flatMap(({ path, heading }) =>
      path.includes('.0.') ? [[removeHeadingHints(heading.replace(/1 /, ' ')), path] as const] : [],
    ),
    ...columns.map(({ path, heading }) => [removeHeadingHints(heading), path] as const),
  ]);
  const pathByPlace = new Map<number, string>();
  const usedPaths = new Set<string>();
  const take = (place: number, path: string | undefined) => {
    if (path === undefined || pathByPlace.has(place) || usedPaths.has(path)) return;
    pathByPlace.set(place, path);
    usedPaths.add(path);
  };
  for (const [place, heading] of headings) take(place, pathByHeading.get(normaliseHeading(heading)));
  for (const [place, heading] of headings) take(place, pathByLooseHeading.get(removeHeadingHints(heading)));
  const importColumns = [...(Object.keys(meanings) as PersonImportColumn[]), ...(Object.keys(lists) as PersonImportColumn[])];
  for (const [place, column] of mapHeadingsToColumns(headings, importColumns)) {
    const meaning = meanings[column];
    const key = meaning === undefined ? design.find((field) => field.list === column)?.key : findFieldByMeaning(design, meaning)?.key;
    take(place, key);
  }
  return pathByPlace;
}

const readCells = ({ cells }: WorkbookRow): Map<number, string> =>
  new Map([...cells].map(([place, cell]) => [place, readPersonCell(cell)]));

function findClassList(sheet: WorkbookSheet, design: FormDesign) {
  const names = [findFieldByMeaning(design, 'name')?.key, findFieldByMeaning(design, 'idNumber')?.key];
  const [head] = sheet.rows
    .slice(0, titleRows + 1)
    .map((row, at) => ({ at, headings: readCells(row), paths: mapColumnsToPaths(readCells(row), design) }))
    .filter(({ paths }) => paths.size > 1 && names.some((key) => key !== undefined && [...paths.values()].includes(key)))
    .toSorted((a, b) => b.paths.size - a.paths.size);
  if (head === undefined) return null;
  const lines = sheet.rows.slice(head.at + 1).flatMap((row) => {
    const cells: Record<string, string> = {};
    for (const [place, text] of readCells(row)) {
      const path = head.paths.get(place);
      if (path !== undefined && text !== '') cells[path] = text.slice(0, 5000);
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: row.number, cells }];
  });
  const unknown = [...head.headings].flatMap(([place, heading]) =>
    heading === '' || head.paths.has(place) || runningNumberPattern.test(heading) ? [] : [heading],
  );
  return { name: sheet.name.slice(0, 100), kind: [...head.paths.values()].toSorted().join(), lines, unknown };
}

/**
 * Reads the applicants of a file: from the sheet that matches most fields of the form, and from all sheets with the same columns. Returns
 * null if no sheet is a list of applicants.
 */
export function readClassBook(book: readonly WorkbookSheet[], design: FormDesign): ClassBook | null {
  const all = book.flatMap((sheet) => (sheet.hidden ? [] : (findClassList(sheet, design) ?? [])));
  const [best] = all.toSorted((a, b) => Number(b.lines.length > 0) - Number(a.lines.length > 0) || b.kind.length - a.kind.length);
  if (best === undefined) return null;
  const read = all.filter((list) => list === best || (list.kind === best.kind && list.lines.length > 0));
  return {
    rows: read.length === 1 ? best.lines : read.flatMap(({ name, lines }) => lines.map((line) => ({ ...line, sheet: name }))),
    unknown: [...new Set(read.flatMap((list) => list.unknown))],
  };
}
