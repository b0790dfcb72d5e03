import type { Kysely } from 'kysely';
import { detailTableStatus, type DetailTableStatusCode, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import { anyContainsKeyword, type PageOrder, readPageOfRows } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';

/** Column of each field by which the list can be sorted. */
export const detailTableSorts = { updatedMs: 'detail_table.updated_ms', id: 'detail_table.id' } as const;

export interface DetailTableQuery {
  /** True for callers who may not edit detail tables: they see published ones only. */
  readonly publishedOnly: boolean;
  readonly keyword?: string | undefined;
  readonly professionId?: number | undefined;
  readonly level?: ProfessionLevel | undefined;
  readonly status?: DetailTableStatusCode | undefined;
  /** Only the newest published edition for each profession, trade and level. */
  readonly newest?: true | undefined;
}

/** Reads the list of detail tables. */
export function createDetailListStore(db: Kysely<Database>) {
  const whole = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('detail_table')
      .innerJoin('profession', 'profession.id', 'detail_table.profession_id')
      .leftJoin('profession_trade', 'profession_trade.id', 'detail_table.trade_id')
      .leftJoin('user', 'user.id', 'detail_table.updated_by')
      .selectAll('detail_table')
      .select(['profession.code', 'profession.name', 'profession_trade.name as trade', 'user.name as userName'])
      .where('detail_table.id', 'in', ids)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      professionId: row.profession_id,
      professionCode: row.code,
      professionName: row.name,
      tradeId: row.trade_id,
      tradeName: row.trade ?? '',
      level: row.level,
      edition: row.edition,
      status: row.status,
      pointCount: row.point_count,
      weightTotal: row.weight_total / 100,
      updatedMs: row.updated_ms,
      updatedByName: row.userName ?? '',
    }));
  };

  return {
    byId: async (id: number) => (await whole([id]))[0],

    list(query: DetailTableQuery, order: PageOrder) {
      let base = db.selectFrom('detail_table');
      if (query.professionId !== undefined) base = base.where('profession_id', '=', query.professionId);
      if (query.level !== undefined) base = base.where('level', '=', query.level);
      if (query.status !== undefined) base = base.where('status', '=', query.status);
      if (query.publishedOnly || query.newest) base = base.where('status', '!=', detailTableStatus.draft);
      if (query.newest)
        base = base.where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('detail_table as later')
                .select('later.id')
                .whereRef('later.profession_id', '=', 'detail_table.profession_id')
                .whereRef('later.level', '=', 'detail_table.level')
                .where((same) =>
                  same.or([
                    same('later.trade_id', '=', same.ref('detail_table.trade_id')),
                    same.and([same('later.trade_id', 'is', null), same('detail_table.trade_id', 'is', null)]),
                  ]),
                )
                .whereRef('later.edition', '>', 'detail_table.edition')
                .where('later.status', '!=', detailTableStatus.draft),
            ),
          ),
        );
      const { keyword } = query;
      if (keyword) base = base.where((eb) => anyContainsKeyword(eb, ['profession_text'], keyword));
      return readPageOfRows(base, order, whole, 'detail_table.id');
    },
  };
}
