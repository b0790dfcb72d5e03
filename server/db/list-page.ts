import { type Expression, type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import { given, patternOf, word } from './engine-words.ts';

/** Which page of a list, in which order; `readListQuery` makes it of what a call was given. */
export interface PageOrder<C extends string = string> {
  readonly column: C;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** The first column of the list's indexes, where it may be NULL: one value or none in all rows, but PostgreSQL takes `IS NULL` for no order. */
  readonly within?: string;
}

/** In this order or against it, a row at a time; `tie` as in `readPage`. */
export const ordered = <DB, TB extends keyof DB, R>(
  rows: SelectQueryBuilder<DB, TB, R>,
  { column, within }: Pick<PageOrder, 'column' | 'within'>,
  descending: boolean,
  tie: string,
): SelectQueryBuilder<DB, TB, R> =>
  [...new Set([within ?? column, column, tie])].reduce((sorted, name) => sorted.orderBy(sql.ref(name), descending ? 'desc' : 'asc'), rows);

/** Does the text contain the keyword as it is written? Its % and _ are letters like any other; case of ASCII is ignored. */
export const keywordInText = (text: Expression<unknown>, keyword: string) =>
  // Half the time, where there is no case to ignore.
  /[a-z]/i.test(keyword) ? word('fits', text, sql`${patternOf(keyword)}`) : word('holds', text, given(keyword));

/** Does any of the columns contain it? */
export const keywordIn = <DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: readonly ReferenceExpression<DB, TB>[],
  keyword: string,
) => eb.or(columns.map((column) => keywordInText(eb.ref(column as never), keyword)));

export async function countOf<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return (counted as { count: number }).count;
}

/** The key of the tables of words. */
export const wordsKey = 'rowid';

/** From here on a page is counted first, and read from the list's end where that is nearer. */
export const farOffset = 1000;

/**
 * One page of what `base` selects, and how many there are in all. `tie` (unique, and the end of the indexes the list is sorted by) puts
 * equal rows in order: pages never overlap. `rows` says what is read of each, so that a count needn't; `known` is the total where
 * something else told it already.
 */
export async function readPage<DB, TB extends keyof DB, R>(
  base: SelectQueryBuilder<DB, TB, object>,
  order: PageOrder,
  rows: (base: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, R>,
  tie = 'id',
  known?: number,
): Promise<{ items: R[]; total: number }> {
  const cut = (descending: boolean, offset: number, limit: number): Promise<R[]> =>
    ordered(rows(base), order, descending, tie).offset(offset).limit(limit).execute();

  if (known === undefined && order.offset < farOffset) {
    const items = await cut(order.descending, order.offset, order.limit);
    // A page that isn't full is the last one: a rare keyword needs no second look at every row.
    if (items.length < order.limit && (items.length > 0 || order.offset === 0)) return { items, total: order.offset + items.length };
    return { items, total: await countOf(base) };
  }
  const total = known ?? (await countOf(base));
  const after = total - order.offset - order.limit;
  if (order.offset >= total) return { items: [], total };
  if (after >= order.offset) return { items: await cut(order.descending, order.offset, order.limit), total };
  const fromEnd = await cut(!order.descending, Math.max(0, after), Math.min(order.limit, total - order.offset));
  return { items: fromEnd.toReversed(), total };
}
