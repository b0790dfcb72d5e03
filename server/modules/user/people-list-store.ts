import { type Kysely, sql } from 'kysely';
import { given, word, type WordQuery } from '../../db/engine-words.ts';
import { countOf, farOffset, keywordInText, type PageOrder, readPage } from '../../db/list-page.ts';
import { countUpTo, idList, readFound, readListed, readPickedOf } from '../../db/picked-page.ts';
import { personSearch } from '../../db/person-words.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import type { Database } from '../../db/schema.ts';

/** Column of each field the list can be sorted by. The index of each holds everything a filter asks for. */
export const peopleSorts = { created_ms: 'id', login_name: 'login_name', name: 'name', student_no: 'student_no' } as const;
/** The same of the list of examinees. */
export const examUserSorts = { name: 'name', login_name: 'login_name', ticket_no: 'ticket_no' } as const;

export interface PeopleQuery {
  readonly schoolId: number | 'all';
  readonly types: readonly UserType[];
  readonly status?: number | undefined;
  /** 0: in no class. */
  readonly classId?: number | undefined;
  /** Only who still has the password somebody else gave them. */
  readonly initialPassword?: boolean | undefined;
  readonly keyword: string;
}

/** What a keyword is looked for in, one text: as the indexes of the list hold it, word for word (migration 0021). */
const searched = word('lines', sql`name`, sql`login_name`, sql`student_no`, word('ifNull', sql`ticket_no`, sql.lit('')));

/**
 * The list of people: page and total from an index alone, whole rows for the page only. `few`: so many candidates are quicker looked at one by
 * one than everybody in the order of the list. `far`: from there on a page is cut from all that fit.
 */
export function peopleListStore(db: Kysely<Database>, few = 5_000, far = farOffset) {
  const found = (query: WordQuery) => db.selectFrom('user_text').where(word('matches', sql`user_text`, given(query)));

  /** `match`: where the index of words gives few enough people, they are looked at, and nobody else. */
  const fitting = ({ schoolId, types, status, classId, initialPassword, keyword }: PeopleQuery, match?: WordQuery) => {
    let base = db.selectFrom('user');
    if (match !== undefined) base = base.where('id', 'in', found(match).select('rowid'));
    // Aside, or in a function: candidates, or the index of the list's order, are the way in, whatever else there is an index on.
    if (schoolId !== 'all') base = base.where(match === undefined ? sql<number>`school_id` : word('aside', sql`school_id`), '=', schoolId);
    base = base.where((eb) => eb(word('ifNull', sql`user_type`, sql.lit(0)), 'in', types));
    if (status !== undefined) base = base.where((eb) => eb(word('ifNull', sql`status`, sql.lit(0)), '=', status));
    if (classId === 0) base = base.where('class_id', 'is', null);
    else if (classId !== undefined) base = base.where('class_id', '=', classId);
    // Written out: the index of those few is one with this very condition.
    if (initialPassword === true) base = base.where('must_change', '=', sql.lit(1) as never);
    if (keyword !== '') base = base.where(keywordInText(searched, keyword));
    return base;
  };

  return {
    async page(query: PeopleQuery, order: PageOrder): Promise<{ ids: number[]; total: number }> {
      const { schoolId, classId, keyword } = query;
      const marks = { ...query, schoolId: schoolId === 'all' ? undefined : schoolId };
      const search = keyword === '' || classId !== undefined || query.initialPassword === true ? undefined : personSearch(keyword, marks);
      const finds = search && found(search.match);
      const isExact = search?.exact === true;
      if (finds && isExact && order.column === 'id') return readFound(db, finds.select('rowid'), order, () => countOf(finds));
      const some = finds && (await countUpTo(db, finds.select('rowid'), few));
      const isFew = some !== undefined && some <= few;
      const everybody = (schoolId === 'all' ? db.selectFrom('user') : db.selectFrom('user').where('school_id', '=', schoolId)).select('id');
      // The words tell exactly who is meant: everybody in the order of the list, past those.
      if (finds && isExact && !isFew) return readPickedOf(db, everybody, order, await idList(db, finds.select('rowid as id')));
      const base = fitting(query, isFew ? search?.match : undefined);
      if (keyword !== '' && !isFew && order.offset >= far) return readListed(db, everybody, base.select('user.id as id'), order);
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
