import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { readCellText } from '../../../sync/spreadsheet/cell-text.ts';
import type { WorkbookRow, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { officialFieldPatterns, officialLevelPatterns, officialPointHeading } from './sheet-words-table.ts';

/**
 * Layout of the official detail table (鉴定要素细目表): three levels of scopes side by side, then the assessment points. The fields of a level
 * have a column each, or share one.
 */
export interface OfficialLayout {
  /** Index in `rows` of the first row below the header. */
  readonly body: number;
  /** Columns of the fields, for each of the three levels of scopes. */
  readonly scopes: readonly FieldColumns[];
  readonly point: FieldColumns;
}
type Field = keyof typeof officialFieldPatterns;
const fields = Object.keys(officialFieldPatterns) as Field[];
type FieldColumns = Readonly<Partial<Record<Field, number>>>;

/** A scope or assessment point as its row contains it; all fields are text. */
export interface OfficialLine {
  readonly depth: DetailLine['depth'];
  readonly texts: Readonly<Record<Field, string>>;
}

/** Maximum number of rows above the header: title, profession, way of assessment. */
const titleRows = 9;
/** Returns the trimmed text of a cell; '' if the row, the column or the cell is missing. */
export const getCellText = (row: WorkbookRow | undefined, column: number | undefined): string => {
  const cell = column === undefined ? undefined : row?.cells.get(column);
  return cell === undefined ? '' : readCellText(cell).trim();
};
const readWord = (row: WorkbookRow | undefined, column: number): string => getCellText(row, column).replace(/\s+/g, '');

/** Finds the header with 一级, 二级 and 三级 (levels one to three) side by side. Returns undefined for another sheet. */
export function findOfficialLayout({ rows }: WorkbookSheet): OfficialLayout | undefined {
  for (const [at, row] of rows.slice(0, titleRows).entries()) {
    const starts = officialLevelPatterns.map((level) => [...row.cells.keys()].find((column) => level.test(readWord(row, column))));
    const [first, second, third] = starts;
    if (first === undefined || second === undefined || third === undefined || !(first < second && second < third)) continue;
    const hasFields = [...(rows[at + 1]?.cells.keys() ?? [])].some((column) => listFields(readWord(rows[at + 1], column)).length > 0);
    const head = [rows[at - 1], row, hasFields ? rows[at + 1] : undefined];
    const columns = [...new Set(head.flatMap((each) => [...(each?.cells.keys() ?? [])]))].toSorted((one, other) => one - other);
    const points =
      columns.find((column) => column > third && head.some((each) => readWord(each, column) === officialPointHeading)) ??
      columns.find((column) => column > third && readWord(row, column) !== '');
    if (points === undefined) continue;
    const findFieldColumns = (from: number, to: number): FieldColumns => {
      const found: Partial<Record<Field, number>> = {};
      for (const column of columns)
        if (column >= from && column < to)
          for (const field of listFields(head.map((each) => readWord(each, column)).findLast((word) => word !== '') ?? ''))
            found[field] ??= column;
      return found.name === undefined && found.code === undefined ? { ...found, name: from, code: from, ratio: from } : found;
    };
    return {
      body: at + (hasFields ? 2 : 1),
      scopes: [findFieldColumns(first, second), findFieldColumns(second, third), findFieldColumns(third, points)],
      point: findFieldColumns(points, Number.POSITIVE_INFINITY),
    };
  }
  return undefined;
}

/** Returns the fields that a heading names. One heading may name several, as in "名称·代码·重要程度比例", whose fields share a column. */
const listFields = (word: string): readonly Field[] =>
  word.split(/[·・•.、/，,]+/).flatMap((part) => fields.filter((field) => officialFieldPatterns[field].test(part)));

/** Reads the rows below an official header. A scope that is merged over several rows, or repeated in each row, becomes one line. */
export function readOfficialLines({ rows }: WorkbookSheet, layout: OfficialLayout): readonly (OfficialLine & { readonly row: number })[] {
  const open: string[] = [];
  return rows.slice(layout.body).flatMap((row) => {
    const isHead = officialLevelPatterns.some((level) => [...row.cells.keys()].some((column) => level.test(readWord(row, column))));
    const isNames = [...row.cells.values()].every(({ text }) => listFields(text.replace(/\s+/g, '')).length > 0);
    if (isHead || isNames) return [];
    const officialLines: (OfficialLine & { readonly row: number })[] = [];
    for (const [level, columns] of [...layout.scopes, layout.point].entries()) {
      const texts = readFieldTexts(row, columns);
      const depth = ([1, 2, 3, 4] as const)[level] ?? 4;
      if (texts.name === '' && texts.code === '') continue;
      if (depth < 4 && officialLines.length === 0 && open[level] === `${texts.code} ${texts.name}`) continue;
      open.length = level;
      open[level] = `${texts.code} ${texts.name}`;
      officialLines.push({ row: row.number, depth, texts });
    }
    return officialLines;
  });
}

const ratioWithin = /[（(]?\s{0,3}(\d{1,3})\s{0,3}[:：]\s{0,3}(\d{1,3})\s{0,3}[:：]\s{0,3}(\d{1,3})\s{0,3}[)）]?/;
function readFieldTexts(row: WorkbookRow, columns: FieldColumns): OfficialLine['texts'] {
  const readText = (field: Field): string => getCellText(row, columns[field]);
  const texts = {
    name: readText('name'),
    code: readText('code'),
    weight: readText('weight'),
    ratio: readText('ratio'),
    importance: readText('importance'),
  };
  if (columns.name === undefined || columns.name !== columns.code) return texts;
  // Name, code and ratio share one cell, such as "name A (52:07:01)".
  const ratio = ratioWithin.exec(texts.name)?.[0] ?? '';
  const bare = texts.name.replace(ratio, ' ');
  const code = /(?:^|\s|[（(])([A-Z]{1,2}|\d{3})(?=$|\s|[)）])/.exec(bare.trim())?.[1] ?? '';
  const name = bare
    .replace(code, ' ')
    .replace(/[（(]\s*[)）]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { ...texts, name, code, ratio };
}
