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

describe('the columns shown', () => {
  it('are those the table wishes, in a wide window more of them', () => {
    expect(keys({}, false)).toEqual(['name', 'points']);
    expect(keys({}, true)).toEqual(['name', 'points', 'paper']);
  });
  it('are what the person chose, in any window, but never without the row’s name', () => {
    expect(keys({ name: false, points: false, paper: true, updated: true }, false)).toEqual(['name', 'paper', 'updated']);
    expect(keys({ paper: false }, true)).toEqual(['name', 'points']);
  });
  it('forget a choice of a column that is no more', () => {
    expect(keys({ gone: true }, false)).toEqual(['name', 'points']);
  });
});

describe('rows that are all here', () => {
  const rows: Row[] = [
    { name: '李四10', points: 60 },
    { name: '李四9', points: null },
    { name: 'Anna', points: 100 },
    { name: '王五', points: 60 },
  ];
  const names = (sort: string | undefined) => sortRows(rows, columns, sort).map((row) => row.name);
  it('sort by a value, equal ones as they came, those without one last either way', () => {
    expect(names('points')).toEqual(['李四10', '王五', 'Anna', '李四9']);
    expect(names('-points')).toEqual(['Anna', '李四10', '王五', '李四9']);
  });
  it('sort words by pinyin and numbers in them as numbers', () => {
    expect(names('name')).toEqual(['李四9', '李四10', '王五', 'Anna']);
  });
  it('stay as they are without a sort, or with one that no column has', () => {
    expect(names(undefined)).toEqual(rows.map((row) => row.name));
    expect(names('-nonsense')).toEqual(rows.map((row) => row.name));
  });
});
