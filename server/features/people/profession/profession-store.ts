import type { Kysely } from 'kysely';
import { professionAreas, type ProfessionArea } from '../../../../sync/contract/codes.ts';
import type { professionResource } from '../../../../sync/contract/people/profession.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { countRows } from '../../../db/list-page.ts';
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

    /** Clears the profession of all users who still have it from a time when their school offered it. */
    async letGo(id: number): Promise<void> {
      await db.updateTable('user').set({ prof_id: null }).where('prof_id', '=', id).execute();
    },

    /** Returns id, name and whether it is enabled for those of `ids` that exist. */
    known: (ids: readonly number[]) => db.selectFrom('profession').select(['id', 'name', 'enabled']).where('id', 'in', ids).execute(),

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
     * Adds professions to an area of the school's offer or removes them. Returns the number of changed rows, or undefined if the school does not
     * offer all these professions.
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
  const kept = trades.flatMap(({ id }) => id ?? []);
  let gone = tx.deleteFrom('profession_trade').where('profession_id', '=', professionId);
  if (kept.length > 0) gone = gone.where('id', 'not in', kept);
  await gone.execute();
  // Two trades may have swapped names. Unique temporary names avoid a conflict.
  if (kept.length > 0)
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
