import { type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';

/** Which page of a list, in which order; `readListQuery` makes it of what a call was given. */
export interface PageOrder<C extends string = string> {
  readonly column: C;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Does any of the columns contain the keyword as it is written? Its % and _ are letters like any other; case of ASCII is ignored. */
export const keywordIn = <DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  columns: readonly ReferenceExpression<DB, TB>[],
  keyword: string,
) => {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return eb.or(columns.map((column) => sql<boolean>`like(${pattern}, ${eb.ref(column as never)}, ${'\\'})`));
};

/**
 * One page of what `base` selects, and how many there are in all. `tie` (unique, and the end of the indexes the list is sorted by) puts
 * equal rows in order: pages never overlap. `rows` says what is read of each, so that a count needn't.
 */
export async function readPage<DB, TB extends keyof DB, R>(
  base: SelectQueryBuilder<DB, TB, object>,
  order: PageOrder,
  rows: (base: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, R>,
  tie = 'id',
): Promise<{ items: R[]; total: number }> {
  const direction = order.descending ? 'desc' : 'asc';
  let page = rows(base).orderBy(sql.ref(order.column), direction);
  if (order.column !== tie) page = page.orderBy(sql.ref(tie), direction);
  const items = await page.offset(order.offset).limit(order.limit).execute();
  // A page that isn't full is the last one: a rare keyword needs no second look at every row.
  if (items.length < order.limit && (items.length > 0 || order.offset === 0)) return { items, total: order.offset + items.length };
  const counted = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items, total: (counted as { total: number }).total };
}
