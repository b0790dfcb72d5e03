import { type Expression, type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import { callDialectFunction } from './dialect-functions.ts';
import { countRows, orderRows, type PageOrder, readPage, wordIndexKey } from './list-page.ts';
import type { Database } from './schema.ts';

/** Reads all ids of a query as one JSON value. Reading a hundred thousand rows of one number each would cost more than finding them. */
export async function readIdList(db: Kysely<Database>, ids: SelectQueryBuilder<Database, never, { id: number }>): Promise<number[]> {
  const { list } = await db
    .selectFrom(ids.as('candidate'))
    .select(callDialectFunction('gathered', sql.ref('id')).as('list'))
    .executeTakeFirstOrThrow();
  return JSON.parse(list) as number[];
}

/** Matches rows whose id is in the list. The list is bound as one value, so its length does not matter. */
export const isIdOneOf = (id: Expression<unknown>, ids: readonly number[]) =>
  callDialectFunction('isOneOf', id, sql`${JSON.stringify(ids)}`);

/** Matches rows whose id is not in the list. */
export const isIdNoneOf = (id: Expression<unknown>, ids: readonly number[]) =>
  callDialectFunction('isNoneOf', id, sql`${JSON.stringify(ids)}`);

/**
 * Returns true on PostgreSQL, which sorts all rows found or fetches rows from all over the table. SQLite walks an index in order and tests each
 * row.
 */
const sortsWhatItFinds = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Reads a page far into rows that each must be tested. One walk lists all matching ids and so gives the total; a count and a second
 * walk to the page would test half the rows twice. `all`: the rows of the list, matching or not. Where a walk would need a sort
 * (PostgreSQL), the page is picked in the order of `all`.
 */
export async function readListedPage(
  db: Kysely<Database>,
  all: SelectQueryBuilder<Database, never, { id: number }>,
  fitting: SelectQueryBuilder<Database, never, { id: number }>,
  order: PageOrder,
  tie = 'id',
): Promise<{ ids: number[]; total: number }> {
  if (sortsWhatItFinds(db)) {
    const picked = await readIdList(db, fitting);
    if (order.column !== 'id') return readPickedPageOf(db, all, order, picked, tie);
    picked.sort((a, b) => (order.descending ? b - a : a - b));
    return { ids: picked.slice(order.offset, order.offset + order.limit), total: picked.length };
  }
  // The LIMIT preserves the order: without one, the aggregate may read the subquery in any order.
  const sorted = orderRows(fitting, order, order.descending, 'id').limit(callDialectFunction('everything'));
  const ids = await readIdList(db, sorted);
  return { ids: ids.slice(order.offset, order.offset + order.limit), total: ids.length };
}

/**
 * Reads one page of the matches of a word index, sorted by key. `counted` counts the matches; it is called only if the page query does not give the
 * total.
 */
export async function readFoundPage(
  db: Kysely<Database>,
  found: SelectQueryBuilder<Database, never, { rowid: number }>,
  { descending, offset, limit }: PageOrder,
  counted: () => Promise<number>,
): Promise<{ ids: number[]; total: number }> {
  if (!sortsWhatItFinds(db)) {
    const order = { column: wordIndexKey, descending, offset, limit };
    const { items, total } = await readPage(found, order, () => found, wordIndexKey, await counted());
    return { ids: items.map((row) => row.rowid), total };
  }
  // Sort bare numbers and cut the array: a LIMIT would keep the rows before the page in a heap, three times as slow in the middle of the list.
  const sorted = sql`array_agg(rowid ORDER BY rowid ${sql.raw(descending ? 'DESC' : 'ASC')})`;
  const { list, total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<string | null>`array_to_json((${sorted})[${offset}::int + 1 : ${offset}::int + ${limit}::int])::text`.as('list'),
    ])
    .executeTakeFirstOrThrow();
  return { ids: JSON.parse(list ?? '[]') as number[], total };
}

/** Reads `limit` ids of an ordered list from `offset` on, in the list's direction or against it. */
export type ReadIds = (descending: boolean, offset: number, limit: number) => Promise<readonly number[]>;

/** Number of ids read first. The share of picked ids among them sizes the next reads. */
const firstLook = 500;

/**
 * Reads one page of an ordered list restricted to picked ids, which may be tens of thousands. Marks the picked ids in a bit set and walks
 * the order from the nearer end. Building a set in SQL and testing each row takes twice the time.
 */
export async function readPickedPage(readIds: ReadIds, order: PageOrder, picked: readonly number[]): Promise<number[]> {
  const has = bitsOf(picked);
  const total = picked.length;
  if (order.offset >= total) return [];
  const take = Math.min(order.limit, total - order.offset);
  const after = total - order.offset - take;
  const isBack = after < order.offset;
  const skip = isBack ? after : order.offset;
  const need = skip + take;
  const found: number[] = [];
  let at = 0;
  let look = Math.max(firstLook, take);
  while (found.length < need) {
    const ids = await readIds(order.descending !== isBack, at, look);
    for (const id of ids) if (has(id)) found.push(id);
    at += ids.length;
    if (ids.length < look) break;
    const share = Math.max(found.length, 1) / at;
    look = Math.ceil(((need - found.length) / share) * 1.1) + firstLook;
  }
  const page = found.slice(skip, need);
  return isBack ? page.toReversed() : page;
}

/** Applies `readPickedPage` to the query `rows`, whose order is given by an index that ends with `tie`. */
export async function readPickedPageOf(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Database, never, { id: number }>,
  order: PageOrder,
  picked: readonly number[],
  tie = 'id',
): Promise<{ ids: number[]; total: number }> {
  const inOrder: ReadIds = (descending, offset, limit) =>
    readIdList(db, orderRows(rows, order, descending, tie).offset(offset).limit(limit));
  return { ids: await readPickedPage(inOrder, order, picked), total: picked.length };
}

/** Counts the matches of a word index, but stops at `most + 1`. */
export const countUpTo = (
  db: Kysely<Database>,
  found: SelectQueryBuilder<Database, never, { rowid: number }>,
  most: number,
): Promise<number> => countRows(db.selectFrom(found.limit(most + 1).as('candidate')));

function bitsOf(ids: readonly number[]): (id: number) => boolean {
  if (ids.length === 0) return () => false;
  let [first, last] = [Infinity, 0];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  const bits = new Uint8Array(((last - first) >> 3) + 1);
  for (const id of ids) bits[(id - first) >> 3] = (bits[(id - first) >> 3] ?? 0) | (1 << ((id - first) & 7));
  return (id) => id >= first && id <= last && ((bits[(id - first) >> 3] ?? 0) & (1 << ((id - first) & 7))) !== 0;
}
