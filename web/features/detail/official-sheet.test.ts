import { describe, expect, it } from 'vitest';
import type { SheetCell, WorkbookSheet } from '../../../sync/spreadsheet/workbook.ts';
import { readDetailBook } from './detail-sheet.ts';

/** Builds a sheet from rows of texts; '' is an empty cell, such as one covered by a merged cell. */
const sheetOf = (rows: readonly (readonly string[])[]): WorkbookSheet => ({
  name: '电工',
  rows: rows.map((row, at) => ({
    number: at + 1,
    cells: new Map(row.flatMap((text, column): [number, SheetCell][] => (text === '' ? [] : [[column, { kind: 'value', text }]]))),
  })),
});
const read = (rows: readonly (readonly string[])[]) => {
  const { lines, faults } = readDetailBook([sheetOf(rows)]);
  return {
    lines: lines.map((line) =>
      line.depth === 4
        ? `${line.code} ${line.name} ${line.importance ?? '-'}`
        : `${line.depth} ${line.code} ${line.name} ${line.weight ?? '-'} ${line.ratio ? `${line.ratio.x}:${line.ratio.y}:${line.ratio.z}` : '-'}`,
    ),
    faults: faults.map(({ row, column, kind }) => `${column ?? ''}${row} ${kind}`),
  };
};

const lines = [
  '1 A 基本要求 20 1:1:0',
  '2 A 职业道德 20 1:1:0',
  '3 A 职业道德基本知识 20 1:1:0',
  '001 职业道德的内涵 X',
  '002 职业道德的特征 Y',
  '1 B 相关知识 80 1:0:0',
  '2 A 装调维修 80 1:0:0',
  '3 A 低压电器选用 80 1:0:0',
  '001 断路器的选用 X',
];

describe('readDetailBook on the official table of assessment elements', () => {
  it('reads three levels below the title, with a column for each field', () => {
    const group = ['一级', '', '', '', '二级', '', '', '', '三级', '', '', '', '代码', '名称', '重要程度'];
    const fields = ['代码', '名称', '重要程度比例', '鉴定比重'];
    const found = read([
      ['电工（中级）理论知识鉴定要素细目表'],
      ['鉴定范围', '', '', '', '', '', '', '', '', '', '', '', '鉴定点'],
      group,
      [...fields, ...fields, ...fields],
      [
        'A',
        '基本要求',
        '(01:01:00)',
        '20',
        'A',
        '职业道德',
        '(01:01:00)',
        '20',
        'A',
        '职业道德基本知识',
        '(01:01:00)',
        '20',
        '1',
        '职业道德的内涵',
        'X',
      ],
      ['', '', '', '', '', '', '', '', '', '', '', '', '2', '职业道德的特征', 'Y'],
      group,
      ['B', '相关知识', '1：0：0', '80%', 'A', '装调维修', '1:0:0', '80', 'A', '低压电器选用', '1:0:0', '80', '001', '断路器的选用', 'x'],
    ]);
    expect(found).toEqual({ lines, faults: [] });
  });

  it('reads cells that join name, code and ratio, and scopes repeated in each row', () => {
    const scope = (name: string, weight: string) => [name, weight];
    const first = [
      ...scope('基本要求\nA\n(1:1:0)', '20'),
      ...scope('职业道德\nA\n(1:1:0)', '20'),
      ...scope('职业道德基本知识\nA\n(1:1:0)', '20'),
    ];
    const found = read([
      ['鉴定范围', '', '', '', '', '', '鉴定点', '', ''],
      ['一级', '', '二级', '', '三级', '', '', '', ''],
      [
        '名称·代码·重要程度比例',
        '鉴定比重',
        '名称·代码·重要程度比例',
        '鉴定比重',
        '名称·代码·重要程度比例',
        '鉴定比重',
        '代码',
        '名称',
        '重要程度',
      ],
      [...first, '001', '职业道德的内涵', 'X'],
      [...first, '002', '职业道德的特征', 'Y'],
      [
        ...scope('相关知识 B (1:0:0)', '80'),
        ...scope('装调维修 A (1:0:0)', '80'),
        ...scope('低压电器选用 A (1:0:0)', '80'),
        '001',
        '断路器的选用',
        'X',
      ],
    ]);
    expect(found).toEqual({ lines, faults: [] });
  });

  it('reports the row of a fault', () => {
    const found = read([
      ['一级', '', '二级', '', '三级', '', '鉴定点', '', ''],
      ['代码', '名称', '代码', '名称', '代码', '名称', '代码', '名称', '重要程度'],
      ['A', '基本要求', 'A', '职业道德', 'A', '基本知识', '001', '内涵', 'Q'],
    ]);
    expect(found.faults).toEqual(['3 importance']);
  });
});

describe('readDetailBook on a list of codes', () => {
  it('derives the levels from codes with or without dashes, and leaves the weights empty', () => {
    const rows = [
      ['电工鉴定要素'],
      ['序号', '代码', '名称', '重要程度'],
      ['1', 'A', '基本要求'],
      ['2', 'A-A', '职业道德'],
      ['3', 'A-A-A', '基本知识'],
      ['4', 'A-A-A-001', '内涵', 'X'],
      ['5', 'AAA002', '特征', 'Y'],
    ];
    expect(read(rows)).toEqual({
      lines: ['1 A 基本要求 - -', '2 A 职业道德 - -', '3 A 基本知识 - -', '001 内涵 X', '002 特征 Y'],
      faults: [],
    });
  });

  it('reports malformed codes, and codes whose parent scope is missing', () => {
    const found = read([
      ['代码', '名称'],
      ['A', '基本要求'],
      ['B-A', '职业道德'],
      ['甲', '内涵'],
    ]);
    expect(found.faults).toEqual(['A3 code', 'A4 code']);
  });

  it('reads the product’s own format below a title line too', () => {
    const found = read([
      ['鉴定要素细目表'],
      ['层级', '代码', '名称', '鉴定比重', 'X', 'Y', 'Z', '重要程度'],
      ['一级范围', 'A', '基本要求', '100'],
    ]);
    expect(found.lines).toEqual(['1 A 基本要求 100 -']);
  });
});
