import type { DetailLine } from '../../../sync/contract/detail.ts';

/** Words of the Excel form. The file is written with the first of each; all are read, in any language of the page. */
export const sheetName = '鉴定要素细目表';

export const columnWords = {
  level: ['层级', 'level'],
  code: ['代码', 'code'],
  name: ['名称', 'name'],
  weight: ['鉴定比重', '比重', 'weight'],
  x: ['X', 'x'],
  y: ['Y', 'y'],
  z: ['Z', 'z'],
  importance: ['重要程度', 'importance'],
} as const satisfies Record<string, readonly string[]>;
export type SheetColumn = keyof typeof columnWords;
export const sheetColumns = Object.keys(columnWords) as SheetColumn[];

export const levelWords: Record<DetailLine['depth'], readonly string[]> = {
  1: ['一级范围', '一级', '1'],
  2: ['二级范围', '二级', '2'],
  3: ['三级范围', '三级', '3'],
  4: ['鉴定点', '点', '4'],
};

/** A small example that could be imported as it stands. */
export const templateLines: readonly DetailLine[] = [
  { depth: 1, code: 'A', name: '基本要求', weight: 20, ratio: { x: 1, y: 1, z: 0 } },
  { depth: 2, code: 'A', name: '职业道德', weight: 20, ratio: { x: 1, y: 1, z: 0 } },
  { depth: 3, code: 'A', name: '职业道德基本知识', weight: 20, ratio: { x: 1, y: 1, z: 0 } },
  { depth: 4, code: '001', name: '职业道德的基本内涵', importance: 'X' },
  { depth: 4, code: '002', name: '职业道德的特征', importance: 'Y' },
  { depth: 1, code: 'B', name: '相关知识要求', weight: 80, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 2, code: 'A', name: '装调维修', weight: 80, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 3, code: 'A', name: '低压电器选用', weight: 80, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 4, code: '001', name: '断路器的选用', importance: 'X' },
];
