import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { callDialectFunction } from './dialect-functions.ts';
import type { PageOrder } from './list-page.ts';
import type { Database } from './schema.ts';

/** Reads all ids of a query as one JSON value. A result with a hundred thousand rows would take longer to read than the ids take to find. */
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

/** Reads `limit` ids of an ordered list from `offset` on, in the list's direction or against it. */
export type IdPageReader = (descending: boolean, offset: number, limit: number) => Promise<readonly number[]>;

/** Number of ids of the list that are read first. The share of picked ids among them determines how many are read next. */
const firstLook = 500;

/**
 * Reads one page of those rows of an ordered list whose ids were picked, perhaps tens of thousands. Marks the picked ids in a bit set and reads the
 * list from the nearer end. Building a set in SQL and testing each row takes twice the time.
 */
export async function readPickedPage(readIds: IdPageReader, order: PageOrder, pickedIds: readonly number[]): Promise<number[]> {
  const has = createMembershipTest(pickedIds);
  const total = pickedIds.length;
  if (order.offset >= total) return [];
  const take = Math.min(order.limit, total - order.offset);
  const after = total - order.offset - take;
  const isBack = after < order.offset;
  const skip = isBack ? after : order.offset;
  const need = skip + take;
  const foundIds: number[] = [];
  let at = 0;
  let look = Math.max(firstLook, take);
  while (foundIds.length < need) {
    const ids = await readIds(order.descending !== isBack, at, look);
    for (const id of ids) if (has(id)) foundIds.push(id);
    at += ids.length;
    if (ids.length < look) break;
    const share = Math.max(foundIds.length, 1) / at;
    look = Math.ceil(((need - foundIds.length) / share) * 1.1) + firstLook;
  }
  const page = foundIds.slice(skip, need);
  return isBack ? page.toReversed() : page;
}

function createMembershipTest(ids: readonly number[]): (id: number) => boolean {
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
