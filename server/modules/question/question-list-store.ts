import { type Kysely, sql } from 'kysely';
import {
  type DifficultyCode,
  type ProfessionLevel,
  questionStatus,
  type QuestionStatusCode,
  type SectionTypeCode,
} from '../../../sync/contract/codes.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
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
    return base.where('status', '=', questionStatus.inUse).where('prof_id', 'in', [...scope.offered]);
  };

  const fitting = (scope: Scope, filter: QuestionFilter) => {
    let base = rowsOf(scope);
    if (filter.type !== undefined) base = base.where('type', '=', filter.type);
    if (filter.status !== undefined) base = base.where('status', '=', filter.status);
    if (filter.difficulty !== undefined) base = base.where('difficulty', '=', filter.difficulty);
    if (filter.uniformity !== undefined) base = base.where('uniformity', '=', filter.uniformity);
    if (filter.profId !== undefined) base = base.where('prof_id', '=', filter.profId);
    if (filter.level !== undefined) base = base.where('level', '=', filter.level);
    if (filter.category !== undefined) {
      const { category } = filter;
      // "0" follows "/": everything that begins with "category/".
      base = base.where((eb) =>
        eb.or([eb('category', '=', category), ...(category === '' ? [] : [eb.between('category', `${category}/`, `${category}0`)])]),
      );
    }
    if (filter.pointCode !== undefined) {
      const { pointCode } = filter;
      base = base.where((eb) => eb.or([eb('point_code', '=', pointCode), eb.between('point_code', `${pointCode}-`, `${pointCode}.`)]));
    }
    for (const tag of filter.tags ?? [])
      base = base.where('id', 'in', (eb) =>
        eb.selectFrom('question_tag').select('question_id').where('bank_id', '=', bankIdOf(scope.schoolId)).where('tag', '=', tag),
      );
    if (filter.keyword) {
      const { keyword } = filter;
      const grams = matchOf(scope, filter);
      if (grams === undefined || !isExact(keyword)) base = base.where((eb) => keywordIn(eb, ['plain'], keyword));
      if (grams !== undefined)
        base = base.where('id', 'in', (eb) =>
          eb
            .selectFrom('question_text')
            .select('rowid')
            .where(sql<boolean>`question_text MATCH ${grams}`),
        );
    }
    return base;
  };

  const idsOfPage = async (scope: Scope, filter: QuestionFilter, order: PageOrder): Promise<{ ids: number[]; total: number }> => {
    const match = filter.keyword === undefined || order.column !== 'id' ? undefined : matchOf(scope, filter);
    if (match === undefined) {
      const page = await readPage(fitting(scope, filter), order, (rows) => rows.select('id'));
      return { ids: page.items.map((row) => row.id), total: page.total };
    }
    if (scope.offered === undefined && isInWords(filter)) {
      // The index of words knows all that is asked: a character that stands in every question is found as fast as a rare one.
      const words = db.selectFrom('question_text').where(sql<boolean>`question_text MATCH ${match}`);
      const page = await readPage(words, { ...order, column: 'rowid' }, (rows) => rows.select('rowid'), 'rowid');
      return { ids: page.items.map((row) => row.rowid), total: page.total };
    }
    // What has to be compared is compared once: the page is cut from all that fit.
    const all = await fitting(scope, filter).select('id').execute();
    const ids = all.map((row) => row.id).toSorted((a, b) => (order.descending ? b - a : a - b));
    return { ids: ids.slice(order.offset, order.offset + order.limit), total: ids.length };
  };

  return {
    /** Ids first, from the index alone; the texts of one page after. */
    async list(scope: Scope, filter: QuestionFilter, order: PageOrder): Promise<{ items: ListedQuestion[]; total: number }> {
      const { ids, total } = await idsOfPage(scope, filter, order);
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

/** The query of the words; undefined where there is no keyword, or nothing of it can be searched for. */
function matchOf(scope: Scope, filter: QuestionFilter): string | undefined {
  return filter.keyword ? wordQuery(filter.keyword, { ...filter, bankId: bankIdOf(scope.schoolId) }) : undefined;
}

/** Is there nothing to ask but what is indexed with the words? */
const isInWords = ({ keyword, type: _type, status: _status, difficulty: _difficulty, ...others }: QuestionFilter): boolean =>
  keyword !== undefined && isExact(keyword) && Object.values(others).every((value) => value === undefined);

export type ListedQuestion = QuestionRow & { readonly createdByName: string | null; readonly updatedByName: string | null };
