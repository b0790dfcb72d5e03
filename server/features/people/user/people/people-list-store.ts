import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { wrapDialectValue, callDialectFunction } from '../../../../db/dialect-functions.ts';
import { containsKeyword, countRows, type ListTotal, type PageOrder, readPage } from '../../../../db/list-page.ts';
import { matchLimits, readMatchedPage } from '../../../../db/matched-page.ts';
import { buildPersonSearch } from '../../../../db/search/person-words.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import type { Database } from '../../../../db/schema.ts';

/** Columns that the list can be sorted by. Their indexes contain every column that a filter uses. */
export const peopleSorts = { created_ms: 'id', login_name: 'login_name', name: 'name', student_no: 'student_no' } as const;
/** Columns that the list of examinees can be sorted by. */
export const examUserSorts = { name: 'name', login_name: 'login_name', ticket_no: 'ticket_no' } as const;

export interface PeopleQuery {
  readonly schoolId: number | 'all';
  readonly types: readonly UserType[];
  readonly status?: number | undefined;
  /** Class of the people; 0 selects those without a class. */
  readonly classId?: number | undefined;
  /** True: only people who still have a password that was given to them. */
  readonly initialPassword?: boolean | undefined;
  readonly keyword: string;
}

/** Text that a keyword is searched in. It must equal the expression in the list's indexes (server/db/schema/user.ts). */
const searched = callDialectFunction(
  'lines',
  sql`name`,
  sql`login_name`,
  sql`student_no`,
  callDialectFunction('ifNull', sql`ticket_no`, sql.lit('')),
);

/** Reads the list of people: page and total from an index alone, and full rows only for the page. */
export function createPeopleListStore(db: Kysely<Database>, limits = matchLimits) {
  /**
   * Filters the list, except by keyword. `goal` decides from which index the database should start: `order` from that of the sort order, `matches`
   * from that of the few rows with the keyword, `count` from the one that counts fastest. `withoutIndex` and the function calls hide the other
   * columns from the query planner.
   */
  const filtered = ({ schoolId, types, status, classId, initialPassword }: PeopleQuery, goal: 'order' | 'matches' | 'count') => {
    let base = db.selectFrom('user') as SelectQueryBuilder<Database, 'user', object>;
    const hidden = (column: 'user_type' | 'status') =>
      goal === 'count' ? sql.ref<unknown>(column) : callDialectFunction('ifNull', sql.ref(column), sql.lit(0));
    const school = goal === 'matches' ? callDialectFunction('withoutIndex', sql`school_id`) : sql<number>`school_id`;
    if (schoolId !== 'all') base = base.where(school, '=', schoolId);
    base = base.where((eb) => eb(hidden('user_type'), 'in', types));
    if (status !== undefined) base = base.where((eb) => eb(hidden('status'), '=', status));
    if (classId === 0) base = base.where('class_id', 'is', null);
    else if (classId !== undefined) base = base.where('class_id', '=', classId);
    // Use a literal, not a parameter: the partial index has exactly this condition.
    if (initialPassword === true) base = base.where('must_change', '=', sql.lit(1) as never);
    return base;
  };

  return {
    async page(query: PeopleQuery, order: PageOrder<string, ListTotal>): Promise<{ ids: number[]; total: ListTotal }> {
      const { schoolId, classId, keyword } = query;
      const marks = { ...query, schoolId: schoolId === 'all' ? undefined : schoolId };
      const holdsKeyword = containsKeyword(searched, keyword);
      const search =
        keyword === '' || classId !== undefined || query.initialPassword === true ? undefined : buildPersonSearch(keyword, marks);
      if (search === undefined) {
        const all = filtered(query, 'order');
        const page = keyword === '' ? all : all.where(holdsKeyword);
        const count = () => countRows(keyword === '' ? filtered(query, 'count') : page);
        const { items, total } = await readPage(page, order, (rows) => rows.select('id'), 'id', count);
        return { ids: items.map((row) => row.id), total };
      }
      const wordMatches = db
        .selectFrom('user_text')
        .select('rowid')
        .where(callDialectFunction('matches', sql`user_text`, wrapDialectValue(search.match)));
      return readMatchedPage(
        db,
        {
          rows: (isFew) => filtered(query, isFew ? 'matches' : 'order'),
          idColumn: 'id',
          found: wordMatches,
          check: holdsKeyword,
          extraCondition: search.exact ? undefined : holdsKeyword,
          isWhole: search.exact,
        },
        order,
        limits,
      );
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
