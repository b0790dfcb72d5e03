/** One page of a list, as list calls return it. */
export interface ListPageResult<T> {
  readonly items: readonly T[];
  readonly total: number;
}
/** Requests a page of the list with the current filters and order. */
export type FetchPage<T> = (page: number, pageSize: number, signal: AbortSignal) => Promise<ListPageResult<T>>;

/** Largest page size of a list call. */
const largestPage = 200;

/** Result of `readEveryRow`. */
export interface GatheredRows<T> {
  readonly rows: readonly T[];
  /** Number of matching rows; larger than `rows` if the limit cut them off. */
  readonly total: number;
}

/**
 * Reads all matching rows, page by page, at most `limit`. A row that moves between two pages meanwhile is returned once. Rejects if a page
 * fails or `signal` aborts, so that a partial list is never taken for a complete one.
 */
export async function readEveryRow<T>(
  fetchPage: FetchPage<T>,
  options: {
    readonly idOf: (row: T) => string | number;
    readonly limit: number;
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number, of: number) => void;
  },
): Promise<GatheredRows<T>> {
  const found = new Map<string | number, T>();
  for (let page = 1; ; page += 1) {
    options.signal.throwIfAborted();
    const { items, total } = await fetchPage(page, largestPage, options.signal);
    for (const row of items) if (found.size < options.limit) found.set(options.idOf(row), row);
    options.onProgress?.(Math.min(found.size, total), Math.min(total, options.limit));
    if (items.length < largestPage || page * largestPage >= total || found.size >= options.limit)
      return { rows: [...found.values()], total };
  }
}
