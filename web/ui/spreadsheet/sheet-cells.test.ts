import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { columnFormats } from '../../../sync/spreadsheet/column-format.ts';
import {
  computeColumnWidths,
  createSpreadsheetData,
  type SpreadsheetData,
  toSchoolWallClock,
  toSheetName,
  toWriterRows,
} from './sheet-cells.ts';
import type { Column } from '../list/columns.tsx';

interface Row {
  readonly name: string;
  readonly points: number | null;
  readonly at: Date;
}
const columns: Column<Row>[] = [
  { key: 'name', header: '姓名', value: (row) => row.name },
  { key: 'points', header: '=得分', value: (row) => row.points },
  { key: 'chip', header: '状态', cell: () => 'chip' },
  { key: 'at', header: '时间', cell: () => '', value: (row) => row.at },
];
// Use noon, because half a day is an exact number in Excel's dates.
const at = new Date('2026-05-01T12:00:00+08:00');

/** Writes the sheet to a file and reads it with another library. */
const readBack = async (sheet: SpreadsheetData) =>
  readSheet(await writeExcelFile(toWriterRows(sheet), { sheet: toSheetName(sheet.name) }).toBuffer(), { trim: false });

describe('spreadsheet of a list', () => {
  it('contains the columns with a value, and numbers as numbers', () => {
    expect(createSpreadsheetData('考生', columns, [{ name: '=HYPERLINK("x")', points: -1.5, at }])).toEqual({
      name: '考生',
      header: ['姓名', '=得分', '时间'],
      rows: [['=HYPERLINK("x")', -1.5, toSchoolWallClock(at)]],
    });
  });

  it.each(['长'.repeat(40), 'a/b:c*[d]?\\'])('can be written under the name %j, shortened and cleaned for Excel', async (name) => {
    expect(await readBack({ name, header: ['姓名'], rows: [['王']] })).toEqual([['姓名'], ['王']]);
  });

  it('shows times in the school’s zone, whatever the PC’s zone', () => {
    expect(toSchoolWallClock(at).toISOString()).toBe('2026-05-01T12:00:00.000Z');
  });

  it('cuts texts longer than a cell can hold', async () => {
    expect((await readBack({ name: 'x', header: ['姓名'], rows: [['x'.repeat(40_000)]] }))[1]).toEqual(['x'.repeat(32_767)]);
  });

  it('has columns wide enough for Chinese', () => {
    const sheet = createSpreadsheetData('x', columns, [{ name: '电子商务师'.repeat(3), points: null, at }]);
    expect(computeColumnWidths(sheet)).toEqual([32, 10, 18]);
  });

  it('is read back from the file unchanged', async () => {
    const names = [
      '=1+1',
      "'=1+1",
      '+86 张',
      '-CMD|x',
      '@SUM(A1)',
      '\tx',
      '𠮷㐂·买买提',
      '_x0041_王',
      'A&B &amp; <c>',
      '32019920010102019X',
      '000120',
    ];
    const sheet = createSpreadsheetData(
      '考生',
      columns,
      names.map((name) => ({ name, points: null, at })),
    );
    expect(await readBack(sheet)).toEqual([['姓名', '=得分', '时间'], ...names.map((name) => [name, null, toSchoolWallClock(at)])]);
  });
});

/** Returns the number formats of the columns of a written sheet, such as "@" for text. */
async function readColumnFormats(sheet: SpreadsheetData): Promise<(string | undefined)[]> {
  const widths = computeColumnWidths(sheet).map((width) => ({ width }));
  const files = unzipSync(await writeExcelFile(toWriterRows(sheet), { columns: widths }, { features: [columnFormats] }).toBuffer());
  const textOf = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  const formats = new Map(
    [...textOf('xl/styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const styles =
    textOf('xl/styles.xml')
      .split('<cellXfs')[1]
      ?.match(/<xf [^>]*>/g) ?? [];
  return [...textOf('xl/worksheets/sheet1.xml').matchAll(/<col ([^>]*)>/g)].map(([, col = '']) => {
    const style = /style="(\d+)"/.exec(col)?.[1];
    return style === undefined ? undefined : formats.get(/numFmtId="(\d+)"/.exec(styles[Number(style)] ?? '')?.[1]);
  });
}

describe('cell formats for later input', () => {
  it('are text in a template, so that ID numbers keep leading zeros', async () => {
    expect(await readColumnFormats({ name: '模板', header: ['姓名', '证件号码'], rows: [] })).toEqual(['@', '@']);
  });
  it('follow the column', async () => {
    const sheet = { name: '表', header: ['序号', '代码', '日期'], rows: [[1, '1.10', at]], dayColumns: [2] };
    expect(await readColumnFormats(sheet)).toEqual([undefined, '@', 'yyyy-mm-dd']);
  });
});
