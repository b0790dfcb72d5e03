import { expect, it } from 'vitest';
import { findBrokenDepths } from '../../../sync/domain/papers/detail-rules.ts';
import type { EditLine, DetailOutline } from './outline.ts';
import { parsePastedCells, isPastedTable, insertPastedRows } from './outline-paste.ts';

const scope = (key: number, depth: 1 | 2 | 3, code: string): EditLine => ({ key, depth, code, name: `s${key}`, weight: 1, ratio: null });
const point = (key: number, code: string): EditLine => ({ key, depth: 4, code, name: `p${key}`, importance: 'Y' });
const table: EditLine[] = [scope(1, 1, 'A'), scope(2, 2, 'A'), scope(3, 3, 'A'), point(4, '001'), scope(6, 3, 'B'), scope(8, 1, 'B')];

const pasteRows = (lines: DetailOutline, index: number, text: string) => {
  let key = 100;
  const result = insertPastedRows(lines, index, text, () => (key += 1));
  if (typeof result === 'string') return result;
  expect(findBrokenDepths(result.lines)).toEqual([]);
  return result.lines
    .slice(result.first, result.first + result.count)
    .map((line) => [line.depth, line.code, line.name, line.depth === 4 ? line.importance : [line.weight, line.ratio]]);
};

it('parsePastedCells reads cells as a spreadsheet copies them', () => {
  expect(parsePastedCells('001\t"甲\n乙"\tX\r\n\t\t\r\n002\t说 "好"\tY\r\n')).toEqual([
    ['001', '甲 乙', 'X'],
    ['002', '说 "好"', 'Y'],
  ]);
  expect(['甲', '甲 \n', '甲\t乙', '甲\n乙'].map(isPastedTable)).toEqual([false, false, true, true]);
});

it('pasted names become points or scopes at the chosen line, with the next free codes', () => {
  expect(pasteRows(table, 2, '甲\n乙')).toEqual([
    [4, '002', '甲', 'X'],
    [4, '003', '乙', 'X'],
  ]);
  expect(pasteRows(table, 3, '甲')).toEqual([[4, '002', '甲', 'X']]);
  expect(pasteRows(table, 0, '甲\t30\t8:2:1')).toEqual([[2, 'B', '甲', [30, { x: 8, y: 2, z: 1 }]]]);
  expect(pasteRows([], -1, '甲\n乙')).toEqual([
    [1, 'A', '甲', [null, null]],
    [1, 'B', '乙', [null, null]],
  ]);
});

it('pasted codes and importance are kept, and a code already in use is replaced by the next free one', () => {
  expect(pasteRows(table, 4, '1\t甲\tx\n7\t乙\tZ')).toEqual([
    [4, '001', '甲', 'X'],
    [4, '007', '乙', 'Z'],
  ]);
  expect(pasteRows(table, 2, '001\t甲\tY')).toEqual([[4, '002', '甲', 'Y']]);
});

it('a pasted branch keeps its levels, written as level names or as codes with dashes', () => {
  const copied =
    '层级\t代码\t名称\t鉴定比重\tX\tY\tZ\t重要程度\n二级范围\tB\t甲\t40\t1\t0\t0\t\n三级范围\tA\t乙\t40\t\t\t\t\n鉴定点\t001\t丙\t\t\t\t\tX';
  const branch = [
    [2, 'B', '甲', [40, { x: 1, y: 0, z: 0 }]],
    [3, 'A', '乙', [40, null]],
    [4, '001', '丙', 'X'],
  ];
  expect(pasteRows(table, 1, copied)).toEqual(branch);
  expect(pasteRows(table, 3, 'A-B\t甲\t40\t1:0:0\nA-B-A\t乙\t40\nA-B-A-001\t丙\tX')).toEqual(branch);
});

it('pasting is refused without a parent scope, without text, and above the limit of lines', () => {
  expect(pasteRows(table, 0, '001\t甲\tX')).toBe('noParent');
  expect(pasteRows([], -1, '三级范围\tA\t甲')).toBe('noParent');
  expect(pasteRows(table, 0, ' \t\n')).toBe('nothing');
  expect(pasteRows(table, 0, '甲\n'.repeat(3000))).toBe('tooMany');
});
