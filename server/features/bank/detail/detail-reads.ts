import type { Kysely } from 'kysely';
import { detailTableStatus, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';

interface TablePlace {
  readonly professionId: number;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel;
}

/** Reads detail tables (鉴定要素细目表: the assessment points of a profession and level) for other features; `db` may be a transaction of the caller. */
export function createDetailReads(db: Kysely<Database>) {
  const newest = async (place: TablePlace) => {
    const tables = await db
      .selectFrom('detail_table')
      .select(['id', 'trade_id'])
      .where('profession_id', '=', place.professionId)
      .where('level', '=', place.level)
      .where('status', '!=', detailTableStatus.draft)
      .orderBy('edition', 'desc')
      .execute();
    return tables.find((row) => row.trade_id === place.tradeId) ?? tables.find((row) => row.trade_id === null);
  };
  const lines = (tableId: number) => db.selectFrom('detail_line').select(['full_code', 'name']).where('table_id', '=', tableId);

  return {
    /**
     * Returns the requirements of a detail table for papers: assessment scopes with their weights in percent, and assessment points by full code.
     * Undefined for a draft, which may not be used yet.
     */
    async paperTable(tableId: number) {
      const table = await db.selectFrom('detail_table').selectAll().where('id', '=', tableId).executeTakeFirst();
      if (table === undefined || table.status === detailTableStatus.draft) return undefined;
      const lines = await db
        .selectFrom('detail_line')
        .select(['depth', 'full_code', 'weight', 'importance'])
        .where('table_id', '=', tableId)
        .orderBy('position')
        .execute();
      return {
        place: { professionId: table.profession_id, tradeId: table.trade_id, level: table.level },
        scopes: lines.flatMap(({ depth, full_code: code, weight }) => (depth < 4 ? [{ code, depth, weight: (weight ?? 0) / 100 }] : [])),
        points: lines.flatMap(({ depth, full_code: code, importance }) =>
          depth === 4 && importance !== null ? [{ code, scope: code.slice(0, code.lastIndexOf('-')), importance }] : [],
        ),
      };
    },

    /** Checks that the detail table exists and is no draft. */
    async isPublished(tableId: number): Promise<boolean> {
      const row = await db.selectFrom('detail_table').select('status').where('id', '=', tableId).executeTakeFirst();
      return row !== undefined && row.status !== detailTableStatus.draft;
    },

    /** Returns the levels and trades of a profession that have a detail table in any edition. */
    async placesOf(professionId: number): Promise<{ levels: ProfessionLevel[]; tradeIds: number[] }> {
      const rows = await db
        .selectFrom('detail_table')
        .select(['level', 'trade_id'])
        .distinct()
        .where('profession_id', '=', professionId)
        .execute();
      return { levels: [...new Set(rows.map((row) => row.level))], tradeIds: rows.flatMap((row) => row.trade_id ?? []) };
    },

    /**
     * Returns the assessment points of the newest published detail table by their full code. A trade without a table of its own uses that of the
     * profession.
     */
    async pointsOf(place: TablePlace): Promise<{ readonly tableId: number; readonly points: ReadonlyMap<string, string> } | undefined> {
      const table = await newest(place);
      if (table === undefined) return undefined;
      const rows = await lines(table.id).where('depth', '=', 4).execute();
      return { tableId: table.id, points: new Map(rows.map((row) => [row.full_code, row.name])) };
    },

    /** Returns the names of the assessment scopes and points of the newest published detail table by full code. */
    async namesOf(place: TablePlace): Promise<ReadonlyMap<string, string>> {
      const table = await newest(place);
      return new Map(table === undefined ? [] : (await lines(table.id).execute()).map((row) => [row.full_code, row.name]));
    },
  };
}
