import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import {
  type DifficultyCode,
  type ProfessionLevel,
  questionStatus,
  type QuestionStatusCode,
  type SectionTypeCode,
} from '../../../../sync/contract/codes.ts';
import { wrapDialectValue, callDialectFunction, type WordQuery } from '../../../db/dialect-functions.ts';
import { countRows, farOffset, type ListTotal, type PageOrder, readPage } from '../../../db/list-page.ts';
import { countUpTo, matchLimits, readMatchedPage, toListTotal } from '../../../db/matched-page.ts';
import { isIdOneOf, readIdList } from '../../../db/picked-page.ts';
import type { HiddenDrafts } from '../../../db/row-owner-store.ts';
import { containsAllWords, listLongWords, buildQuestionQuery, type QuestionWordFilter } from '../../../db/search/question-words.ts';
import type { Database } from '../../../db/schema.ts';
import { type QuestionTableRow } from './question-row.ts';
import { isNearLikeness, computeLikeness, computeShingles } from './similarity/question-sketch.ts';

/** Column of each field by which the list can be sorted. */
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

/** The questions that a caller may see. */
export interface QuestionScope {
  /** Id of the bank: the school that owns it, or `certifiedBankId` for the certified bank that all schools share. */
  readonly schoolId: number;
  /** Professions that the school offers. If set, only certified questions of these professions that are in use are visible. */
  readonly offered?: readonly number[];
  /** Selects the ids of other people's drafts, which the caller may not see. */
  readonly hidden?: HiddenDrafts | undefined;
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

/**
 * Maximum number of near-duplicate candidates that are compared in full. A band (hash that similar texts share) with more questions comes from a
 * common template and shows no duplicate.
 */
const maxCandidates = 400;
/**
 * Limits for checking hits of the word index in the texts: minimum number of texts to read for a page, and maximum number before yielding to the
 * event loop.
 */
const fewestTexts = 40;
const textsPerTurn = 500;
/** Maximum number of professions that one query of the word index may name. */
const mostProfessions = 40;
/**
 * Columns that the index of every sort order contains. A filter on these columns alone is tested in that index; as a query of the word index it would
 * match many rows.
 */
const indexedColumns = ['type', 'status', 'difficulty', 'level'] as const;
const isOfColumns = (filter: QuestionFilter): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || indexedColumns.some((column) => column === name));

