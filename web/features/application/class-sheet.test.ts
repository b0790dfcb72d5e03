import { expect, test } from 'vitest';
import { shippedForms } from '../../../sync/domain/applications/shipped-forms.ts';
import type { WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { applyCorrections } from '../../platform/imports/use-sheet-import.ts';
import { readClassBook } from './class-sheet.ts';

const sheetOf = (lines: readonly (readonly string[])[], name = '名单'): WorkbookSheet => ({
  name,
  rows: lines.map((line, at) => ({
    number: at + 1,
    cells: new Map(line.map((text, place) => [place + 1, { kind: 'value', text }] as const)),
  })),
});
const design = shippedForms[0]?.design ?? [];

test('readClassBook recognises the usual column names of a school’s own list, and reports unknown columns', () => {
  const book = readClassBook(
    [
      sheetOf([['说明']], '说明'),
      sheetOf([
        ['2026 级电工班报名表'],
        ['序号', '学生姓名', '身份证号', '性别', '民族', '学历', '联系电话（必填）', '宿舍'],
        ['1', '沈嘉禾', "'110101200109235262", '女', '汉', '大专', '13800006027', '3-201'],
        ['', '', '', '', '', '', '', ''],
      ]),
    ],
    design,
  );
  expect(book?.unknown).toEqual(['宿舍']);
  expect(book?.rows).toEqual([
    {
      row: 3,
      cells: {
        name: '沈嘉禾',
        idNumber: '110101200109235262',
        sex: '女',
        ethnicity: '汉',
        education: '大专',
        phone: '13800006027',
      },
    },
  ]);
});

test('applyCorrections changes only the row and sheet of the corrected cell', () => {
  const head = ['姓名', '手机'];
  const book = readClassBook([sheetOf([head, ['甲', '1']], '一班'), sheetOf([head, ['乙', '2']], '二班')], design);
  if (book === null) throw new Error('no list');
  const mended = applyCorrections(book, [{ row: 2, sheet: '二班', cells: { phone: '13800006027' } }]);
  expect(mended.rows.map(({ cells }) => cells)).toEqual([
    { name: '甲', phone: '1' },
    { name: '乙', phone: '13800006027' },
  ]);
  expect(mended.unknown).toBe(book.unknown);
});

test('readClassBook joins the sheets of several classes into one list, and returns null without a name column', () => {
  const head = ['姓名', '证件号码'];
  const book = readClassBook([sheetOf([head, ['甲', '1']], '一班'), sheetOf([head, ['乙', '2']], '二班')], design);
  expect(book?.rows.map(({ sheet, row }) => [sheet, row])).toEqual([
    ['一班', 2],
    ['二班', 2],
  ]);
  expect(
    readClassBook(
      [
        sheetOf([
          ['数量', '价格'],
          ['1', '2'],
        ]),
      ],
      design,
    ),
  ).toBeNull();
});
