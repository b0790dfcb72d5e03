import { expect, it } from 'vitest';
import type { SheetCell, SheetRow } from '../../../sync/workbook/workbook.ts';
import { peopleOfSheet } from './import-sheet.ts';

const rows = (...lines: (string | SheetCell)[][]): SheetRow[] =>
  lines.flatMap((line, at) => {
    const cells = line.flatMap((cell, place) =>
      cell === '' ? [] : [[place, typeof cell === 'string' ? ({ kind: 'value', text: cell } as const) : cell] as const],
    );
    return cells.length === 0 ? [] : [{ number: at + 1, cells: new Map(cells) }];
  });

it('finds columns by heading in any order and language, skips empty lines and keeps the line numbers', () => {
  expect(
    peopleOfSheet(rows(['学号', '姓名 *', 'Class', '别的'], ["'2026001", ' 张三 ', '一班', 'x'], ['', '', '', ''], ['2026002', '李四'])),
  ).toEqual({
    people: [
      { row: 2, cells: { student_no: '2026001', name: '张三', class: '一班' } },
      { row: 4, cells: { student_no: '2026002', name: '李四' } },
    ],
    unknown: ['别的'],
  });
  expect(peopleOfSheet(rows(['a', 'b']))).toBeNull();
});

it('finds the heading under a title, and takes what a formula came to', () => {
  const formula: SheetCell = { kind: 'formula', text: '=VLOOKUP(A3,班级!A:B,2)', result: '电工一班' };
  expect(peopleOfSheet(rows(['城东技工学校 2026 级名单'], ['姓名', '班级'], ['王五', formula]))).toEqual({
    people: [{ row: 3, cells: { name: '王五', class: '电工一班' } }],
    unknown: [],
  });
});

it('knows the names that schools give these columns, and says which it does not know', () => {
  expect(
    peopleOfSheet(
      rows(
        ['序号', '姓 名', '身份证号', '联系电话（必填）', '所在班级', '宿舍', 'QQ'],
        ['1', '赵六', '320199200205010172', '13812345678', '机电二班', '3-201', '10001'],
      ),
    ),
  ).toEqual({
    people: [{ row: 2, cells: { name: '赵六', id_number: '320199200205010172', phone: '13812345678', class: '机电二班' } }],
    unknown: ['宿舍', 'QQ'],
  });
});

it('takes a column under its own name before another that means the same', () => {
  expect(peopleOfSheet(rows(['姓名', '电话', '手机号'], ['钱七', '0510-88888888', '13912345678']))).toEqual({
    people: [{ row: 2, cells: { name: '钱七', phone: '13912345678' } }],
    unknown: ['电话'],
  });
});
