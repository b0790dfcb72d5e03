import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import {
  type DifficultyCode,
  type ProfessionLevel,
  questionStatus,
  type QuestionStatusCode,
  type SectionTypeCode,
} from '../../../sync/contract/codes.ts';
import { countOf, keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import type { Database } from '../../db/schema.ts';
import { bankIdOf, type QuestionRow } from './question-row.ts';
import { isExact, wordQuery } from './question-words.ts';
import { isNear, likenessOf, shinglesOf } from './question-sketch.ts';

/** Column of each field the list can be sorted by. */
export const questionSorts = {
  id: 'id',
  createdMs: 'id',
  updatedMs: 'updated_ms',
  type: 'type',
  status: 'status',
  difficulty: 'difficulty',
  category: 'category',
  usedCount: 'used_count',
} as const;

/** The questions somebody may see. */
export interface Scope {
  /** Null: the certified bank. */
  readonly schoolId: number | null;
  /** Of the certified bank a school sees what is in use, of the professions it offers. */
  readonly offered?: readonly number[];
}

export interface QuestionFilter {
  readonly type?: SectionTypeCode | undefined;
  readonly status?: QuestionStatusCode | undefined;
  readonly difficulty?: DifficultyCode | undefined;
  readonly uniformity?: DifficultyCode | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly profId?: number | undefined;
  readonly level?: ProfessionLevel | undefined;
  readonly pointCode?: string | undefined;
  readonly keyword?: string | undefined;
}

/** More than so many that share a band is a form everything is written in, and no duplicate. */
const maxCandidates = 400;

export function questionListStore(db: Kysely<Database>) {
  const rowsOf = (scope: Scope) => {
    const base = db.selectFrom('question').where('school_id', 'is', scope.schoolId);
    if (scope.offered === undefined) return base;
    // Nothing offered: no profession has the number 0.
    const offered = scope.offered.length === 0 ? [0] : [...scope.offered];
    return base.where(sql<number>`+status`, '=', questionStatus.inUse).where(sql<number>`+prof_id`, 'in', offered);
  };

  /**
   * What fits, but for what an index of its own finds (keyword, tags). The pluses keep the order's index the way in, which holds all that is
   * asked here: nothing is sorted, and no question read.
   */
  const fitting = (scope: Scope, filter: QuestionFilter) => {
    let base = rowsOf(scope);
    for (const [column, value] of [
      ['type', filter.type],
      ['status', filter.status],
      ['difficulty', filter.difficulty],
      ['uniformity', filter.uniformity],
      ['prof_id', filter.profId],
      ['level', filter.level],
    ] as const)
      if (value !== undefined) base = base.where(sql<number>`+${sql.ref(column)}`, '=', value);
    const { category, pointCode } = filter;
    // "0" follows "/" and "." follows "-": everything that stands below.
    if (category === '') base = base.where(sql<string>`+category`, '=', '');
    else if (category !== undefined)
      base = base.where(sql<boolean>`(+category = ${category} OR +category BETWEEN ${`${category}/`} AND ${`${category}0`})`);
    if (pointCode !== undefined)
      base = base.where(sql<boolean>`(+point_code = ${pointCode} OR +point_code BETWEEN ${`${pointCode}-`} AND ${`${pointCode}.`})`);
    return base;
  };

  const tagged = (scope: Scope, tag: string) =>
    db.selectFrom('question_tag').where('bank_id', '=', bankIdOf(scope.schoolId)).where('tag', '=', tag);
  const worded = (match: string) => db.selectFrom('question_text').where(sql<boolean>`question_text MATCH ${match}`);

  const pageOf = async (scope: Scope, filter: QuestionFilter, order: PageOrder): Promise<{ ids: number[]; total: number }> => {
    const { keyword = '', tags = [] } = filter;
    const match = keyword === '' ? undefined : wordQuery(keyword, { ...filter, bankId: bankIdOf(scope.schoolId) });
    const isWhole = scope.offered === undefined;
    if (match !== undefined && isWhole && isInWords(filter)) {
      // The index of words knows all that is asked: a character that stands in every question is found as fast as a rare one.
      const total = await countOf(worded(match));
      if (order.column === 'id') {
        const page = await readPage(worded(match), { ...order, column: 'rowid' }, (rows) => rows.select('rowid'), 'rowid', total);
        return { ids: page.items.map((row) => row.rowid), total };
      }
      const base = among(fitting(scope, filter), worded(match).select('rowid'), total);
      return idsOf(await readPage(base, order, (rows) => rows.select('id'), 'id', total));
    }
    let base = fitting(scope, filter);
    if (keyword !== '' && (match === undefined || !isExact(keyword))) base = base.where((eb) => keywordIn(eb, ['plain'], keyword));
    if (match !== undefined) base = among(base, worded(match).select('rowid'), await someOf(worded(match).select('rowid as id')));
    for (const tag of tags)
      base = among(base, tagged(scope, tag).select('question_id'), await someOf(tagged(scope, tag).select('question_id as id')));
    const onlyTag = isWhole && tags.length === 1 && Object.entries(filter).every(([name, value]) => name === 'tags' || !value);
    const total = onlyTag ? await countOf(tagged(scope, tags[0] ?? '')) : undefined;
    return idsOf(await readPage(base, order, (rows) => rows.select('id'), 'id', total));
  };

  /** How many there are, as far as it matters. */
  const someOf = (ids: SelectQueryBuilder<Database, never, { id: number }>): Promise<number> =>
    countOf(db.selectFrom(ids.limit(fewCandidates + 1).as('candidate')));

  return {
    /** Ids first, from the index alone; the texts of one page after. */
    async list(scope: Scope, filter: QuestionFilter, order: PageOrder): Promise<{ items: ListedQuestion[]; total: number }> {
      const { ids, total } = await pageOf(scope, filter, order);
      if (ids.length === 0) return { items: [], total };
      const rows = await db
        .selectFrom('question')
        .leftJoin('user as maker', 'maker.id', 'question.created_by')
        .leftJoin('user as editor', 'editor.id', 'question.updated_by')
        .selectAll('question')
        .select(['maker.name as createdByName', 'editor.name as updatedByName'])
        .where('question.id', 'in', ids)
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
    },

    categories: (scope: Scope) =>
      rowsOf(scope)
        .select(['category', 'type', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy(['category', 'type'])
        .orderBy('category')
        .orderBy('type')
        .execute(),

    tags: (scope: Scope) => {
      let base = db
        .selectFrom('question_tag')
        .select(['tag', (eb) => eb.fn.countAll<number>().as('count')])
        .where('bank_id', '=', bankIdOf(scope.schoolId));
      if (scope.offered !== undefined) base = base.where('question_id', 'in', rowsOf(scope).select('id'));
      return base.groupBy('tag').orderBy('count', 'desc').orderBy('tag').limit(500).execute();
    },

    /** The nearest first; `bands` and `plain` of the one that is asked about. */
    async near(scope: Scope, asked: { readonly bands: readonly number[]; readonly plain: string; readonly id?: number | undefined }) {
      if (asked.bands.length === 0) return [];
      const shared = await db
        .selectFrom('question_band')
        .select(['question_id', (eb) => eb.fn.countAll<number>().as('bands')])
        .where('band', 'in', [...asked.bands])
        .groupBy('question_id')
        .orderBy('bands', 'desc')
        .limit(maxCandidates)
        .execute();
      const ids = shared.map((row) => row.question_id).filter((id) => id !== asked.id);
      if (ids.length === 0) return [];
      const mine = shinglesOf(asked.plain);
      const rows = await rowsOf(scope).select(['id', 'type', 'status', 'category', 'stem', 'plain']).where('id', 'in', ids).execute();
      return rows
        .map(({ plain, ...row }) => ({ ...row, likeness: Math.round(likenessOf(mine, shinglesOf(plain)) * 1000) / 1000 }))
        .filter((row) => isNear(row.likeness))
        .toSorted((a, b) => b.likeness - a.likeness || a.id - b.id)
        .slice(0, 20);
    },
  };
}

/** So many candidates are quicker looked at one by one than the bank in the order of the list. */
const fewCandidates = 5_000;

type Questions = SelectQueryBuilder<Database, 'question', object>;

/** Those of `base` that stand among others, of which there are so many. */
const among = (base: Questions, ids: Expression<{ rowid: number }> | Expression<{ question_id: number }>, count: number): Questions =>
  base.where(count <= fewCandidates ? sql<boolean>`id IN ${ids}` : sql<boolean>`+id IN ${ids}`);

const idsOf = ({ items, total }: { items: { id: number }[]; total: number }) => ({ ids: items.map((row) => row.id), total });

/** Is there nothing to ask but what is indexed with the words? */
const isInWords = ({ keyword, type: _type, status: _status, difficulty: _difficulty, ...others }: QuestionFilter): boolean =>
  keyword !== undefined && isExact(keyword) && Object.values(others).every((value) => value === undefined);

export type ListedQuestion = QuestionRow & { readonly createdByName: string | null; readonly updatedByName: string | null };
