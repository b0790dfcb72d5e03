import type { Kysely } from 'kysely';
import type { LearnNote, QuizResult } from '../../../../sync/contract/learning/learn.ts';
import type { Database } from '../../../db/schema.ts';
import { countRows } from '../../../db/list-page.ts';

/** Stored progress of a learner in one lesson. `spans` and `position` are in the unit of the lesson (ms, pages or questions). */
export interface StoredLessonProgress {
  readonly spans: readonly (readonly [number, number])[];
  readonly position: number;
  readonly positionMs: number;
  readonly learnedMs: number;
  readonly done: boolean;
  readonly results: readonly QuizResult[];
}

/** Queries of learning records, progress and notes. */
export function createLearnStore(db: Kysely<Database>) {
  return {
    async progress(userId: number, courseIds: readonly number[]) {
      if (courseIds.length === 0) return [];
      const rows = await db
        .selectFrom('learn_progress')
        .selectAll()
        .where('user_id', '=', userId)
        .where('course_id', 'in', courseIds)
        .execute();
      return rows.map((row) => ({
        courseId: row.course_id,
        coursewareId: row.courseware_id,
        spans: JSON.parse(row.spans) as [number, number][],
        position: row.position,
        positionMs: row.position_ms,
        learnedMs: row.learned_ms,
        done: row.done === 1,
        results: JSON.parse(row.results) as QuizResult[],
        updatedMs: row.updated_ms,
      }));
    },

    async knownMarks(userId: number, ids: readonly string[]): Promise<Set<string>> {
      const rows = await db.selectFrom('learn_mark').select('mark_id').where('user_id', '=', userId).where('mark_id', 'in', ids).execute();
      return new Set(rows.map((row) => row.mark_id));
    },

    /** Returns the intervals between `fromMs` and `toMs` that records of the learner, from any device, already cover. */
    async listCoveredIntervals(userId: number, fromMs: number, toMs: number): Promise<[number, number][]> {
      const rows = await db
        .selectFrom('learn_mark')
        .select(['from_ms', 'to_ms'])
        .where('user_id', '=', userId)
        .where('to_ms', '>', fromMs)
        .where('from_ms', '<', toMs)
        .execute();
      return rows.map((row) => [row.from_ms, row.to_ms]);
    },

    async addMark(userId: number, markId: string, fromMs: number, toMs: number): Promise<void> {
      await db.insertInto('learn_mark').values({ user_id: userId, mark_id: markId, from_ms: fromMs, to_ms: toMs }).execute();
    },

    async write(userId: number, courseId: number, coursewareId: number, progress: StoredLessonProgress, nowMs: number): Promise<void> {
      const columns = {
        spans: JSON.stringify(progress.spans),
        position: progress.position,
        position_ms: progress.positionMs,
        learned_ms: progress.learnedMs,
        done: progress.done ? (1 as const) : (0 as const),
        results: JSON.stringify(progress.results),
        updated_ms: nowMs,
      };
      await db
        .insertInto('learn_progress')
        .values({ user_id: userId, course_id: courseId, courseware_id: coursewareId, ...columns })
        .onConflict((conflict) => conflict.columns(['user_id', 'course_id', 'courseware_id']).doUpdateSet(columns))
        .execute();
    },

    async notes(userId: number, courseId: number): Promise<LearnNote[]> {
      const rows = await db
        .selectFrom('learn_note')
        .selectAll()
        .where('user_id', '=', userId)
        .where('course_id', '=', courseId)
        .orderBy('place')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        coursewareId: row.courseware_id,
        place: row.place,
        body: row.body,
        changedMs: row.changed_ms,
        removed: row.removed === 1,
      }));
    },

    noteCount: (userId: number): Promise<number> => countRows(db.selectFrom('learn_note').where('user_id', '=', userId)),

    /** Stores a note unless the stored one was changed later. */
    async keepNote(userId: number, courseId: number, note: LearnNote): Promise<void> {
      const columns = {
        place: note.place,
        body: note.body,
        changed_ms: note.changedMs,
        removed: note.removed ? (1 as const) : (0 as const),
      };
      await db
        .insertInto('learn_note')
        .values({ user_id: userId, id: note.id, course_id: courseId, courseware_id: note.coursewareId, ...columns })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'id'])
            .doUpdateSet(columns)
            .where('learn_note.changed_ms', '<', note.changedMs)
            .where('learn_note.course_id', '=', courseId),
        )
        .execute();
    },

    /** Updates the learner's totals shown on the progress pages. */
    async count(userId: number, nowMs: number): Promise<void> {
      const { lessons, learned_ms } = await db
        .selectFrom('learn_progress')
        .select([(eb) => eb.fn.coalesce(eb.fn.sum<number>('done'), eb.lit(0)).as('lessons')])
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('learned_ms'), eb.lit(0)).as('learned_ms'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      await db.updateTable('learner').set({ lessons, learned_ms, active_ms: nowMs }).where('user_id', '=', userId).execute();
    },
  };
}
