import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { toWriterRows } from '../../ui/spreadsheet/sheet-cells.ts';
import { formatCodes, parseCodes, type ReportTable, toReportSheet } from './report-sheet.ts';

const columns: ReportTable['columns'] = [
  { heading: '姓名', type: 'text' },
  { heading: '证件号码', type: 'text' },
  { heading: '学号', type: 'text' },
  { heading: '理论成绩', type: 'number' },
  { heading: '发证日期', type: 'day' },
];
const cells = ['=1+1𠮷', '320101200109230021', '000120', 86.5, '2026-11-28'];
const table: ReportTable = { title: '', planName: '', columns, rows: [{ id: 1, cells }], missing: [], missingPhotos: [] };

describe('spreadsheet of a report to the authority', () => {
  it('is read exactly by another library: text as text, numbers as numbers, days as dates', async () => {
    const sheet = toReportSheet('名册', table);
    const file = await writeExcelFile(toWriterRows(sheet)).toBuffer();
    const [header, row = []] = await readSheet(file, { trim: false });
    expect(header).toEqual(columns.map(({ heading }) => heading));
    expect(row.slice(0, 4)).toEqual(cells.slice(0, 4));
    expect(row[4]).toEqual(new Date('2026-11-28T00:00:00Z'));
  });
});

describe('code table on one line', () => {
  it.each([
    ['男=1；女=2', '男=1；女=2'],
    [' 男＝1 ; 女 = 2;', '男=1；女=2'],
    ['', ''],
  ])('reads %j as %j', (text, written) => {
    expect(formatCodes(parseCodes(text) ?? [{ from: 'not', to: 'read' }])).toBe(written);
  });
  it.each(['男', '男=', '=1', '男=1=2'])('rejects %j', (text) => {
    expect(parseCodes(text)).toBeNull();
  });
});
