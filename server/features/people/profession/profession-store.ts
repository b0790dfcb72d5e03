import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { professionAreas, type ProfessionArea, detailTableStatus, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { professionResource } from '../../../../sync/contract/people/profession.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import { countRows, containsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import type { SeparateFieldStore } from '../../../resources/resource-store.ts';
import { listTrades } from './profession-reads.ts';

type Trades = ResourceDraft<typeof professionResource>['trades'];

/** Reads and writes the trades of professions, which are rows of a table of their own. */
export const professionTradeStore: SeparateFieldStore<typeof professionResource> = {
  async read(db, ids) {
    const trades = await listTrades(db, ids);
    return new Map(ids.map((id) => [id, { trades: trades.get(id) ?? [] }]));
  },
  write: (db, id, { trades }) => writeTrades(db, id, trades),
};

export function createProfessionStore(db: Kysely<Database>) {
  return {
    /** Counts the schools that offer the profession. */
    async offers(id: number): Promise<number> {
      const offers = db.selectFrom('school_profession').where('profession_id', '=', id);
      return countRows(offers);
    },

    /** Clears the profession of all users who still have it, before the profession is removed. They got it while their school offered it. */
    async clearFromUsers(id: number): Promise<void> {
      await db.updateTable('user').set({ prof_id: null }).where('prof_id', '=', id).execute();
    },

    /** Returns id, name and `enabled` of those professions of `ids` that exist. */
    listExisting: (ids: readonly number[]) =>
      db.selectFrom('profession').select(['id', 'name', 'enabled']).where('id', 'in', ids).execute(),

    /** Adds professions to a school's offer or removes them; returns the number of changed rows. */
    async setOffered(schoolId: number, ids: readonly number[], offered: boolean, nowMs: number): Promise<number> {
      const result = offered
        ? await db
            .insertInto('school_profession')
            .values(
              ids.map((profession_id) => ({ school_id: schoolId, profession_id, areas: JSON.stringify(professionAreas), since_ms: nowMs })),
            )
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await db.deleteFrom('school_profession').where('school_id', '=', schoolId).where('profession_id', 'in', ids).executeTakeFirst();
      return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0));
    },

    /**
     * Adds professions to what the school offers in one area of the product (such as courses or exams), or removes them from it. Returns the number
     * of changed rows, or undefined if the school does not offer all these professions.
     */
    async setArea(schoolId: number, ids: readonly number[], area: ProfessionArea, offered: boolean): Promise<number | undefined> {
      const rows = await db
        .selectFrom('school_profession')
        .select(['profession_id', 'areas'])
        .where('school_id', '=', schoolId)
        .where('profession_id', 'in', ids)
        .execute();
      if (rows.length < new Set(ids).size) return undefined;
      const stale = rows.filter((row) => (JSON.parse(row.areas) as string[]).includes(area) !== offered);
      for (const row of stale) {
        const before = new Set(JSON.parse(row.areas) as ProfessionArea[]);
        const areas = professionAreas.filter((each) => (each === area ? offered : before.has(each)));
        await db
          .updateTable('school_profession')
          .set({ areas: JSON.stringify(areas) })
          .where('school_id', '=', schoolId)
          .where('profession_id', '=', row.profession_id)
          .execute();
      }
      return stale.length;
    },
  };
}

/** Writes the trades of a profession. A trade that keeps its id keeps the references to it; omitted trades are deleted. */
async function writeTrades(tx: Kysely<Database>, professionId: number, trades: Trades): Promise<void> {
  const keptIds = trades.flatMap(({ id }) => id ?? []);
  let removal = tx.deleteFrom('profession_trade').where('profession_id', '=', professionId);
  if (keptIds.length > 0) removal = removal.where('id', 'not in', keptIds);
  await removal.execute();
  // Two trades may have swapped names. Unique temporary names avoid a conflict.
  if (keptIds.length > 0)
    await tx
      .updateTable('profession_trade')
      .set((eb) => ({ name: eb.cast<string>('id', 'text') }))
      .where('profession_id', '=', professionId)
      .execute();
  for (const [position, { id, name }] of trades.entries()) {
    if (id === undefined) await tx.insertInto('profession_trade').values({ profession_id: professionId, position, name }).execute();
    else
      await tx
        .updateTable('profession_trade')
        .set({ position, name })
        .where('id', '=', id)
        .where('profession_id', '=', professionId)
        .execute();
  }
}

