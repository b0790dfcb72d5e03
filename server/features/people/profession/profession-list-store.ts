import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { detailTableStatus, type ProfessionArea, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import { countRows, containsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import type { Database } from '../../../db/schema.ts';

/** Column of each field by which the list can be sorted; each has an index. */
export const professionSorts = { code: 'profession.code', name: 'profession.name', updatedMs: 'profession.updated_ms' } as const;

export interface ProfessionQuery {
  /** School whose offer is shown. */
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
    /** Returns for each profession how the school offers it, how many schools offer it, and how many published detail tables it has. */
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
      const found = isAll ? await readPage(base, order, idOf, tie) : await byOffer();
      return { ids: found.items.map((row) => row.id), total: found.total };

      async function byOffer() {
        let offers = db.selectFrom('school_profession').where('school_id', '=', schoolId);
        if (area !== undefined) offers = offers.where(contains('areas', JSON.stringify(area)));
        const offerCount = await countRows(offers);
        const offer = offers.select('profession_id').where(sql<boolean>`profession_id = profession.id`);
        // If the school offers few professions, they are looked up by id. If it offers many, the page is read from the index of the order.
        const few = offerCount <= fewOffers;
        const taken = few ? base.where('profession.id', 'in', offers.select('profession_id')) : base.where((eb) => eb.exists(offer));
        if (offered !== false) return readPage(taken, order, idOf, tie);
        const countLeft = async () => (await countRows(base)) - (await countRows(taken));
        // Not `NOT EXISTS`: PostgreSQL would join and sort all professions instead of walking the index of the order.
        return readPage(base.where('profession.id', 'not in', offers.select('profession_id')), order, idOf, tie, countLeft);
      }
    },
  };
}

const tie = 'profession.id';
const idOf = (rows: SelectQueryBuilder<Database, 'profession', object>) => rows.select('profession.id');

/** Text that the keyword search looks in. It must match the expression of the index exactly (server/db/schema/profession.ts). */
const professionText = callDialectFunction('lines', sql`profession.name`, sql`profession.code`);

const fewOffers = 5_000;

/** Checks whether a JSON list contains a value. */
const contains = (column: string, json: string) => callDialectFunction('holds', sql.ref(column), wrapDialectValue(json));
