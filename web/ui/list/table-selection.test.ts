import { describe, expect, it } from 'vitest';
import { refreshSelectedRows, changeSelectedRows, type RowId } from './table-selection.ts';

interface Row {
  readonly id: number;
  readonly version: number;
}
const idOf = (row: Row): RowId => row.id;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, version: 1 }));
const none: ReadonlyMap<RowId, Row> = new Map();

describe('selected rows', () => {
  it('add up over several pages', () => {
    const first = changeSelectedRows(none, rows(1, 2), true, idOf);
    const second = changeSelectedRows(first, rows(21), true, idOf);
    expect([...second.keys()]).toEqual([1, 2, 21]);
    expect([...first.keys()]).toEqual([1, 2]);
  });

  it('are removed by row and by page', () => {
    const all = changeSelectedRows(none, rows(1, 2, 3, 21), true, idOf);
    expect([...changeSelectedRows(all, rows(2), false, idOf).keys()]).toEqual([1, 3, 21]);
    // Clearing "select all on this page" leaves rows selected on other pages.
    expect([...changeSelectedRows(all, rows(1, 2, 3, 4), false, idOf).keys()]).toEqual([21]);
  });

  it('contain a row once, however often it is selected', () => {
    expect(changeSelectedRows(changeSelectedRows(none, rows(1), true, idOf), rows(1), true, idOf).size).toBe(1);
  });

  it('have the version that the page shows now, if it shows the row', () => {
    expect(refreshSelectedRows(rows(1, 21), [{ id: 21, version: 5 }], idOf)).toEqual([
      { id: 1, version: 1 },
      { id: 21, version: 5 },
    ]);
  });
});