/** Column of each field by which the list can be sorted; each has an index. */
export const professionSorts = { code: 'profession.code', name: 'profession.name', updatedMs: 'profession.updated_ms' } as const;

interface ProfessionQuery {
  /** School whose offer of professions is read. */
  readonly schoolId: number;
  readonly keyword?: string | undefined;
  readonly level?: ProfessionLevel | undefined;
  readonly enabled?: boolean | undefined;
  readonly offered?: boolean | undefined;
  readonly area?: ProfessionArea | undefined;
}

/** Reads the list of professions together with a school's offer. */
export function createProfessionListStore(db: Kysely<Database>) {
  return {
    /**
     * For each profession, returns whether and in which areas the school offers it, how many schools offer it, and how many published detail tables
     * it has.
     */
    async besides(schoolId: number, ids: readonly number[]) {
      const rows = await db
        .selectFrom('profession')
        .leftJoin('school_profession', (join) =>
          join.onRef('school_profession.profession_id', '=', 'profession.id').on('school_profession.school_id', '=', schoolId),
        )
        .select(['profession.id', 'school_profession.areas'])
        .select((eb) => [
          eb
            .selectFrom('school_profession as offer')
            .select((count) => count.fn.countAll<number>().as('n'))
            .whereRef('offer.profession_id', '=', 'profession.id')
            .as('schoolCount'),
          eb
            .selectFrom('detail_table')
            .select((count) => count.fn.countAll<number>().as('n'))
            .whereRef('detail_table.profession_id', '=', 'profession.id')
            .where('detail_table.status', '!=', detailTableStatus.draft)
            .as('tableCount'),
        ])
        .where('profession.id', 'in', ids.length === 0 ? [0] : ids)
        .execute();
      return new Map(
        rows.map(({ id, areas, schoolCount, tableCount }) => [
          id,
          {
            offered: areas !== null,
            areas: JSON.parse(areas ?? '[]') as ProfessionArea[],
            schoolCount: schoolCount ?? 0,
            tableCount: tableCount ?? 0,
          },
        ]),
      );
    },

    async list({ schoolId, keyword, level, enabled, offered, area }: ProfessionQuery, order: PageOrder) {
      let base = db.selectFrom('profession');
      if (enabled !== undefined) base = base.where('enabled', '=', enabled ? 1 : 0);
      if (level !== undefined) base = base.where(contains('levels', String(level)));
      if (keyword) base = base.where(containsKeyword(professionText, keyword));
      const isAll = offered === undefined && area === undefined;
      const page = isAll ? await readPage(base, order, selectId, tie) : await readByOffer();
      return { ids: page.items.map((row) => row.id), total: page.total };

      async function readByOffer() {
        let offers = db.selectFrom('school_profession').where('school_id', '=', schoolId);
        if (area !== undefined) offers = offers.where(contains('areas', JSON.stringify(area)));
        const offerCount = await countRows(offers);
        const offer = offers.select('profession_id').where(sql<boolean>`profession_id = profession.id`);
        // If the school offers few professions, look them up by id. If it offers many, walk the index of the sort order.
        const isFew = offerCount <= fewOffers;
        const offeredOnly = isFew
          ? base.where('profession.id', 'in', offers.select('profession_id'))
          : base.where((eb) => eb.exists(offer));
        if (offered !== false) return readPage(offeredOnly, order, selectId, tie);
        const countLeft = async () => (await countRows(base)) - (await countRows(offeredOnly));
        // `NOT IN` instead of `NOT EXISTS`, for which PostgreSQL would join and sort all professions instead of walking the index of the sort order.
        return readPage(base.where('profession.id', 'not in', offers.select('profession_id')), order, selectId, tie, countLeft);
      }
    },
  };
}

const tie = 'profession.id';
const selectId = (rows: SelectQueryBuilder<Database, 'profession', object>) => rows.select('profession.id');

/** Text that the keyword search looks in. It must match the expression of the index exactly (server/db/schema/profession.ts). */
const professionText = callDialectFunction('lines', sql`profession.name`, sql`profession.code`);

const fewOffers = 5_000;

/** Checks whether a JSON list contains a value. */
const contains = (column: string, json: string) => callDialectFunction('holds', sql.ref(column), wrapDialectValue(json));
