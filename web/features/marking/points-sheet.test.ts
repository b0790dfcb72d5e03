import { expect, test } from 'vitest';
import { readPointsSheet } from './points-sheet.ts';

const sheet = (rows: readonly (readonly string[])[]) =>
  readPointsSheet(
    rows.map((texts, at) => ({ number: at + 1, cells: new Map(texts.map((text, column) => [column, { kind: 'value' as const, text }])) })),
  );

test('a sheet of points is read by its column headings, and faults are reported by row', () => {
  const rows = [
    ['期末考试'],
    ['准考证号', '姓名', '成绩'],
    ['001', '张', '86.5'],
    ['002', '', '缺考'],
    ['', '', ''],
    ['003', '', 'x'],
    ['', '', '60'],
  ];
  expect(sheet(rows)).toEqual({
    rows: [
      { row: 3, ticketNo: '001', points: 86.5 },
      { row: 4, ticketNo: '002', points: null },
    ],
    faults: [
      { row: 6, what: 'points' },
      { row: 7, what: 'ticketNo' },
    ],
  });
  expect(sheet([['姓名', '成绩']])).toBeNull();
});

test('points are multiples of a half, neither empty nor negative', () => {
  const of = (text: string) =>
    sheet([
      ['ticket no.', 'points'],
      ['1', text],
    ])?.rows[0]?.points;
  expect([of('60'), of(' 59.5 '), of('absent'), of('-1'), of('60.25'), of('')]).toEqual([60, 59.5, null, undefined, undefined, undefined]);
});
