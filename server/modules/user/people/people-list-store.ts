import { type Kysely, sql } from 'kysely';
import { wrapDialectValue, callDialectFunction, type WordQuery } from '../../../db/dialect-functions.ts';
import { countRows, farOffset, containsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import { countUpTo, readIdList, readFoundPage, readListedPage, readPickedPageOf } from '../../../db/picked-page.ts';
import { buildPersonSearch } from '../../../db/search/person-words.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import type { Database } from '../../../db/schema.ts';

/** Columns that the list can be sorted by. Their indexes contain every column that a filter uses. */
export const peopleSorts = { created_ms: 'id', login_name: 'login_name', name: 'name', student_no: 'student_no' } as const;
/** Columns that the list of examinees can be sorted by. */
export const examUserSorts = { name: 'name', login_name: 'login_name', ticket_no: 'ticket_no' } as const;

export interface PeopleQuery {
  readonly schoolId: number | 'all';
  readonly types: readonly UserType[];
  readonly status?: number | undefined;
  /** 0 means without a class. */
  readonly classId?: number | undefined;
  /** Only people who still have a password that was given to them. */
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

/**
 * Reads the list of people: page and total from an index alone, and full rows only for the page.
 * `few`: up to this many candidates it is faster to check each than to walk the list in order. `far`: from this offset on a page is cut from the
 * complete result.
 */
export function createPeopleListStore(db: Kysely<Database>, few = 5_000, far = farOffset) {
  const found = (query: WordQuery) =>
    db.selectFrom('user_text').where(callDialectFunction('matches', sql`user_text`, wrapDialectValue(query)));

  /** Filters the list. `match`: if the word index finds few people, only those are checked. */
  const fitting = ({ schoolId, types, status, classId, initialPassword, keyword }: PeopleQuery, match?: WordQuery) => {
    let base = db.selectFrom('user');
    if (match !== undefined) base = base.where('id', 'in', found(match).select('rowid'));
    // `aside` and the function calls hide these columns from the query planner, so that it starts from the candidates or from the index of the list's
    // order.
    if (schoolId !== 'all')
      base = base.where(match === undefined ? sql<number>`school_id` : callDialectFunction('aside', sql`school_id`), '=', schoolId);
    base = base.where((eb) => eb(callDialectFunction('ifNull', sql`user_type`, sql.lit(0)), 'in', types));
    if (status !== undefined) base = base.where((eb) => eb(callDialectFunction('ifNull', sql`status`, sql.lit(0)), '=', status));
    if (classId === 0) base = base.where('class_id', 'is', null);
    else if (classId !== undefined) base = base.where('class_id', '=', classId);
    // A literal, because the partial index has exactly this condition.
    if (initialPassword === true) base = base.where('must_change', '=', sql.lit(1) as never);
    if (keyword !== '') base = base.where(containsKeyword(searched, keyword));
    return base;
  };

  return {
    async page(query: PeopleQuery, order: PageOrder): Promise<{ ids: number[]; total: number }> {
      const { schoolId, classId, keyword } = query;
      const marks = { ...query, schoolId: schoolId === 'all' ? undefined : schoolId };
      const search =
        keyword === '' || classId !== undefined || query.initialPassword === true ? undefined : buildPersonSearch(keyword, marks);
      const finds = search && found(search.match);
      const isExact = search?.exact === true;
      if (finds && isExact && order.column === 'id') return readFoundPage(db, finds.select('rowid'), order, () => countRows(finds));
      const some = finds && (await countUpTo(db, finds.select('rowid'), few));
      const isFew = some !== undefined && some <= few;
      const everybody = (schoolId === 'all' ? db.selectFrom('user') : db.selectFrom('user').where('school_id', '=', schoolId)).select('id');
      // The word index alone identifies all matches: walk the list in order and pick them.
      if (finds && isExact && !isFew) return readPickedPageOf(db, everybody, order, await readIdList(db, finds.select('rowid as id')));
      const base = fitting(query, isFew ? search?.match : undefined);
      if (keyword !== '' && !isFew && order.offset >= far) return readListedPage(db, everybody, base.select('user.id as id'), order);
      const total = isExact ? some : undefined;
      const page = await readPage(base, order, (rows) => rows.select('id'), 'id', total);
      return { ids: page.items.map((row) => row.id), total: page.total };
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
