import { describe, expect, it } from 'vitest';
import { listShownColumns, sortRows, type Column } from './columns.tsx';

interface Row {
  readonly name: string;
  readonly points: number | null;
}
const columns: Column<Row>[] = [
  { key: 'name', header: '', fixed: true, sort: 'name', value: (row) => row.name },
  { key: 'points', header: '', sort: 'points', value: (row) => row.points },
  { key: 'paper', header: '', wide: true, cell: () => null },
  { key: 'updated', header: '', extra: true, cell: () => null },
];
const keys = (choice: Record<string, boolean>, wide: boolean) => listShownColumns(columns, choice, wide).map((column) => column.key);

describe('shown columns', () => {
  it('are the default columns, with more of them in a wide window', () => {
    expect(keys({}, false)).toEqual(['name', 'points']);
    expect(keys({}, true)).toEqual(['name', 'points', 'paper']);
  });
  it('are those that the user chose in any window, always with the row’s name', () => {
    expect(keys({ name: false, points: false, paper: true, updated: true }, false)).toEqual(['name', 'paper', 'updated']);
    expect(keys({ paper: false }, true)).toEqual(['name', 'points']);
  });
  it('ignore a choice of a column that no longer exists', () => {
    expect(keys({ gone: true }, false)).toEqual(['name', 'points']);
  });
});

describe('rows sorted in the browser', () => {
  const rows: Row[] = [
    { name: '李四10', points: 60 },
    { name: '李四9', points: null },
    { name: 'Anna', points: 100 },
    { name: '王五', points: 60 },
  ];
  const names = (sort: string | undefined) => sortRows(rows, columns, sort).map((row) => row.name);
  it('are sorted by a value, in stable order, with empty values last in both directions', () => {
    expect(names('points')).toEqual(['李四10', '王五', 'Anna', '李四9']);
    expect(names('-points')).toEqual(['Anna', '李四10', '王五', '李四9']);
  });
  it('are sorted by pinyin, and by the value of numbers within words', () => {
    expect(names('name')).toEqual(['李四9', '李四10', '王五', 'Anna']);
  });
  it('keep their order without a sort or with a sort by an unknown column', () => {
    expect(names(undefined)).toEqual(rows.map((row) => row.name));
    expect(names('-nonsense')).toEqual(rows.map((row) => row.name));
  });
});
