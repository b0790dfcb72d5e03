import { type Expression, type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import { wrapDialectValue, toLikePattern, callDialectFunction } from './dialect-functions.ts';

/** Describes the wanted page of a list and its order; `readListQuery` builds it from a call's input. */
export interface PageOrder<C extends string = string> {
  readonly column: C;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Sorts rows by the page's column, in either direction; `tie` as in `readPage`. */
export const orderRows = <DB, TB extends keyof DB, R>(
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

/** Key column of the word index tables. */
export const wordIndexKey = 'rowid';

/** From this offset on, the rows are counted first and the page is read from the nearer end of the list. */
export const farOffset = 1000;

/**
 * Reads one page of the rows that `base` selects, and the total number of rows.
 * - `rows` adds the columns to read; the count does without them.
 * - `tie` is a unique column, last in the indexes of the list. It orders equal rows, so that pages never overlap.
 * - `known` is the total, if the caller has it already.
 */
export async function readPage<DB, TB extends keyof DB, R>(
  base: SelectQueryBuilder<DB, TB, object>,
  order: PageOrder,
  rows: (base: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, R>,
  tie = 'id',
  known?: number,
): Promise<{ items: R[]; total: number }> {
  const cut = (descending: boolean, offset: number, limit: number): Promise<R[]> =>
    orderRows(rows(base), order, descending, tie).offset(offset).limit(limit).execute();

  if (known === undefined && order.offset < farOffset) {
    const items = await cut(order.descending, order.offset, order.limit);
    // A page that is not full is the last one, so the total is known without counting.
    if (items.length < order.limit && (items.length > 0 || order.offset === 0)) return { items, total: order.offset + items.length };
    return { items, total: await countRows(base) };
  }
  const total = known ?? (await countRows(base));
  const after = total - order.offset - order.limit;
  if (order.offset >= total) return { items: [], total };
  if (after >= order.offset) return { items: await cut(order.descending, order.offset, order.limit), total };
  const fromEnd = await cut(!order.descending, Math.max(0, after), Math.min(order.limit, total - order.offset));
  return { items: fromEnd.toReversed(), total };
}

/**
 * Reads one page of rows with an `id`: first the ids, from the index of the order alone, then with `readRows` the rows of the page. PostgreSQL
 * would fetch each row before the page from the table too.
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
