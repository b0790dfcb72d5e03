/** One page of a list, as list calls return it. */
export interface ListPageResult<T> extends PageTotal {
  readonly items: readonly T[];
}
/** Number of rows on all pages. `isMore`: counting stopped there, and the list has more rows. */
export interface PageTotal {
  readonly total: number;
  readonly isMore?: true | undefined;
}
/** Returns the total of a page as input for the call of another page, so that the server need not count again. */
export const getTotalFields = (page: PageTotal | undefined) =>
  page && { total: page.total, ...(page.isMore === true && { isMore: page.isMore }) };
/** Returns a total as a text shows it: "10000+" if there are more rows. */
export const formatTotal = ({ total, isMore }: PageTotal): number | string => (isMore === true ? `${total}+` : total);

/** Requests a page of the list with the current filters and order. */
export type FetchPage<T> = (page: number, pageSize: number, signal: AbortSignal) => Promise<ListPageResult<T>>;

/** Largest page size of a list call. */
const largestPage = 200;

/** Result of `readEveryRow`. */
export interface GatheredRows<T> extends PageTotal {
  /** The matching rows; fewer than `total` if the limit cut them off. */
  readonly rows: readonly T[];
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
    const { items, total, isMore } = await fetchPage(page, largestPage, options.signal);
    const expectedTotal = isMore === true ? options.limit : Math.min(total, options.limit);
    for (const row of items) if (found.size < options.limit) found.set(options.idOf(row), row);
    options.onProgress?.(Math.min(found.size, expectedTotal), expectedTotal);
    const isLast = items.length < largestPage || (isMore !== true && page * largestPage >= total);
    if (isLast && isMore === true) return { rows: [...found.values()], total: found.size };
    if (isLast || found.size >= options.limit) return { rows: [...found.values()], total, isMore };
  }
}
