import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { computeColumnWidths, escapeSheetText, createSpreadsheetData, toSchoolWallClock } from './sheet-cells.ts';
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
// Noon, because half a day is exact in Excel's day numbers.
const at = new Date('2026-05-01T12:00:00+08:00');

describe('a sheet', () => {
  it.each(['=1+1', '+86 138', '-5', '@SUM(A1)', '\tx', '\r=x'])('makes %j plain text', (text) => {
    expect(escapeSheetText(text)).toBe(`'${text}`);
  });
  it.each(['电工', '1-2', 'a=b', '', ' =1'])('leaves %j as it is', (text) => {
    expect(escapeSheetText(text)).toBe(text);
  });

  it('has the columns with a value, headings escaped, numbers as numbers', () => {
    expect(createSpreadsheetData('考生', columns, [{ name: '=HYPERLINK("x")', points: -1.5, at }])).toEqual({
      name: '考生',
      header: ['姓名', "'=得分", '时间'],
      rows: [[`'=HYPERLINK("x")`, -1.5, toSchoolWallClock(at)]],
    });
  });

  it('names itself as Excel allows', () => {
    expect(createSpreadsheetData('a/b:c*[d]?', columns, []).name).toBe('a b c  d  ');
    expect(createSpreadsheetData('长'.repeat(40), columns, []).name).toHaveLength(31);
  });

  it('25.18: shows the wall clock of the school, in any zone of this PC', () => {
    expect(toSchoolWallClock(at).toISOString()).toBe('2026-05-01T12:00:00.000Z');
  });

  it('cuts what no cell can hold', () => {
    expect(escapeSheetText('x'.repeat(40_000))).toHaveLength(32_767);
  });

  it('is wide enough for Chinese', () => {
    const sheet = createSpreadsheetData('x', columns, [{ name: '电子商务师'.repeat(3), points: null, at }]);
    expect(computeColumnWidths(sheet)).toEqual([32, 10, 18]);
  });

  it('is read back from the file as it was written', async () => {
    const sheet = createSpreadsheetData('考生', columns, [{ name: '+张三', points: null, at }]);
    const file = await writeExcelFile([[...sheet.header], ...sheet.rows.map((row) => [...row])], { dateFormat: 'yyyy-mm-dd' }).toBuffer();
    expect(await readSheet(file)).toEqual([
      ['姓名', "'=得分", '时间'],
      ["'+张三", null, toSchoolWallClock(at)],
    ]);
  });
});
