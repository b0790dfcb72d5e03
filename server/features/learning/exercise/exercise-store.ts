import type { Kysely } from 'kysely';
import { type DifficultyCode, type ProfessionLevel, questionStatus, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { PracticeAnswer } from '../../../../sync/contract/learning/exercise.ts';
import { isInCategory } from '../../../db/category-store.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** The columns of a question that practice needs. */
export interface PracticeRow {
  readonly id: number;
  readonly version: number;
  readonly category: string;
  readonly type: SectionTypeCode;
  readonly difficulty: DifficultyCode;
  readonly point_code: string;
  readonly prof_id: number | null;
  readonly trade_id: number | null;
  readonly level: ProfessionLevel | null;
  readonly stem: string;
  readonly options: string;
  readonly answer_key: string;
  readonly material: string;
  readonly analysis: string;
}

/** Number of newest answers used for the recent share of right answers. */
const recentAnswerLimit = 100;

/** Updates the learner's practice totals shown on the progress pages. */
async function countPractice(tx: Kysely<Database>, userId: number): Promise<void> {
  const ownAnswers = tx.selectFrom('practice_answer').where('user_id', '=', userId);
  const { practised } = await ownAnswers
    .select((eb) => eb.fn.count<number>('question_id').distinct().as('practised'))
    .executeTakeFirstOrThrow();
  const newest = await ownAnswers.select('correct').orderBy('answered_ms', 'desc').orderBy('id', 'desc').limit(recentAnswerLimit).execute();
  const rightCount = newest.filter((row) => row.correct === 1).length;
  const practice_right = newest.length === 0 ? null : Math.round((10_000 * rightCount) / newest.length);
  await tx
    .updateTable('learner')
    .set({ practised, practice_lately: newest.length, practice_right })
    .where('user_id', '=', userId)
    .execute();
}

/** Queries of open practice and its answers. */
export function createExerciseStore(db: Kysely<Database>) {
  /** Selects questions in use from the school's own bank. Questions that may not be drawn for a paper are not practised either. */
  const inUse = (schoolId: number, path?: string) => {
    const rows = db.selectFrom('question').where('school_id', '=', schoolId).where('status', '=', questionStatus.inUse);
    return path === undefined ? rows : rows.where(isInCategory('category', path));
  };

  return {
    open: (schoolId: number) =>
      db.selectFrom('practice_category').selectAll().where('school_id', '=', schoolId).orderBy('category').execute(),

    setOpen: (row: { school_id: number; category: string; opened_by: number; opened_ms: number }): Promise<unknown> =>
      db
        .insertInto('practice_category')
        .values(row)
        .onConflict((conflict) => conflict.columns(['school_id', 'category']).doNothing())
        .execute(),

    close: (schoolId: number, category: string): Promise<unknown> =>
      db.deleteFrom('practice_category').where('school_id', '=', schoolId).where('category', '=', category).execute(),

    idsByCategory: (schoolId: number) => inUse(schoolId).select(['id', 'category']).where('category', '<>', '').execute(),

    idsIn: async (schoolId: number, path: string): Promise<number[]> =>
      (await inUse(schoolId, path).select('id').execute()).map((row) => row.id),

    ofSchool: async (schoolId: number, ids: readonly number[]): Promise<Set<number>> =>
      new Set(
        (
          await db
            .selectFrom('question')
            .select('id')
            .where('school_id', '=', schoolId)
            .where('id', 'in', [...new Set(ids)])
            .execute()
        ).map((row) => row.id),
      ),

    /** Returns the questions with these ids, in the order of `ids`. */
    questions: async (ids: readonly number[]): Promise<PracticeRow[]> => {
      const questions: PracticeRow[] = [];
      const positionById = new Map(ids.map((id, at) => [id, at]));
      for (const slice of sliceValues(ids))
        questions.push(
          ...(await db
            .selectFrom('question')
            .select([
              'id',
              'version',
              'category',
              'type',
              'difficulty',
              'point_code',
              'prof_id',
              'trade_id',
              'level',
              'material',
              'stem',
              'options',
              'answer_key',
              'analysis',
            ])
            .where('id', 'in', slice)
            .execute()),
        );
      return questions.toSorted((a, b) => (positionById.get(a.id) ?? 0) - (positionById.get(b.id) ?? 0));
    },

    /** Stores answers and returns how many were new. Call within one transaction. */
    async record(userId: number, answers: readonly PracticeAnswer[]): Promise<number> {
      let insertedCount = 0;
      for (const { id, questionId, answeredMs, correct, sittingId } of answers) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('practice_answer')
          .values({
            id,
            user_id: userId,
            question_id: questionId,
            answered_ms: answeredMs,
            correct: correct ? 1 : 0,
            sitting_id: sittingId,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        insertedCount += Number(numInsertedOrUpdatedRows ?? 0n);
      }
      if (insertedCount > 0) await countPractice(db, userId);
      return insertedCount;
    },

    /** Returns the user's newest answers, at most `limit`, oldest first. */
    answers: async (userId: number, limit: number): Promise<PracticeAnswer[]> => {
      const rows = await db
        .selectFrom('practice_answer')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('answered_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.toReversed().map((row) => ({
        id: row.id,
        questionId: row.question_id,
        answeredMs: row.answered_ms,
        correct: row.correct === 1,
        sittingId: row.sitting_id,
      }));
    },
  };
}
