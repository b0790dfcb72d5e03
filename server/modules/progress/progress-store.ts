import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { learnerOutcomes } from '../../../sync/contract/learning/progress.ts';
import { wrapDialectValue, callDialectFunction, type WordQuery } from '../../db/dialect-functions.ts';
import { farOffset, anyContainsKeyword, type PageOrder, readPage } from '../../db/list-page.ts';
import { countUpTo, isIdOneOf, readIdList, readListedPage, readPickedPageOf } from '../../db/picked-page.ts';
import { buildPersonSearch } from '../../db/search/person-words.ts';
import type { Database } from '../../db/schema.ts';

/** Columns that the list can be sorted by; each has an index (server/db/schema/learner.ts). */
export const learnerSorts = {
  name: 'name',
  student_no: 'student_no',
  exams: 'exams',
  sat: 'sat',
  absent: 'absent',
  passed: 'passed',
  average: 'average',
  tests: 'tests',
  lessons: 'lessons',
  homework: 'homework',
  homework_in: 'homework_in',
  homework_done: 'homework_done',
  homework_average: 'homework_average',
  practised: 'practised',
  practice_right: 'practice_right',
  last_exam_ms: 'last_exam_ms',
  active_ms: 'active_ms',
} as const;

export interface LearnerFilter {
  readonly schoolId: number;
  /** Null means no restriction. */
  readonly only?: readonly number[] | null;
  readonly keyword: string;
  /** 0: students without a class. */
  readonly classId?: number | undefined;
  readonly status?: number | undefined;
  readonly outcome?: (typeof learnerOutcomes)[number] | undefined;
}

const markOf = { absent: 1, failed: 2, neverSat: 4 } as const;

/**
 * Queries of learners' figures. `fewCandidates`: up to this many keyword matches are filtered directly instead of scanning in list order. `far`:
 * from this offset on, a page is cut from a list of all matching ids.
 */
