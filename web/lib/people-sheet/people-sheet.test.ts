import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { personImportColumns } from '../../../sync/contract/people/person.ts';
import { readWorkbook } from '../../../sync/spreadsheet/workbook-read.ts';
import type { SheetCell, WorkbookRow, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { type PeopleBook, readPeopleBook } from './people-sheet.ts';

const rows = (...lines: (string | SheetCell)[][]): WorkbookRow[] =>
  lines.flatMap((line, at) => {
    const cells = line.flatMap((cell, place) =>
      cell === '' ? [] : [[place, typeof cell === 'string' ? ({ kind: 'value', text: cell } as const) : cell] as const],
    );
    return cells.length === 0 ? [] : [{ number: at + 1, cells: new Map(cells) }];
  });
const sheet = (name: string, ...lines: (string | SheetCell)[][]): WorkbookSheet => ({ name, rows: rows(...lines) });
const people = (...book: WorkbookSheet[]): PeopleBook | null => readPeopleBook(book, personImportColumns);
const peopleOfSheet = (...lines: (string | SheetCell)[][]) => people(sheet('名单', ...lines));

it('finds columns by heading in any order and language, skips empty lines and keeps the line numbers', () => {
  expect(
    peopleOfSheet(['学号', '姓名 *', 'Class', '别的'], ["'2026001", ' 张三 ', '一班', 'x'], ['', '', '', ''], ['2026002', '李四']),
  ).toEqual({
    columns: ['name', 'student_no', 'class'],
    rows: [
      { row: 2, cells: { student_no: '2026001', name: '张三', class: '一班' } },
      { row: 4, cells: { student_no: '2026002', name: '李四' } },
    ],
    unknown: ['别的'],
    renamed: [],
    sheets: ['名单'],
    notRead: [],
  });
  expect(peopleOfSheet(['a', 'b'])).toBeNull();
});

it('removes an apostrophe that marks a text, and keeps one that is part of a name', () => {
  const typedAsText: SheetCell = { kind: 'value', text: "'=乙", isText: true };
  expect(
    peopleOfSheet(['姓名', '身份证号'], ["'t Hooft", "'11010119900307461x"], ["'=甲", ''], [typedAsText, ''])?.rows.map(
      ({ cells }) => cells,
    ),
  ).toEqual([{ name: "'t Hooft", id_number: '11010119900307461x' }, { name: '=甲' }, { name: "'=乙" }]);
});

it('finds the heading below a title, and reads the result of a formula', () => {
  const formula: SheetCell = { kind: 'formula', text: '=VLOOKUP(A3,班级!A:B,2)', result: '电工一班' };
  expect(peopleOfSheet(['城东技工学校 2026 级名单'], ['姓名', '班级'], ['王五', formula])).toMatchObject({
    rows: [{ row: 3, cells: { name: '王五', class: '电工一班' } }],
    unknown: [],
  });
});

it('recognises the column names that schools use, and reports renamed and unknown columns', () => {
  expect(
    peopleOfSheet(
      ['序号', '姓 名', '身份证号', '联系电话（必填）', '所在班级', '宿舍', 'QQ'],
      ['1', '赵六', '320199200205010172', '13812345678', '机电二班', '3-201', '10001'],
    ),
  ).toMatchObject({
    rows: [{ row: 2, cells: { name: '赵六', id_number: '320199200205010172', phone: '13812345678', class: '机电二班' } }],
    unknown: ['宿舍', 'QQ'],
    renamed: [
      { heading: '身份证号', column: 'id_number' },
      { heading: '联系电话（必填）', column: 'phone' },
      { heading: '所在班级', column: 'class' },
    ],
  });
});

it('prefers a column with the exact name to a synonym', () => {
  expect(peopleOfSheet(['姓名', '电话', '手机号（必填）'], ['钱七', '0510-88888888', '13912345678'])).toMatchObject({
    rows: [{ row: 2, cells: { name: '钱七', phone: '13912345678' } }],
    unknown: ['电话'],
  });
});

it('ignores columns about other people, and hints in brackets on how to fill in', () => {
  const others = ['手机号（家长）', '证件号码（监护人）', '班级（原）', '姓名（拼音）', '手机号(紧急联系人)'];
  expect(peopleOfSheet(['姓名', '学号', ...others], ['孙八', 'S8', '13800000000', '1101', '旧班', 'sunba', '139'])).toMatchObject({
    rows: [{ row: 2, cells: { name: '孙八', student_no: 'S8' } }],
    unknown: others,
  });
  const hinted = [
    '姓名【必填】',
    '学号（必填，文本）',
    '证件号码（18位）',
    '手机号(选填) (11 位数字)',
    '性别（男/女）',
    'Class (optional)',
    '备注（*）',
  ];
  expect(peopleOfSheet(hinted, ['1', '2', '3', '4', '5', '6', '7'])).toMatchObject({
    rows: [{ cells: { name: '1', student_no: '2', id_number: '3', phone: '4', sex: '5', class: '6', note: '7' } }],
    unknown: [],
    renamed: [],
  });
});

it('leaves out columns that this type of account does not have, and reports them', () => {
  const staff = personImportColumns.filter((column) => column !== 'class');
  const list = sheet('教师', ['姓名', '工号', '行政班', '班级'], ['周九', 'T9', '一班', '二班']);
  expect(readPeopleBook([list], staff)).toMatchObject({
    rows: [{ row: 2, cells: { name: '周九', login_name: 'T9' } }],
    unknown: ['行政班', '班级'],
  });
});

it('reads every sheet of a workbook with one sheet for each class, and names the sheet of each row', () => {
  const head = ['学号', '姓名', '班级'];
  expect(
    people(
      sheet('一班', head, ['A1', '张一', '一班']),
      sheet('二班', ['姓名', '学号', '班级', '备注', '床位'], ['李二', 'B1', '二班', '走读', '7']),
      { ...sheet('藏', head, ['X1', '藏', '一班']), hidden: true },
      sheet('三班', head),
      sheet('成绩', ['姓名', '学号', '总分'], ['张一', 'A1', '90']),
    ),
  ).toEqual({
    columns: ['name', 'student_no', 'class', 'note'],
    rows: [
      { row: 2, sheet: '一班', cells: { name: '张一', student_no: 'A1', class: '一班' } },
      { row: 2, sheet: '二班', cells: { name: '李二', student_no: 'B1', class: '二班', note: '走读' } },
    ],
    unknown: ['床位'],
    renamed: [],
    sheets: ['一班', '二班'],
    notRead: ['成绩'],
  });
});

it('does not take instructions that list the fields for a list of people', () => {
  const notes = sheet('填写说明', ['字段', '要求'], ['姓名', '必填'], ['学号', '必填']);
  const list = sheet('名单', ['姓名', '学号'], ['张三', 'S1']);
  expect(people(notes, list)).toMatchObject({
    rows: [{ row: 2, cells: { name: '张三', student_no: 'S1' } }],
    sheets: ['名单'],
    notRead: ['填写说明'],
  });
  expect(people(notes)).toBeNull();
});

it('reads the type of each account from a column with the product’s or a usual heading', () => {
  for (const heading of ['类别', '人员类别（必填）', 'Type'])
    expect(people(sheet('名单', ['姓名', heading, '工号'], ['周九', '监考员', 'T9'], ['吴十', '', 'T10']))).toMatchObject({
      columns: ['name', 'user_type', 'login_name'],
      rows: [{ cells: { user_type: '监考员' } }, { cells: { login_name: 'T10' } }],
      unknown: [],
    });
});

it('keeps the leading zeros that the cell of a student number shows', () => {
  const bytes = new Uint8Array(readFileSync(new URL('../../../tests/fixtures/questions/faults/people-zeros.xlsx', import.meta.url)));
  const book = readWorkbook(bytes, { fileMb: 1, unpackedMb: 1, files: 100, ratio: 250, ratioFromBytes: 1_000_000, rows: 100 });
  expect(Array.isArray(book) && people(...(book as WorkbookSheet[]))?.rows.map(({ cells }) => cells.student_no)).toEqual(['12345', '098']);
});
