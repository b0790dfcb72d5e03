import { useState } from 'react';

export type RowId = string | number;

/** The rows ticked, on whatever page or under whatever filter they were ticked. */
export interface Selection<T> {
  readonly ids: ReadonlySet<RowId>;
  /** As they were last seen; read the newest version from the page at hand with `newest`. */
  readonly rows: readonly T[];
  readonly put: (rows: readonly T[], on: boolean) => void;
  readonly clear: () => void;
}

/** The map with these rows ticked or not. */
export function withRows<T>(
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

/** The ticked rows, each as the page shows it now where it does: a bulk action must carry the version that stands. */
export const newestRows = <T>(selected: readonly T[], onPage: readonly T[], idOf: (row: T) => RowId): T[] => {
  const here = new Map(onPage.map((row) => [idOf(row), row]));
  return selected.map((row) => here.get(idOf(row)) ?? row);
};

/** Ticks of a table; they outlive paging, sorting and searching, and end with the page. */
export function useSelection<T>(idOf: (row: T) => RowId): Selection<T> {
  const [ticked, setTicked] = useState<ReadonlyMap<RowId, T>>(new Map());
  return {
    ids: new Set(ticked.keys()),
    rows: [...ticked.values()],
    put: (rows, on) => setTicked((before) => withRows(before, rows, on, idOf)),
    clear: () => setTicked(new Map()),
  };
}
