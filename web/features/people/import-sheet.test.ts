import { expect, it } from 'vitest';
import { rowsOfSheet } from './import-sheet.ts';

it('finds columns by heading in any order and language, skips empty lines and keeps the line numbers', () => {
  expect(
    rowsOfSheet([
      ['学号', '姓名 *', 'Class', '别的'],
      ["'2026001", ' 张三 ', '一班', 'x'],
      ['', '', '', ''],
      ['2026002', '李四'],
    ]),
  ).toEqual([
    { row: 2, cells: { student_no: '2026001', name: '张三', class: '一班' } },
    { row: 4, cells: { student_no: '2026002', name: '李四' } },
  ]);
  expect(rowsOfSheet([['a', 'b']])).toBeNull();
});
