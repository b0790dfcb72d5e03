import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { questionStatus, type QuestionBank, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { isAtOrBelow } from '../../../db/category-store.ts';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import { countRows } from '../../../db/list-page.ts';
import { isIdOneOf, readIdList, readPickedPage, type IdPageReader } from '../../../db/picked-page.ts';
import { buildQuestionQuery } from '../../../db/search/question-words.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { toQuestionBank, toQuestionBody } from './question-row.ts';
import { readQuestionRows } from './question-rows-store.ts';

export type BankChoice = QuestionBank | 'both';

/** A question as a paper's author sees it: its content, bank and status, and how often and when it was last used. */
export interface PaperQuestionFacts extends QuestionBody {
  readonly id: number;
  readonly version: number;
  readonly bank: QuestionBank;
  readonly status: (typeof questionStatus)[keyof typeof questionStatus];
  readonly usedCount: number;
  readonly lastUsedMs: number | null;
}

/** Builds the condition for the school's own questions and the certified questions of the professions that the school offers. */
const filterByBank = (schoolId: number, bank: BankChoice, offered: readonly number[]) => (eb: ExpressionBuilder<Database, 'question'>) =>
  eb.or([
    ...(bank === 'certified' ? [] : [eb('school_id', '=', schoolId)]),
    ...(bank === 'school' || offered.length === 0 ? [] : [eb.and([eb('school_id', '=', certifiedBankId), eb('prof_id', 'in', offered)])]),
  ]);

/** Up to this many matching questions, sorting them one by one is faster than walking the bank's index in the requested order. */
const fewQuestions = 2_000;

/** Reads the questions that papers are drawn from. `fewLimit`: see `fewQuestions`; tests lower it. */
export function createQuestionDrawReads(db: Kysely<Database>, fewLimit = fewQuestions) {
  const listOffered = (schoolId: number): Promise<number[]> => createProfessionReads(db).offeredIds(schoolId);
  const readFacts = async (
    ids: readonly number[],
    schoolId: number,
    /** Ids of certified questions that the paper already contains. They stay even if the school no longer offers their profession. */
    idsInPaper: ReadonlySet<number> = new Set(),
  ): Promise<Map<number, PaperQuestionFacts>> => {
    const professions = new Set(await listOffered(schoolId));
    const factsById = new Map<number, PaperQuestionFacts>();
    for (const row of await readQuestionRows(db, ids, schoolId))
      if (row.school_id === schoolId || idsInPaper.has(row.id) || (row.prof_id !== null && professions.has(row.prof_id)))
        factsById.set(row.id, {
          ...toQuestionBody(row),
          id: row.id,
          version: row.version,
          bank: toQuestionBank(row.school_id),
          status: row.status,
          usedCount: row.used_count,
          lastUsedMs: row.last_used_ms,
        });
    return factsById;
  };

  /**
   * Returns the ids of the bank's least used questions of this type (and category or detail point), least used first. If few match, it reads and
   * sorts them all. If many match, it walks the index that is sorted by use and checks each entry against the list of matching ids, so that it reads
   * no other rows.
   */
  const findLeastUsed = async (
    { schoolId, offered: offeredIds }: { readonly schoolId: number; readonly offered?: readonly number[] },
    sign: { readonly type: SectionTypeCode; readonly category?: string; readonly pointCode?: string },
    avoidIds: readonly number[],
    avoided: ReadonlySet<string>,
    limit: number,
  ): Promise<number[]> => {
    const { type, category, pointCode } = sign;
    const match = buildQuestionQuery(schoolId, { ...sign, status: questionStatus.inUse });
    if (match === undefined) return [];
    const matchingIds = db
      .selectFrom('question_text')
      .select('rowid as id')
      .where(callDialectFunction('matches', sql`question_text`, wrapDialectValue(match)));
    const isFew = (await countRows(db.selectFrom(matchingIds.limit(fewLimit + 1).as('candidate')))) <= fewLimit;
    const limitToOffered = <O>(rows: SelectQueryBuilder<Database, 'question', O>) =>
      offeredIds === undefined ? rows : rows.where(callDialectFunction('withoutIndex', sql`prof_id`), 'in', offeredIds);
    const inOrder: IdPageReader = (_, offset, size) =>
      readIdList(
        db,
        limitToOffered(db.selectFrom('question').select('id').where('school_id', '=', schoolId))
          .orderBy('used_count')
          .orderBy('id')
          .offset(offset)
          .limit(size),
      );
    const readLimit = limit + avoidIds.length;
    const order = { column: 'used_count', descending: false, offset: 0, limit: readLimit };
    const ids = isFew ? matchingIds : await readPickedPage(inOrder, order, await readIdList(db, matchingIds));
    let rows = limitToOffered(db.selectFrom('question').select(['id', 'hash']))
      .where('id', 'in', ids)
      .where(callDialectFunction('withoutIndex', sql`school_id`), '=', schoolId)
      .where(callDialectFunction('withoutIndex', sql`type`), '=', type)
      .where(callDialectFunction('withoutIndex', sql`status`), '=', questionStatus.inUse);
    if (category !== undefined) rows = rows.where(isAtOrBelow(callDialectFunction('withoutIndex', sql`category`), category, '/'));
    if (pointCode !== undefined) rows = rows.where(isAtOrBelow(callDialectFunction('withoutIndex', sql`point_code`), pointCode, '-'));
    const leastUsedRows = await rows.orderBy('used_count').orderBy('id').limit(readLimit).execute();
    const excludedIds = new Set(avoidIds);
    return leastUsedRows
      .filter((row) => !excludedIds.has(row.id) && !avoided.has(row.hash))
      .slice(0, limit)
      .map((row) => row.id);
  };

  return {
    /** Returns questions by id. Leaves out other schools' questions, deleted ones, and certified ones that the school may not see. */
    byIds: (schoolId: number, ids: readonly number[], had: readonly number[] = []) => readFacts(ids, schoolId, new Set(had)),

    /** Returns all questions that a rule may draw, ascending by id, plus the questions `also` in any status. */
    async pool(schoolId: number, bank: BankChoice, types: readonly SectionTypeCode[], also: readonly number[]) {
      const professions = await listOffered(schoolId);
      const columns = ['id', 'type', 'category', 'hash', 'difficulty', 'level', 'tags'] as const;
      const drawable = await db
        .selectFrom('question')
        .select(columns)
        .where(filterByBank(schoolId, bank, professions))
        .where('type', 'in', [...new Set(types)])
        .where('status', '=', questionStatus.inUse)
        .execute();
      const drawableIds = new Set(drawable.map((row) => row.id));
      const otherIds = also.filter((id) => !drawableIds.has(id));
      const rest =
        otherIds.length === 0
          ? []
          : await db
              .selectFrom('question')
              .select(columns)
              .where('id', 'in', otherIds)
              .where('school_id', 'in', [schoolId, certifiedBankId])
              .execute();
      const toCandidate = (row: (typeof drawable)[number]) => ({ ...row, tags: JSON.parse(row.tags) as string[] });
      return { drawable: drawable.map(toCandidate).toSorted((a, b) => a.id - b.id), otherQuestions: rest.map(toCandidate) };
    },

    /** Counts those of the questions that a rule may draw. `categories`: empty means any; each includes all below it. */
    async countDrawable(
      schoolId: number,
      ids: readonly number[],
      {
        bank,
        types,
        categories,
      }: { readonly bank: BankChoice; readonly types: readonly SectionTypeCode[]; readonly categories: readonly string[] },
    ): Promise<number> {
      const rows = await db
        .selectFrom('question')
        .select('category')
        .where((eb) => isIdOneOf(eb.ref('id'), ids))
        .where(filterByBank(schoolId, bank, await listOffered(schoolId)))
        .where('type', 'in', [...new Set(types)])
        .where('status', '=', questionStatus.inUse)
        .execute();
      const isInCategory = (category: string, path: string) => category === path || category.startsWith(`${path}/`);
      return rows.filter(({ category }) => categories.length === 0 || categories.some((path) => isInCategory(category, path))).length;
    },

    /** Suggests replacements for a question, least used first: those with the same detail point, then the same category, then the same type. */
    async suggestReplacements(schoolId: number, bank: BankChoice, of: PaperQuestionFacts, avoidIds: readonly number[], limit: number) {
      const hashes = avoidIds.length === 0 ? [] : await db.selectFrom('question').select('hash').where('id', 'in', avoidIds).execute();
      const avoided = new Set(hashes.map((row) => row.hash));
      const professions = await listOffered(schoolId);
      const banks = [
        ...(bank === 'certified' ? [] : [{ schoolId }]),
        ...(bank === 'school' || professions.length === 0 ? [] : [{ schoolId: certifiedBankId, offered: professions }]),
      ];
      const { pointCode, category } = of;
      const signs = [
        ...(pointCode === '' ? [] : [{ pointCode }, { pointCode: pointCode.replace(/-\d{3}$/, '') }]),
        ...(category === '' ? [] : [{ category }]),
        {},
      ];
      const ids = new Set<number>();
      for (const sign of signs) {
        for (const each of banks)
          for (const id of await findLeastUsed(each, { type: of.type, ...sign }, [of.id, ...avoidIds], avoided, limit)) ids.add(id);
        if (ids.size >= limit) break;
      }
      return [...(await readFacts([...ids], schoolId)).values()];
    },
  };
}