export function createProgressStore(db: Kysely<Database>, fewCandidates = 5_000, far = farOffset) {
  const filtered = <O>(query: SelectQueryBuilder<Database, 'learner', O>, filter: LearnerFilter, grams: WordQuery | undefined) => {
    const { schoolId, only = null, classId, status, outcome, keyword } = filter;
    // `aside` disables an index: the index of the sort order is the best access path, except for few candidates.
    let found = query.where(grams === undefined ? sql<number>`school_id` : callDialectFunction('aside', sql`school_id`), '=', schoolId);
    if (only !== null) found = found.where((eb) => isIdOneOf(callDialectFunction('aside', eb.ref('user_id')), only));
    if (classId === 0) found = found.where(callDialectFunction('aside', sql`class_id`), 'is', null);
    else if (classId !== undefined) found = found.where(callDialectFunction('aside', sql`class_id`), '=', classId);
    if (status !== undefined) found = found.where(callDialectFunction('aside', sql`status`), '=', status);
    if (outcome !== undefined) found = found.where(sql<number>`${callDialectFunction('aside', sql`marks`)} & ${markOf[outcome]}`, '<>', 0);
    if (grams !== undefined) found = found.where('user_id', 'in', worded(grams));
    // Test the more likely column first; a match makes the second test unnecessary.
    const columns = /\d/.test(keyword) ? (['student_no', 'name'] as const) : (['name', 'student_no'] as const);
    if (keyword !== '') found = found.where((eb) => anyContainsKeyword(eb, columns, keyword));
    return found;
  };
  const worded = (query: WordQuery) =>
    db
      .selectFrom('user_text')
      .select('rowid')
      .where(callDialectFunction('matches', sql`user_text`, wrapDialectValue(query)));
  /** Returns the full-text query for the keyword, or undefined if it has more than `fewCandidates` matches. */
  const gramsOf = async ({ keyword, schoolId, status }: LearnerFilter): Promise<WordQuery | undefined> => {
    const match = buildPersonSearch(keyword, { schoolId, status, types: [7, 8] })?.match;
    if (match === undefined) return undefined;
    return (await countUpTo(db, worded(match), fewCandidates)) > fewCandidates ? undefined : match;
  };

  const idsOf = async (filter: LearnerFilter, order: PageOrder): Promise<{ ids: readonly number[]; total: number }> => {
    const learners = db.selectFrom('learner') as SelectQueryBuilder<Database, 'learner', object>;
    const grams = await gramsOf(filter);
    const everybody = learners.where('school_id', '=', filter.schoolId).select('user_id as id');
    if (filter.keyword !== '' && grams === undefined && order.column !== 'name') {
      // Only the index by name contains the columns that a keyword is searched in. Collect all matches through it, then pick them in the requested
      // order.
      const picked = await readIdList(db, filtered(learners, filter, undefined).select('user_id as id'));
      return readPickedPageOf(db, everybody, order, picked, 'user_id');
    }
    if (filter.keyword !== '' && grams === undefined && order.offset >= far)
      return readListedPage(db, everybody, filtered(learners, filter, undefined).select('user_id as id'), order, 'user_id');
    const { items, total } = await readPage(filtered(learners, filter, grams), order, (query) => query.select('user_id'), 'user_id');
    return { ids: items.map((item) => item.user_id), total };
  };

  return {
    async page(filter: LearnerFilter, order: PageOrder) {
      const { ids, total } = await idsOf(filter, order);
      const rows = ids.length === 0 ? [] : await db.selectFrom('learner').selectAll().where('user_id', 'in', ids).execute();
      const byId = new Map(rows.map((row) => [row.user_id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
    },

    byId: (id: number) => db.selectFrom('learner').selectAll().where('user_id', '=', id).executeTakeFirst(),

    /** Returns totals and the distribution of mean scores in ten steps of 10 % (100 % counts in the last). */
    async overview(filter: LearnerFilter) {
      const grams = await gramsOf(filter);
      const all = filtered(db.selectFrom('learner').select(sumsOf), filter, grams);
      const tenth = callDialectFunction('lesser', sql`average / 1000`, sql.lit(9));
      const spread = await filtered(
        db.selectFrom('learner').select([tenth.as('tenth'), (eb) => eb.fn.countAll<number>().as('count')]),
        filter,
        grams,
      )
        .where('average', 'is not', null)
        .groupBy(tenth)
        .execute();
      return { sums: await all.executeTakeFirstOrThrow(), spread: new Map(spread.map((row) => [row.tenth, row.count])) };
    },

    /** Returns totals by class; the row without a class id covers students without a class. */
    classes: (schoolId: number) =>
      db
        .selectFrom('learner')
        .select('class_id')
        .select(sumsOf)
        .select([
          sql<number>`count(*) FILTER (WHERE status = 1)`.as('enabled'),
          sql<number>`count(*) FILTER (WHERE status = 2)`.as('applying'),
          sql<number>`count(*) FILTER (WHERE status = 0)`.as('disabled'),
        ])
        .where('school_id', '=', schoolId)
        .groupBy('class_id')
        .execute(),

    /** Returns by class how many students ever signed in and the last sign-in. */
    async activity(schoolId: number) {
      const rows = await db
        .selectFrom('user')
        .select(['class_id', (eb) => eb.fn.count<number>('last_sign_in_ms').as('signed_in')])
        .select((eb) => eb.fn.max('last_sign_in_ms').as('last_sign_in_ms'))
        .where('school_id', '=', schoolId)
        .where('user_type', 'in', [7, 8])
        .groupBy('class_id')
        .execute();
      return new Map(rows.map((row) => [row.class_id, row]));
    },
  };
}

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
const summed = [
  'exams',
  'sat',
  'handed_in',
  'absent',
  'scored',
  'passed',
  'tests',
  'homework',
  'homework_in',
  'homework_done',
  'homework_scored',
  'practised',
] as const;
/** Weights every exam, homework or answer equally, not every student. */
const meanOf = (share: string, count: string) =>
  sql<number | null>`cast(round(sum(${sql.ref(share)} * ${sql.ref(count)}) * 1.0 / nullif(sum(${sql.ref(count)}), 0)) AS INTEGER)`;
const sumsOf = [
  sql<number>`count(*)`.as('students'),
  ...summed.map((column) => sumOf(column).as(column)),
  meanOf('average', 'scored').as('average'),
  meanOf('homework_average', 'homework_scored').as('homework_average'),
  meanOf('practice_right', 'practice_lately').as('practice_right'),
] as const;
