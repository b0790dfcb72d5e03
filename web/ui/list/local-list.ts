import type { ListQuery } from './data-list.tsx';
import type { ListControls } from './list-state.ts';
import { sortRows, type Column } from './table-columns.ts';

/** Presents rows in memory as a list query: sorted by the column's `value`, paged (or not), and exportable. The caller filters the rows. */
export function createLocalListQuery<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  list: ListControls,
  unpaged = false,
): ListQuery<T> {
  const sorted = sortRows(rows, columns, list.sort);
  const cut = (page: number, size: number) => sorted.slice((page - 1) * size, page * size);
  return {
    data: { items: unpaged ? sorted : cut(list.page, list.pageSize), total: rows.length },
    error: null,
    refetch: () => undefined,
    fetchPage: (page, size) => Promise.resolve({ items: cut(page, size), total: rows.length }),
  };
}
