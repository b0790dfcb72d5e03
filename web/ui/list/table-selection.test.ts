import { describe, expect, it } from 'vitest';
import { refreshSelectedRows, changeSelectedRows, type RowId } from './table-selection.ts';

interface Row {
  readonly id: number;
  readonly version: number;
}
const idOf = (row: Row): RowId => row.id;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, version: 1 }));
const none: ReadonlyMap<RowId, Row> = new Map();

describe('ticks', () => {
  it('add up over pages and outlive them', () => {
    const first = changeSelectedRows(none, rows(1, 2), true, idOf);
    const second = changeSelectedRows(first, rows(21), true, idOf);
    expect([...second.keys()]).toEqual([1, 2, 21]);
    expect([...first.keys()]).toEqual([1, 2]);
  });

  it('are taken away row by row and page by page', () => {
    const all = changeSelectedRows(none, rows(1, 2, 3, 21), true, idOf);
    expect([...changeSelectedRows(all, rows(2), false, idOf).keys()]).toEqual([1, 3, 21]);
    // "Select all on this page" turned off: rows selected on other pages stay selected.
    expect([...changeSelectedRows(all, rows(1, 2, 3, 4), false, idOf).keys()]).toEqual([21]);
  });

  it('count a row once, however often it is ticked', () => {
    expect(changeSelectedRows(changeSelectedRows(none, rows(1), true, idOf), rows(1), true, idOf).size).toBe(1);
  });

  it('carry the version the page shows now, where it shows the row', () => {
    expect(refreshSelectedRows(rows(1, 21), [{ id: 21, version: 5 }], idOf)).toEqual([
      { id: 1, version: 1 },
      { id: 21, version: 5 },
    ]);
  });
});
