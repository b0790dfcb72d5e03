import type { Kysely, Selectable } from 'kysely';
import type { ProfessionArea, ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';

export interface Profession {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly levels: readonly ProfessionLevel[];
  readonly enabled: boolean;
  readonly trades: readonly { readonly id: number; readonly name: string }[];
}

/** Reads professions for other modules; `db` may be a transaction of the caller. */
export function createProfessionReads(db: Kysely<Database>) {
  const toProfession = async (row: Selectable<Database['profession']> | undefined): Promise<Profession | undefined> => {
    if (!row) return undefined;
    const trades = await listTrades(db, [row.id]);
    const { id, code, name } = row;
    return { id, code, name, levels: parseProfessionLevels(row), enabled: row.enabled === 1, trades: trades.get(id) ?? [] };
  };
  return {
    async byId(id: number): Promise<Profession | undefined> {
      return toProfession(await db.selectFrom('profession').selectAll().where('id', '=', id).executeTakeFirst());
    },
    async byCode(code: string): Promise<Profession | undefined> {
      return toProfession(await db.selectFrom('profession').selectAll().where('code', '=', code).executeTakeFirst());
    },

    /** Returns the code and full name of a user's profession; empty strings for a user without a profession (`id` is null). */
    async labelOf(id: number | null): Promise<{ code: string; name: string }> {
      const row =
        id === null ? undefined : await db.selectFrom('profession').select(['code', 'name']).where('id', '=', id).executeTakeFirst();
      return row ?? { code: '', name: '' };
    },

    /** Returns every profession that the school offers, in any area. */
    async offeredIds(schoolId: number): Promise<number[]> {
      const rows = await db.selectFrom('school_profession').select('profession_id').where('school_id', '=', schoolId).execute();
      return rows.map((row) => row.profession_id);
    },

    /** Checks whether users of the school can be assigned to the profession: it is enabled, and one of those that the school offers. */
    async isTaught(schoolId: number, professionId: number): Promise<boolean> {
      const row = await db
        .selectFrom('school_profession')
        .innerJoin('profession', 'profession.id', 'school_profession.profession_id')
        .select('profession.id')
        .where('school_id', '=', schoolId)
        .where('profession.id', '=', professionId)
        .where('profession.enabled', '=', 1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Checks whether the profession can be chosen in an area of the product, such as courses or exams: it is enabled and the school offers it in that
     * area.
     */
    async isOffered(schoolId: number, professionId: number, area: ProfessionArea): Promise<boolean> {
      const row = await db
        .selectFrom('school_profession')
        .innerJoin('profession', 'profession.id', 'school_profession.profession_id')
        .select('areas')
        .where('school_id', '=', schoolId)
        .where('profession_id', '=', professionId)
        .where('profession.enabled', '=', 1)
        .executeTakeFirst();
      return row !== undefined && (JSON.parse(row.areas) as string[]).includes(area);
    },
  };
}

export const parseProfessionLevels = (row: Pick<Selectable<Database['profession']>, 'levels'>): ProfessionLevel[] =>
  JSON.parse(row.levels) as ProfessionLevel[];

/** Maps each profession id to its trades in order. */
export async function listTrades(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, { id: number; name: string }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('profession_trade')
    .select(['id', 'name', 'profession_id'])
    .where('profession_id', 'in', ids)
    .orderBy('position')
    .execute();
  const tradesByProfession = new Map<number, { id: number; name: string }[]>();
  for (const { id, name, profession_id } of rows)
    tradesByProfession.set(profession_id, [...(tradesByProfession.get(profession_id) ?? []), { id, name }]);
  return tradesByProfession;
}
