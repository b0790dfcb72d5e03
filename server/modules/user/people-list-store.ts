import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Column of each field the list can be sorted by. The index of each holds everything a filter asks for. */
export const peopleSorts = { created_ms: 'id', login_name: 'login_name', name: 'name', student_no: 'student_no' } as const;
export type PeopleSort = keyof typeof peopleSorts;

export interface PeopleQuery {
  readonly schoolId: number | 'all';
  readonly types: readonly number[];
  readonly status?: number | undefined;
  /** 0: in no class. */
  readonly classId?: number | undefined;
  readonly keyword: string;
  readonly sort: PeopleSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

type Query<O> = SelectQueryBuilder<Database, 'user', O>;

function filtered<O>(query: Query<O>, { schoolId, types, status, classId, keyword }: PeopleQuery): Query<O> {
  let found = query;
  if (schoolId !== 'all') found = found.where('school_id', '=', schoolId);
  // The unary plus of SQLite: the order's own index is the right one, whatever else there is on types.
  found = found.where((eb) => eb(eb.fn<number>('ifnull', ['user_type', eb.lit(0)]), 'in', types));
  if (status !== undefined) found = found.where((eb) => eb(eb.fn<number>('ifnull', ['status', eb.lit(0)]), '=', status));
  if (classId === 0) found = found.where('class_id', 'is', null);
  else if (classId !== undefined) found = found.where('class_id', '=', classId);
  if (keyword !== '') {
    const pattern = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
    // One comparison a row; a line feed stands between the fields, so that nothing matches across.
    found = found.where(
      sql<boolean>`name || char(10) || login_name || char(10) || student_no || char(10) || ifnull(ticket_no, '') LIKE ${pattern} ESCAPE '\\'`,
    );
  }
  return found;
}

/** The list of people: page and total from an index alone, whole rows for the page only. */
export function peopleListStore(db: Kysely<Database>) {
  const idsOf = (query: PeopleQuery) => {
    const direction = query.descending ? 'desc' : 'asc';
    const column = peopleSorts[query.sort];
    return filtered(db.selectFrom('user').select('id'), query)
      .orderBy(column, direction)
      .$if(column !== 'id', (page) => page.orderBy('id', direction))
      .offset(query.offset)
      .limit(query.limit);
  };
  const countOf = (query: PeopleQuery) =>
    filtered(
      db.selectFrom('user').select((eb) => eb.fn.countAll<number>().as('total')),
      query,
    );

  return {
    /** For the test of the query plan. @public */
    queries: { idsOf, countOf },

    async page(query: PeopleQuery): Promise<{ ids: number[]; total: number }> {
      const ids = (await idsOf(query).execute()).map((row) => row.id);
      // A page that isn't full is the last one: the rare keyword needs no second look at everybody.
      if (ids.length > 0 && ids.length < query.limit) return { ids, total: query.offset + ids.length };
      const { total } = await countOf(query).executeTakeFirstOrThrow();
      return { ids, total };
    },

    counts: (schoolId: number | 'all', types: readonly number[]) =>
      db
        .selectFrom('user')
        .select(['user_type', 'status', (eb) => eb.fn.countAll<number>().as('count')])
        .$if(schoolId !== 'all', (query) => query.where('school_id', '=', schoolId as number))
        .where('user_type', 'in', types)
        .groupBy(['user_type', 'status'])
        .orderBy('user_type')
        .orderBy('status')
        .execute(),
  };
}
