import { type Kysely, sql } from 'kysely';
import { detailTableStatus, type ProfArea, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';
import { levelsOf, tradesOf } from './prof-reads.ts';

/** Column of each field the list can be sorted by; every one has an index. */
export const professionSorts = { code: 'profession.code', name: 'profession.name', updatedMs: 'profession.updated_ms' } as const;

export interface ProfessionQuery {
  /** Whose offer is shown. */
  readonly schoolId: number;
  readonly keyword?: string | undefined;
  readonly level?: ProfessionLevel | undefined;
  readonly enabled?: boolean | undefined;
  readonly offered?: boolean | undefined;
  readonly area?: ProfArea | undefined;
}

/** Professions as they are shown: with their trades, and with what the school makes of them. */
export function professionListStore(db: Kysely<Database>) {
  const whole = async (schoolId: number, ids: readonly number[]) => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('profession')
      .leftJoin('user', 'user.id', 'profession.updated_by')
      .leftJoin('school_profession', (join) =>
        join.onRef('school_profession.profession_id', '=', 'profession.id').on('school_profession.school_id', '=', schoolId),
      )
      .selectAll('profession')
      .select(['user.name as updatedByName', 'school_profession.areas'])
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
      .where('profession.id', 'in', ids)
      .execute();
    const trades = await tradesOf(db, ids);
    const byId = new Map(
      rows.map((row) => [
        row.id,
        {
          id: row.id,
          version: row.version,
          code: row.code,
          name: row.name,
          levels: levelsOf(row),
          trades: trades.get(row.id) ?? [],
          standard: row.standard,
          remark: row.remark,
          enabled: row.enabled === 1,
          offered: row.areas !== null,
          areas: JSON.parse(row.areas ?? '[]') as ProfArea[],
          schoolCount: row.schoolCount ?? 0,
          tableCount: row.tableCount ?? 0,
          updatedMs: row.updated_ms,
          updatedByName: row.updatedByName ?? '',
        },
      ]),
    );
    return ids.flatMap((id) => byId.get(id) ?? []);
  };

  return {
    byId: async (schoolId: number, id: number) => (await whole(schoolId, [id]))[0],

    async list(query: ProfessionQuery, order: PageOrder) {
      let base = db.selectFrom('profession');
      if (query.enabled !== undefined) base = base.where('enabled', '=', query.enabled ? 1 : 0);
      if (query.level !== undefined) base = base.where(contains('levels', String(query.level)));
      const { keyword } = query;
      if (keyword) base = base.where((eb) => keywordIn(eb, ['profession.name', 'profession.code'], keyword));
      if (query.offered !== undefined || query.area !== undefined) {
        // Asked profession by profession: the page comes off the index in its order, and nothing is sorted.
        base = base.where((eb) => {
          let offer = eb
            .selectFrom('school_profession')
            .select('profession_id')
            .where('school_id', '=', query.schoolId)
            .whereRef('profession_id', '=', 'profession.id');
          if (query.area !== undefined) offer = offer.where(contains('areas', JSON.stringify(query.area)));
          return query.offered === false ? eb.not(eb.exists(offer)) : eb.exists(offer);
        });
      }
      const { items, total } = await readPage(base, order, (rows) => rows.select('profession.id'), 'profession.id');
      const ids = items.map((row) => row.id);
      return { items: await whole(query.schoolId, ids), total };
    },
  };
}

/** Does a JSON list of ours contain it? */
const contains = (column: string, json: string) => sql<boolean>`instr(${sql.ref(column)}, ${json}) > 0`;