/** Builds the list queries. `mostTexts`: up to this many hits of a long search word, every hit is checked for the word in its text. */
export function createQuestionListStore(db: Kysely<Database>, limits = matchLimits, mostTexts = 2_000) {
  const selectBankRows = ({ schoolId, hidden }: QuestionScope): BankRows => {
    const rows = db.selectFrom('question').where('question.school_id', '=', schoolId);
    return hidden === undefined ? rows : rows.where('question.id', 'not in', hidden);
  };
  /** `withoutIndex` keeps the database from using an index on status or profession. The index of the sort order contains both and is faster. */
  const selectOfferedRows = (scope: QuestionScope, offered: readonly number[]) =>
    selectBankRows(scope)
      .where(callDialectFunction('withoutIndex', sql`question.status`), '=', questionStatus.inUse)
      .where(callDialectFunction('withoutIndex', sql`question.prof_id`), 'in', offered.length === 0 ? [0] : offered);
  const filterByColumns = (rows: BankRows, filter: QuestionFilter): BankRows =>
    indexedColumns.reduce((some, column) => {
      const value = filter[column];
      return value === undefined ? some : some.where(callDialectFunction('withoutIndex', sql.ref(`question.${column}`)), '=', value);
    }, rows);
  const selectRows = (scope: QuestionScope) =>
    scope.offered === undefined ? selectBankRows(scope) : selectOfferedRows(scope, scope.offered);
  const selectMatches = (query: WordQuery, hidden?: HiddenDrafts) => {
    const found = db
      .selectFrom('question_text')
      .select('rowid')
      .where(callDialectFunction('matches', sql`question_text`, wrapDialectValue(query)));
    return hidden === undefined ? found : found.where('rowid', 'not in', hidden);
  };

  /**
   * Returns the professions that a bank has questions of. It jumps from one value to the next in the index, so the number of questions does not
   * matter.
   */
  const listProfessions = async ({ schoolId }: QuestionScope): Promise<number[]> => {
    const rows = await db
      .withRecursive('held(id)', (held) =>
        held
          .selectFrom('question')
          .select((eb) => eb.fn.min('prof_id').as('id'))
          .where('school_id', '=', schoolId)
          .unionAll((next) =>
            next
              .selectFrom('held')
              .where('held.id', 'is not', null)
              .select((eb) =>
                eb
                  .selectFrom('question')
                  .select((inner) => inner.fn.min('prof_id').as('id'))
                  .where('school_id', '=', schoolId)
                  .whereRef('prof_id', '>', 'held.id')
                  .as('id'),
              ),
          ),
      )
      .selectFrom('held')
      .select('id')
      .where('id', 'is not', null)
      .execute();
    return rows.flatMap(({ id }) => id ?? []);
  };

  /** Combines the filter with the limits of the scope. Returns undefined if nothing can match. */
  const narrowFilter = async (scope: QuestionScope, filter: QuestionFilter): Promise<NarrowedFilter | undefined> => {
    const { offered } = scope;
    const rows = selectBankRows(scope);
    if (offered === undefined)
      return isOfColumns(filter) ? { wordFilter: {}, rows: filterByColumns(rows, filter) } : { wordFilter: filter, rows };
    if ((filter.status ?? questionStatus.inUse) !== questionStatus.inUse) return undefined;
    const inUseFilter = { ...filter, status: questionStatus.inUse };
    if (filter.profId !== undefined) return offered.includes(filter.profId) ? { wordFilter: inUseFilter, rows } : undefined;
    const offeredIds = new Set(offered);
    const heldIds = await listProfessions(scope);
    const visibleIds = heldIds.filter((id) => offeredIds.has(id));
    if (visibleIds.length === 0) return undefined;
    if (isOfColumns(filter)) return { wordFilter: {}, rows: filterByColumns(selectOfferedRows(scope, visibleIds), filter) };
    const hidden = heldIds.filter((id) => !offeredIds.has(id));
    const shorterList = hidden.length < visibleIds.length ? hidden : visibleIds;
    if (shorterList.length > mostProfessions) return { wordFilter: inUseFilter, rows: selectOfferedRows(scope, visibleIds), isPart: true };
    const near = filterByColumns(selectOfferedRows(scope, visibleIds), filter);
    return { wordFilter: { ...inUseFilter, professions: { seen: visibleIds, ...(shorterList === hidden && { hidden }) } }, rows, near };
  };

  /** Returns the candidates whose text contains the whole words. */
  const filterByWholeWords = async (candidates: ReturnType<typeof selectMatches>, words: readonly string[]): Promise<number[]> => {
    const ids = await readIdList(db, candidates.clearSelect().select('rowid as id'));
    const texts = await db
      .selectFrom('question')
      .select(['id', 'plain'])
      .where((eb) => isIdOneOf(eb.ref('id'), ids))
      .orderBy('id')
      .execute();
    return texts.flatMap(({ id, plain }) => (containsAllWords(plain, words) ? [id] : []));
  };

  /** Prepares a filter once for reading several pages. `isMany`: the caller knows that there are more matches than the list counts exactly. */
  const planFilter = async (scope: QuestionScope, filter: QuestionFilter, isMany: boolean): Promise<FilterPlan> => {
    const narrow = await narrowFilter(scope, filter);
    if (narrow === undefined) return { isProven: true, page: () => Promise.resolve({ ids: [], total: 0 }) };
    const { wordFilter, rows, near = filterByColumns(rows, filter), isPart = false } = narrow;
    const query = buildQuestionQuery(scope.schoolId, wordFilter);
    if (query === undefined) {
      const isWholeBank = scope.offered === undefined && Object.values(filter).every((value) => value === undefined);
      const count = async (): Promise<ListTotal> =>
        isWholeBank ? countRows(rows) : toListTotal(await countUpTo(db, rows.select('id'), limits.maxMatches), limits);
      const page = async (order: ListOrder): Promise<IdPage> =>
        toIdPage(await readPage(rows, order, (base) => base.select('id'), 'id', count));
      return { isProven: true, page };
    }
    const matches = selectMatches(query, scope.hidden);
    const words = listLongWords(wordFilter.keyword ?? '');
    const matchCount = words.length === 0 ? undefined : isMany ? limits.maxMatches + 1 : await countUpTo(db, matches, limits.maxMatches);
    if (matchCount !== undefined && matchCount <= mostTexts) {
      const proven = await filterByWholeWords(matches, words);
      const holding = rows.where((eb) => isIdOneOf(eb.ref('question.id'), proven));
      return { isProven: true, page: async (order) => toIdPage(await readPage(holding, order, (page) => page.select('id'))) };
    }
    // Even for deep pages the matches stay a condition of the query. Testing each row was slower: 330 ms of CPU for 20,000 questions on PostgreSQL.
    const test = (id: Expression<unknown>) => callDialectFunction('isMatch', sql`question_text`, id, wrapDialectValue(query));
    const oneByOne = { near, test };
    const list = {
      rows: () => rows,
      idColumn: 'id',
      found: matches,
      filter: selectMatches(query),
      oneByOne,
      isWhole: !isPart,
      knownMatchCount: matchCount,
    } as const;
    return { isProven: words.length === 0, page: (order) => readMatchedPage(db, list, order, limits) };
  };

  /**
   * Reads a page when the word index only yields candidates: it checks their texts until the page is full. The total is the number of candidates
   * until the last one has been checked.
   */
  const readProvenPage = async (
    scope: QuestionScope,
    pagePlan: FilterPlan,
    order: ListOrder,
    words: readonly string[],
  ): Promise<IdPage> => {
    const need = order.offset + order.limit;
    const matchingIds: number[] = [];
    let readCount = 0;
    let readOrder = order;
    for (let size = Math.max(fewestTexts, need); ; size *= 2) {
      // Double the number of rows each time, because each query walks the index from its start.
      const { ids, total } = await pagePlan.page({ ...readOrder, offset: readCount, limit: size });
      const candidates = typeof total === 'number' ? total : Infinity;
      readOrder = { ...order, known: total };
      for (let at = 0; at < ids.length; at += textsPerTurn) {
        const idSlice = ids.slice(at, at + textsPerTurn);
        const texts = await selectRows(scope)
          .select(['question.id', 'question.plain'])
          .where((eb) => isIdOneOf(eb.ref('question.id'), idSlice))
          .execute();
        const idsWithWords = new Set(texts.flatMap(({ id, plain }) => (containsAllWords(plain, words) ? [id] : [])));
        matchingIds.push(...idSlice.filter((id) => idsWithWords.has(id)));
        if (matchingIds.length >= need && readCount + at + idSlice.length < candidates)
          return { ids: matchingIds.slice(order.offset, need), total };
        await nextTurn();
      }
      readCount += ids.length;
      if (ids.length < size || readCount >= candidates) return { ids: matchingIds.slice(order.offset, need), total: matchingIds.length };
    }
  };

  return {
    /** Reads one page of the list: first the ids, from the index alone, then the texts of that page. */
    async list(
      scope: QuestionScope,
      filter: QuestionFilter,
      requestedOrder: ListOrder,
    ): Promise<{ items: ListedQuestion[]; total: ListTotal }> {
      const words = listLongWords(filter.keyword ?? '');
      const pagePlan = await planFilter(scope, filter, typeof requestedOrder.known === 'object');
      const { known, ...recounted } = requestedOrder;
      // A known total counts questions that contain the long words. It does not say how many candidates there are, so it is not reused.
      const order = words.length > 0 && typeof known === 'number' ? recounted : requestedOrder;
      // For pages beyond `farOffset` the preceding rows are not checked again. Such a page may have fewer rows, but no match is missing from the
      // list.
      const isNearby = order.offset < farOffset && order.fromEnd !== true;
      const { ids, total } =
        pagePlan.isProven || !isNearby ? await pagePlan.page(order) : await readProvenPage(scope, pagePlan, order, words);
      if (ids.length === 0) return { items: [], total };
      // The index found the ids. The questions themselves decide whether the caller may see them.
      const rows = await selectRows(scope)
        .leftJoin('user as maker', 'maker.id', 'question.created_by')
        .leftJoin('user as editor', 'editor.id', 'question.updated_by')
        .selectAll('question')
        .select(['maker.name as createdByName', 'editor.name as updatedByName'])
        .where('question.id', 'in', ids)
        .execute();
      // If the list had too many candidates to check them all, drop from this page the rows that lack one of the words.
      const byId = new Map(rows.filter((row) => containsAllWords(row.plain, words)).map((row) => [row.id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
    },

    categories: (scope: QuestionScope) =>
      selectRows(scope)
        .select(['category', 'type', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy(['category', 'type'])
        .orderBy('category')
        .orderBy('type')
        .execute(),

    tags: (scope: QuestionScope) => {
      let base = db
        .selectFrom('question_tag')
        .select(['tag', (eb) => eb.fn.countAll<number>().as('count')])
        .where('bank_id', '=', scope.schoolId);
      if (scope.offered !== undefined) base = base.where('question_id', 'in', selectRows(scope).select('id'));
      if (scope.hidden !== undefined) base = base.where('question_id', 'not in', scope.hidden);
      return base.groupBy('tag').orderBy('count', 'desc').orderBy('tag').limit(500).execute();
    },

    /** Returns near-duplicates, the nearest first. `bands` and `plain` belong to the question that is compared. */
    async listSimilar(
      scope: QuestionScope,
      comparedQuestion: { readonly bands: readonly number[]; readonly plain: string; readonly id?: number | undefined },
    ) {
      if (comparedQuestion.bands.length === 0) return [];
      const shared = await db
        .selectFrom('question_band')
        .select(['question_id', (eb) => eb.fn.countAll<number>().as('bands')])
        .where('band', 'in', [...comparedQuestion.bands])
        .groupBy('question_id')
        .orderBy('bands', 'desc')
        .limit(maxCandidates)
        .execute();
      const ids = shared.map((row) => row.question_id).filter((id) => id !== comparedQuestion.id);
      if (ids.length === 0) return [];
      const comparedShingles = computeShingles(comparedQuestion.plain);
      const rows = await selectRows(scope).select(['id', 'type', 'status', 'category', 'stem', 'plain']).where('id', 'in', ids).execute();
      return rows
        .map(({ plain, ...row }) => ({
          ...row,
          likeness: Math.round(computeLikeness(comparedShingles, computeShingles(plain)) * 1000) / 1000,
        }))
        .filter((row) => isNearLikeness(row.likeness))
        .toSorted((a, b) => b.likeness - a.likeness || a.id - b.id)
        .slice(0, 20);
    },
  };
}

type BankRows = SelectQueryBuilder<Database, 'question', object>;
interface NarrowedFilter {
  /** Filter for the word index; empty if `rows` applies the whole filter. */
  readonly wordFilter: QuestionWordFilter;
  readonly rows: BankRows;
  /** The rows limited by those parts of the filter that the index of every sort order contains. */
  readonly near?: BankRows;
  /** True if the word index cannot express the whole filter, so that `rows` applies the rest. */
  readonly isPart?: true;
}
type ListOrder = PageOrder<string, ListTotal>;
interface IdPage {
  readonly ids: number[];
  readonly total: ListTotal;
}
/** A prepared filter that reads one page at a time. `isProven`: true if every row that it returns contains the search words. */
interface FilterPlan {
  readonly isProven: boolean;
  page(order: ListOrder): Promise<IdPage>;
}

const toIdPage = ({ items, total }: { items: { id: number }[]; total: ListTotal }): IdPage => ({ ids: items.map((row) => row.id), total });
export type ListedQuestion = QuestionTableRow & { readonly createdByName: string | null; readonly updatedByName: string | null };
