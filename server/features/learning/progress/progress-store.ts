import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { learnerOutcomes } from '../../../../sync/contract/learning/progress.ts';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import { containsKeyword, type ListTotal, type PageOrder, readPage } from '../../../db/list-page.ts';
import { countUpTo, matchLimits, readMatchedPage } from '../../../db/matched-page.ts';
import { isIdOneOf } from '../../../db/picked-page.ts';
import { buildPersonSearch } from '../../../db/search/person-words.ts';
import type { Database } from '../../../db/schema.ts';

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
  /** Ids of the only users who may be listed; null means all of the school. */
  readonly only?: readonly number[] | null;
  readonly keyword: string;
  /** Id of a class; 0 selects students without a class. */
  readonly classId?: number | undefined;
  readonly status?: number | undefined;
  readonly outcome?: (typeof learnerOutcomes)[number] | undefined;
}

const markOf = { absent: 1, failed: 2, neverSat: 4 } as const;

/** Queries of learners' figures. */
export function createProgressStore(db: Kysely<Database>, limits = matchLimits) {
  /** Applies the whole filter except the keyword. */
  const applyFilter = <O>(query: SelectQueryBuilder<Database, 'learner', O>, filter: LearnerFilter, isFew: boolean) => {
    const { schoolId, only = null, classId, status, outcome } = filter;
    // `withoutIndex` disables an index: the index of the sort order is the best access path, except for few matches.
    let found = query.where(isFew ? callDialectFunction('withoutIndex', sql`school_id`) : sql<number>`school_id`, '=', schoolId);
    if (only !== null) found = found.where((eb) => isIdOneOf(callDialectFunction('withoutIndex', eb.ref('user_id')), only));
    if (classId === 0) found = found.where(callDialectFunction('withoutIndex', sql`class_id`), 'is', null);
    else if (classId !== undefined) found = found.where(callDialectFunction('withoutIndex', sql`class_id`), '=', classId);
    if (status !== undefined) found = found.where(callDialectFunction('withoutIndex', sql`status`), '=', status);
    if (outcome !== undefined)
      found = found.where(sql<number>`${callDialectFunction('withoutIndex', sql`marks`)} & ${markOf[outcome]}`, '<>', 0);
    return found;
  };
  const matchKeyword = ({ keyword }: LearnerFilter) => {
    // Test the more likely column first; a match makes the second test unnecessary.
    const columns = /\d/.test(keyword) ? (['student_no', 'name'] as const) : (['name', 'student_no'] as const);
    return sql<boolean>`(${sql.join(
      columns.map((column) => containsKeyword(sql.ref(column), keyword)),
      sql` OR `,
    )})`;
  };
  /** Selects the matches of the keyword's words, or returns undefined if the keyword has none. */
  const findMatches = ({ keyword, schoolId, status }: LearnerFilter) => {
    const match = keyword === '' ? undefined : buildPersonSearch(keyword, { schoolId, status, types: [7, 8] })?.match;
    return (
      match &&
      db
        .selectFrom('user_text')
        .select('rowid')
        .where(callDialectFunction('matches', sql`user_text`, wrapDialectValue(match)))
    );
  };
  /** Selects all learners that match the filter, without an order. */
  const selectFitting = async <O>(query: SelectQueryBuilder<Database, 'learner', O>, filter: LearnerFilter) => {
    const found = findMatches(filter);
    const isFew = found !== undefined && (await countUpTo(db, found, limits.maxDirectMatches)) <= limits.maxDirectMatches;
    const rows = isFew ? applyFilter(query, filter, true).where('user_id', 'in', found) : applyFilter(query, filter, false);
    return filter.keyword === '' ? rows : rows.where(matchKeyword(filter));
  };

  const readIds = async (
    filter: LearnerFilter,
    order: PageOrder<string, ListTotal>,
  ): Promise<{ ids: readonly number[]; total: ListTotal }> => {
    const learners = db.selectFrom('learner') as SelectQueryBuilder<Database, 'learner', object>;
    const found = findMatches(filter);
    if (found === undefined) {
      const { items, total } = await readPage(await selectFitting(learners, filter), order, (query) => query.select('user_id'), 'user_id');
      return { ids: items.map((item) => item.user_id), total };
    }
    // The word index covers all texts of a user, of which the list searches only two, so each match is checked.
    const check = matchKeyword(filter);
    const list = {
      rows: (isFew: boolean) => applyFilter(learners, filter, isFew),
      idColumn: 'user_id',
      found,
      check,
      extraCondition: check,
    } as const;
    return readMatchedPage(db, { ...list, isWhole: false }, order, limits);
  };

  return {
    async page(filter: LearnerFilter, order: PageOrder<string, ListTotal>) {
      const { ids, total } = await readIds(filter, order);
      const rows = ids.length === 0 ? [] : await db.selectFrom('learner').selectAll().where('user_id', 'in', ids).execute();
      const byId = new Map(rows.map((row) => [row.user_id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
    },

    byId: (id: number) => db.selectFrom('learner').selectAll().where('user_id', '=', id).executeTakeFirst(),

    /** Returns totals and the distribution of mean scores in ten steps of 10 % (100 % counts in the last). */
    async overview(filter: LearnerFilter) {
      const all = await selectFitting(db.selectFrom('learner').select(sumsOf), filter);
      const tenth = callDialectFunction('lesser', sql`average / 1000`, sql.lit(9));
      const tenthCounts = db.selectFrom('learner').select([tenth.as('tenth'), (eb) => eb.fn.countAll<number>().as('count')]);
      const spread = await (await selectFitting(tenthCounts, filter)).where('average', 'is not', null).groupBy(tenth).execute();
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
/** Builds a mean in which every exam, homework or answer has the same weight, not every student. */
const buildWeightedMean = (share: string, count: string) =>
  sql<number | null>`cast(round(sum(${sql.ref(share)} * ${sql.ref(count)}) * 1.0 / nullif(sum(${sql.ref(count)}), 0)) AS INTEGER)`;
const sumsOf = [
  sql<number>`count(*)`.as('students'),
  ...summed.map((column) => sumOf(column).as(column)),
  buildWeightedMean('average', 'scored').as('average'),
  buildWeightedMean('homework_average', 'homework_scored').as('homework_average'),
  buildWeightedMean('practice_right', 'practice_lately').as('practice_right'),
] as const;
