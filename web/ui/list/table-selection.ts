import { useState } from 'react';

export type RowId = string | number;

/** The selected rows, on all pages and under all filters. */
export interface Selection<T> {
  readonly ids: ReadonlySet<RowId>;
  /** Each row as it was when selected; `refreshSelectedRows` replaces it by its newest version. */
  readonly rows: readonly T[];
  readonly setSelected: (rows: readonly T[], on: boolean) => void;
  readonly clear: () => void;
}

/** Returns a copy of the map with these rows added (`on`) or removed. */
export function changeSelectedRows<T>(
  before: ReadonlyMap<RowId, T>,
  rows: readonly T[],
  on: boolean,
  idOf: (row: T) => RowId,
): ReadonlyMap<RowId, T> {
  const next = new Map(before);
  for (const row of rows) {
    if (on) next.set(idOf(row), row);
    else next.delete(idOf(row));
  }
  return next;
}

/** Returns the selected rows, each in the version that the page shows if it shows the row: a bulk action must send the current version. */
export const refreshSelectedRows = <T>(selected: readonly T[], onPage: readonly T[], idOf: (row: T) => RowId): T[] => {
  const here = new Map(onPage.map((row) => [idOf(row), row]));
  return selected.map((row) => here.get(idOf(row)) ?? row);
};

/** Holds the selection of a table. It survives paging, sorting and searching, until the user leaves the page. */
export function useSelection<T>(idOf: (row: T) => RowId): Selection<T> {
  const [ticked, setTicked] = useState<ReadonlyMap<RowId, T>>(new Map());
  return {
    ids: new Set(ticked.keys()),
    rows: [...ticked.values()],
    setSelected: (rows, on) => setTicked((before) => changeSelectedRows(before, rows, on, idOf)),
    clear: () => setTicked(new Map()),
  };
}
