import type { DetailLine } from '../../../sync/contract/bank/detail.ts';

/** Words of the Excel template. Files are written with the first word of each list; the import accepts every word in any page language. */
export const detailSheetName = '鉴定要素细目表';

export const detailColumnNames = {
  level: ['层级', 'level'],
  code: ['代码', 'code'],
  name: ['名称', 'name'],
  weight: ['鉴定比重', '比重', 'weight'],
  x: ['X', 'x'],
  y: ['Y', 'y'],
  z: ['Z', 'z'],
  importance: ['重要程度', 'importance'],
} as const satisfies Record<string, readonly string[]>;
export type DetailSheetColumn = keyof typeof detailColumnNames;
export const detailSheetColumns = Object.keys(detailColumnNames) as DetailSheetColumn[];

export const detailLevelNames: Record<DetailLine['depth'], readonly string[]> = {
  1: ['一级范围', '一级', '1'],
  2: ['二级范围', '二级', '2'],
  3: ['三级范围', '三级', '3'],
  4: ['鉴定点', '点', '4'],
};

/** Patterns that recognise the column headings of official detail tables and of official lists of codes. The first heading that matches counts. */
export const officialFieldPatterns = {
  ratio: /^(?:重要程度)?比例$/,
  importance: /^重要程度$|^importance$/i,
  weight: /^(?:鉴定)?(?:比重|权重)(?:[（(]?%[)）]?)?$|^weight$/i,
  code: /^(?:鉴定点|鉴定范围|鉴定要素)?(?:代码|编码|编号)$|^code$/i,
  name: /^(?:名称|内容|(?:鉴定点|鉴定范围|鉴定要素)(?:名称|内容)?)$|^name$/i,
} as const;

/** Headings of the three scope levels in an official detail table; `officialPointHeading` is the heading of its points. */
export const officialLevelPatterns = [/^一级(?:鉴定)?(?:范围)?$/, /^二级(?:鉴定)?(?:范围)?$/, /^三级(?:鉴定)?(?:范围)?$/] as const;
export const officialPointHeading = '鉴定点';

/** Small example table that can be imported unchanged. */
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
