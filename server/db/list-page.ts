import { type Expression, type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import { wrapDialectValue, toLikePattern, callDialectFunction } from './dialect-functions.ts';

/** Total of a list: the number of its rows, or, if counting stopped at a limit, the limit that the number exceeds. */
export type ListTotal = number | { readonly moreThan: number };

/** Returns the total as list calls return it (`searchOutput`). */
export const toTotalFields = (total: ListTotal) =>
  typeof total === 'number' ? { total } : { total: total.moreThan, isMore: true as const };

/** Describes which page of a list a caller wants, and in which order; `readListQuery` builds it from a call's input. */
export interface PageOrder<C extends string = string, T extends ListTotal = number> {
  readonly column: C;
  readonly descending: boolean;
  /** Number of rows before the page, or after it if `fromEnd`. */
  readonly offset: number;
  readonly limit: number;
  /** The page is counted from the end of the list. Its rows still come in the order of the list. */
  readonly fromEnd?: boolean;
  /** Total number of rows in the list, if it was counted before. */
  readonly known?: T;
}

/** Sorts rows by the page's column, in either direction; `tie` as in `readPage`. */
export const orderByColumn = <DB, TB extends keyof DB, R>(
  rows: SelectQueryBuilder<DB, TB, R>,
  { column }: Pick<PageOrder, 'column'>,
  descending: boolean,
  tie: string,
): SelectQueryBuilder<DB, TB, R> =>
  [...new Set([column, tie])].reduce((sorted, name) => sorted.orderBy(sql.ref(name), descending ? 'desc' : 'asc'), rows);

/** Matches texts that contain the keyword literally; `%` and `_` have no special meaning and the case of ASCII letters is ignored. */
export const containsKeyword = (text: Expression<unknown>, keyword: string) =>
  // A keyword without ASCII letters has no case to ignore; `holds` then takes half the time of `fits`.
  /[a-z]/i.test(keyword)
    ? callDialectFunction('fits', text, sql`${toLikePattern(keyword)}`)
    : callDialectFunction('holds', text, wrapDialectValue(keyword));

/** Matches rows in which any of the columns contains the keyword. */
export const anyContainsKeyword = <DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: readonly ReferenceExpression<DB, TB>[],
  keyword: string,
) => eb.or(columns.map((column) => containsKeyword(eb.ref(column as never), keyword)));

/** Counts the rows that a query would return. */
export async function countRows<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return (counted as { count: number }).count;
}

/** Maps each of the ids to the number of rows that have it in `column`. Ids without a row are missing. */
export async function countByColumn<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  column: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const key = sql.ref<number>(column);
  const counts = await rows
    .where(key, 'in', ids)
    .groupBy(key)
    .select((eb) => [key.as('key'), eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map((counts as unknown as { key: number; count: number }[]).map((row) => [row.key, row.count]));
}

/** From this offset on, the rows are counted first and the page is read from the nearer end of the list. */
export const farOffset = 1000;

/**
 * Reads one page of the rows that `base` selects, and the total number of rows.
 * - `rows` adds the columns to read; the count does without them.
 * - `tie` is a unique column, last in the indexes of the list. It orders equal rows, so that pages never overlap.
 * - `count` counts the rows, unless the order names a known total or the page gives it.
 */
export async function readPage<DB, TB extends keyof DB, R, T extends ListTotal = number>(
  base: SelectQueryBuilder<DB, TB, object>,
  order: PageOrder<string, T>,
  rows: (base: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, R>,
  tie = 'id',
  count: () => Promise<T | number> = () => countRows(base),
): Promise<{ items: R[]; total: T | number }> {
  const { descending, offset, limit, known } = order;
  const readSlice = (skip: number, take: number): Promise<R[]> =>
    orderByColumn(rows(base), order, descending, tie).offset(skip).limit(take).execute();
  const cutFromEnd = async (skip: number, take: number): Promise<R[]> =>
    (await orderByColumn(rows(base), order, !descending, tie).offset(skip).limit(take).execute()).toReversed();

  if (order.fromEnd === true) return { items: await cutFromEnd(offset, limit), total: known ?? (await count()) };
  if (known === undefined && offset < farOffset) {
    const items = await readSlice(offset, limit);
    // A page that is not full is the last one, so the total is known without counting.
    if (items.length < limit && (items.length > 0 || offset === 0)) return { items, total: offset + items.length };
    return { items, total: await count() };
  }
  const total: T | number = known ?? (await count());
  if (typeof total !== 'number') return { items: await readSlice(offset, limit), total };
  const after = total - offset - limit;
  if (offset >= total) return { items: [], total };
  const items = after >= offset ? await readSlice(offset, limit) : await cutFromEnd(Math.max(0, after), Math.min(limit, total - offset));
  return { items, total };
}

/**
 * Reads one page of rows that have an `id`: first the ids of the page, from the index of the order alone, then the rows with these ids by `readRows`.
 * In a single query, PostgreSQL would also fetch every row before the page from the table.
 */
export async function readPageOfRows<DB, TB extends keyof DB, R extends { readonly id: number }>(
  base: SelectQueryBuilder<DB, TB, object>,
  order: PageOrder,
  readRows: (ids: readonly number[]) => Promise<readonly R[]>,
  tie = 'id',
): Promise<{ items: R[]; total: number }> {
  const { items, total } = await readPage(base, order, (page) => page.select(sql.ref<number>(tie).as('id')), tie);
  const ids = items.map((row) => (row as { id: number }).id);
  const rows = new Map((ids.length === 0 ? [] : await readRows(ids)).map((row) => [row.id, row]));
  return { items: ids.flatMap((id) => rows.get(id) ?? []), total };
}
