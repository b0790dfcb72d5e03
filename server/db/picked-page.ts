import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { word } from './engine-words.ts';
import { countOf, type PageOrder } from './list-page.ts';
import type { Database } from './schema.ts';

/** As one value: a hundred thousand rows of one number each would cost more than finding them. */
export async function idList(db: Kysely<Database>, ids: SelectQueryBuilder<Database, never, { id: number }>): Promise<number[]> {
  const { list } = await db
    .selectFrom(ids.as('candidate'))
    .select(word('gathered', sql.ref('id')).as('list'))
    .executeTakeFirstOrThrow();
  return JSON.parse(list) as number[];
}

/** Rows whose id is one of these; one value, however many there are. */
export const idIsOneOf = (id: Expression<unknown>, ids: readonly number[]) => word('isOneOf', id, sql`${JSON.stringify(ids)}`);

export const idIsNoneOf = (id: Expression<unknown>, ids: readonly number[]) => word('isNoneOf', id, sql`${JSON.stringify(ids)}`);

/**
 * A page far into rows that each have to be looked at: all that fit are listed in one walk, which tells the total too. A count and another walk to
 * the page look at half of them twice.
 */
export async function readListed(
  db: Kysely<Database>,
  ids: SelectQueryBuilder<Database, never, { id: number }>,
  order: PageOrder,
): Promise<{ ids: number[]; total: number }> {
  const direction = order.descending ? 'desc' : 'asc';
  // The limit keeps the order: what is gathered from a part without one may be read in any.
  const sorted = ids.orderBy(sql.ref(order.column), direction).orderBy('id', direction).limit(word('everything'));
  const all = await idList(db, sorted);
  return { ids: all.slice(order.offset, order.offset + order.limit), total: all.length };
}

/** Ids in the order of a list: so many from there on, in its direction or against it. */
export type ReadIds = (descending: boolean, offset: number, limit: number) => Promise<readonly number[]>;

/** The first look tells how many of an order's rows are picked. */
const firstLook = 500;

/**
 * One page of an order among rows picked by their ids, tens of thousands of them: a bit for each, and the order walked from the nearer end. A
 * set in SQL, built and asked for each row, takes twice the time.
 */
export async function readPicked(readIds: ReadIds, order: PageOrder, picked: readonly number[]): Promise<number[]> {
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

/** The same of `rows`, which are in the list's order by an index that ends with `tie`. */
export async function readPickedOf(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Database, never, { id: number }>,
  order: PageOrder,
  picked: readonly number[],
  tie = 'id',
): Promise<{ ids: number[]; total: number }> {
  const inOrder: ReadIds = (descending, offset, limit) => {
    const direction = descending ? 'desc' : 'asc';
    return idList(db, rows.orderBy(sql.ref(order.column), direction).orderBy(sql.ref(tie), direction).offset(offset).limit(limit));
  };
  return { ids: await readPicked(inOrder, order, picked), total: picked.length };
}

/** How many an index of words finds, counted up to one more than `most`. */
export const countUpTo = (
  db: Kysely<Database>,
  found: SelectQueryBuilder<Database, never, { rowid: number }>,
  most: number,
): Promise<number> => countOf(db.selectFrom(found.limit(most + 1).as('candidate')));

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
