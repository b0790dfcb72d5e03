import type { Kysely } from 'kysely';
import { jobState } from '../../../../../sync/contract/codes.ts';
import { runInScope } from '../../../../db/lock-scope.ts';
import type { Database } from '../../../../db/schema.ts';
import { countRows } from '../../../../db/list-page.ts';

export interface StagedImport {
  readonly userId: number;
  readonly schoolId: number;
  readonly task: string;
  readonly content: Uint8Array;
}

/** Stores an uploaded question file between the call that brought it and the job that imports it. */
export function createQuestionIntakeStore(db: Kysely<Database>) {
  return {
    async stage(stagedImport: StagedImport, nowMs: number): Promise<number> {
      const { id } = await db
        .insertInto('question_import')
        .values({
          user_id: stagedImport.userId,
          school_id: stagedImport.schoolId,
          task: stagedImport.task,
          content: Buffer.from(stagedImport.content),
          imported: null,
          skipped: null,
          created_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async markStarted(id: number, jobId: number): Promise<void> {
      await db.updateTable('question_import').set({ job_id: jobId }).where('id', '=', id).execute();
    },

    /** Counts the files that a user has uploaded since `sinceMs` and that are not imported yet. */
    waitingOf: (userId: number, sinceMs: number): Promise<number> =>
      countRows(
        db
          .selectFrom('question_import')
          .leftJoin('job', 'job.id', 'question_import.job_id')
          .where('question_import.user_id', '=', userId)
          .where('question_import.created_ms', '>', sinceMs)
          .where('content', 'is not', null)
          // Leaves out files whose job was cancelled or failed.
          .where((eb) => eb.or([eb('job.id', 'is', null), eb('job.state', 'in', [jobState.waiting, jobState.running])])),
      ),

    byId: (id: number) => db.selectFrom('question_import').selectAll().where('id', '=', id).executeTakeFirst(),

    async releaseContent(id: number): Promise<void> {
      await runInScope('nothing', () => db.updateTable('question_import').set({ content: null }).where('id', '=', id).execute());
    },

    /** Deletes the contents of files older than `ms` (ms since 1970), whose job never finished. */
    async releaseContentsBefore(ms: number): Promise<void> {
      await runInScope('nothing', () =>
        db.updateTable('question_import').set({ content: null }).where('content', 'is not', null).where('created_ms', '<', ms).execute(),
      );
    },
  };
}
