import { type Kysely, sql } from 'kysely';
import { gramQuery } from '../../db/keyword-grams.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';

/** Column of each field the list can be sorted by. The index of each holds everything a filter asks for. */
export const peopleSorts = { created_ms: 'id', login_name: 'login_name', name: 'name', student_no: 'student_no' } as const;
type PeopleOrder = PageOrder<(typeof peopleSorts)[keyof typeof peopleSorts]>;

export interface PeopleQuery {
  readonly schoolId: number | 'all';
  readonly types: readonly number[];
  readonly status?: number | undefined;
  /** 0: in no class. */
  readonly classId?: number | undefined;
  /** Only who still has the password somebody else gave them. */
  readonly initialPassword?: boolean | undefined;
  readonly keyword: string;
  /** The full-text query of the keyword, where few enough people may have it: they are looked at, and nobody else. */
  readonly grams?: string | undefined;
}

/** So many candidates are quicker looked at one by one than everybody in the order of the list. */
const fewCandidates = 5_000;

function filtered(db: Kysely<Database>, { schoolId, types, status, classId, initialPassword, keyword, grams }: PeopleQuery) {
  let found = db.selectFrom('user');
  if (schoolId !== 'all') {
    // Plus again: where there are candidates they are the way in, not the school's index.
    const school = grams === undefined ? sql<number>`school_id` : sql<number>`+school_id`;
    found = found.where(school, '=', schoolId);
  }
  if (grams !== undefined)
    found = found.where('id', 'in', (eb) =>
      eb
        .selectFrom('user_text')
        .select('rowid')
        .where('user_text', sql`match`, grams),
    );
  // The unary plus of SQLite: the order's own index is the right one, whatever else there is on types.
  found = found.where((eb) => eb(eb.fn<number>('ifnull', ['user_type', eb.lit(0)]), 'in', types));
  if (status !== undefined) found = found.where((eb) => eb(eb.fn<number>('ifnull', ['status', eb.lit(0)]), '=', status));
  if (classId === 0) found = found.where('class_id', 'is', null);
  else if (classId !== undefined) found = found.where('class_id', '=', classId);
  // Written out: the index of those few is one with this very condition.
  if (initialPassword === true) found = found.where('must_change', '=', sql.lit(1) as never);
  if (keyword !== '') found = found.where((eb) => keywordIn(eb, ['name', 'login_name', 'student_no', 'ticket_no'], keyword));
  return found;
}

/** The list of people: page and total from an index alone, whole rows for the page only. */
export function peopleListStore(db: Kysely<Database>) {
  /** The keyword's full-text query, if it leaves few to look at. */
  const selectiveGrams = async (keyword: string): Promise<string | undefined> => {
    const grams = keyword === '' ? undefined : gramQuery(keyword);
    if (grams === undefined) return undefined;
    const { count } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('user_text')
          .select('rowid')
          .where('user_text', sql`match`, grams)
          .limit(fewCandidates + 1)
          .as('candidate'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count > fewCandidates ? undefined : grams;
  };

  return {
    async page(query: PeopleQuery, order: PeopleOrder): Promise<{ ids: number[]; total: number }> {
      const grams = await selectiveGrams(query.keyword);
      const { items, total } = await readPage(filtered(db, { ...query, grams }), order, (rows) => rows.select('id'));
      return { ids: items.map((row) => row.id), total };
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
