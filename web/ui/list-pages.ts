/** One page of a list, as every list call gives it. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}
/** Asks for a page of the list as it is filtered and sorted now. */
export type FetchPage<T> = (page: number, pageSize: number, signal: AbortSignal) => Promise<ListPage<T>>;

/** The most a list call gives at once. */
const largestPage = 200;

export interface Gathered<T> {
  readonly rows: readonly T[];
  /** How many the filter fits; more than `rows` where the limit cut them off. */
  readonly total: number;
}

/**
 * Every row that fits, page after page, `limit` at most. Rows that move between two pages while it runs come once. Rejects when a page
 * fails or `signal` aborts: half a list must not look like a whole one.
 */
export async function everyRow<T>(
  fetchPage: FetchPage<T>,
  options: {
    readonly idOf: (row: T) => string | number;
    readonly limit: number;
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number, of: number) => void;
  },
): Promise<Gathered<T>> {
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
