import { type Expression, type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import { word } from './engine-words.ts';
import { countOf, ordered, type PageOrder, readPage, wordsKey } from './list-page.ts';
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

/** SQLite walks an index in its order and looks at what it finds; PostgreSQL sorts all that it found, or fetches rows from all over the table. */
const sortsWhatItFinds = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * A page far into rows that each have to be looked at: all that fit are listed in one walk, which tells the total too. A count and another walk to
 * the page look at half of them twice. `all`: the rows of the list, whether they fit or not, in whose order the page is picked where a walk would be a sort.
 */
export async function readListed(
  db: Kysely<Database>,
  all: SelectQueryBuilder<Database, never, { id: number }>,
  fitting: SelectQueryBuilder<Database, never, { id: number }>,
  order: PageOrder,
  tie = 'id',
): Promise<{ ids: number[]; total: number }> {
  if (sortsWhatItFinds(db)) {
    const picked = await idList(db, fitting);
    if (order.column !== 'id') return readPickedOf(db, all, order, picked, tie);
    picked.sort((a, b) => (order.descending ? b - a : a - b));
    return { ids: picked.slice(order.offset, order.offset + order.limit), total: picked.length };
  }
  // The limit keeps the order: what is gathered from a part without one may be read in any.
  const sorted = ordered(fitting, order, order.descending, 'id').limit(word('everything'));
  const ids = await idList(db, sorted);
  return { ids: ids.slice(order.offset, order.offset + order.limit), total: ids.length };
}

/** One page of what an index of words finds, by its key. `counted`: how many that are, asked where the page doesn't tell. */
export async function readFound(
  db: Kysely<Database>,
  found: SelectQueryBuilder<Database, never, { rowid: number }>,
  { descending, offset, limit }: PageOrder,
  counted: () => Promise<number>,
): Promise<{ ids: number[]; total: number }> {
  if (!sortsWhatItFinds(db)) {
    const order = { column: wordsKey, descending, offset, limit };
    const { items, total } = await readPage(found, order, () => found, wordsKey, await counted());
    return { ids: items.map((row) => row.rowid), total };
  }
  // Sorted as bare numbers, and cut: a limit would keep the rows before the page in a heap, which takes three times as long in the middle.
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
  const inOrder: ReadIds = (descending, offset, limit) => idList(db, ordered(rows, order, descending, tie).offset(offset).limit(limit));
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
