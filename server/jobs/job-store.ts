import type { Kysely, Selectable } from 'kysely';
import { jobState, type JobStateCode } from '../../sync/contract/codes.ts';
import { runInScope } from '../db/lock-scope.ts';
import type { Database } from '../db/schema.ts';
import type { Message } from '../http/handler.ts';
import type { JobStarter } from './job-port.ts';

export type JobRow = Selectable<Database['job']>;

/** Stores the state of each job. Every write is one statement that checks the state it needs, so it takes no lock scope of its own. */
export function createJobStore(db: Kysely<Database>) {
  return {
    async add(kind: string, input: object, by: JobStarter, nowMs: number): Promise<number> {
      const row = await runInScope('nothing', () =>
        db
          .insertInto('job')
          .values({ kind, input: JSON.stringify(input), school_id: by.schoolId, user_id: by.userId, created_ms: nowMs })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return row.id;
    },

    /** Marks the oldest waiting job of a kind as running and returns it. */
    begin: (kind: string, nowMs: number): Promise<JobRow | undefined> =>
      runInScope('nothing', () =>
        db
          .updateTable('job')
          .set((eb) => ({ state: jobState.running, started_ms: nowMs, done: 0, total: null, note: '', runs: eb('runs', '+', 1) }))
          .where('id', '=', (eb) =>
            eb
              .selectFrom('job')
              .select('id')
              .where('state', '=', jobState.waiting)
              .where('kind', '=', kind)
              .orderBy('created_ms')
              .orderBy('id')
              .limit(1),
          )
          // Another server may have begun the same job since the subquery chose it.
          .where('state', '=', jobState.waiting)
          .returningAll()
          .executeTakeFirst(),
      ),

    async progress(id: number, at: { done: number; total: number | null; note: Message | undefined }): Promise<void> {
      await runInScope('nothing', () =>
        db
          .updateTable('job')
          .set({ done: at.done, total: at.total, note: serialiseMessage(at.note) })
          .where('id', '=', id)
          .where('state', '=', jobState.running)
          .execute(),
      );
    },

    async end(id: number, state: JobStateCode, end: { nowMs: number; result?: object; error?: Message }): Promise<void> {
      await runInScope('nothing', () =>
        db
          .updateTable('job')
          .set({
            state,
            ended_ms: end.nowMs,
            note: '',
            error: serialiseMessage(end.error),
            result: end.result === undefined ? '' : JSON.stringify(end.result),
          })
          .where('id', '=', id)
          .execute(),
      );
    },

    /** Marks all running jobs as broken. Used in a restored copy of the database, which lacks their results. */
    async breakOff(nowMs: number, error: Message): Promise<void> {
      await runInScope('nothing', () =>
        db
          .updateTable('job')
          .set({ state: jobState.broken, ended_ms: nowMs, note: '', error: serialiseMessage(error) })
          .where('state', '=', jobState.running)
          .execute(),
      );
    },

    /** Cancels a waiting job. Returns false if the job is no longer waiting. */
    async cancelWaiting(id: number, nowMs: number): Promise<boolean> {
      const result = await runInScope('nothing', () =>
        db
          .updateTable('job')
          .set({ state: jobState.cancelled, ended_ms: nowMs })
          .where('id', '=', id)
          .where('state', '=', jobState.waiting)
          .executeTakeFirst(),
      );
      return result.numUpdatedRows > 0n;
    },

    /** Stores the request to stop a running job. Returns false if the job is not running. */
    async askCancel(id: number): Promise<boolean> {
      const result = await runInScope('nothing', () =>
        db.updateTable('job').set({ cancel_asked: 1 }).where('id', '=', id).where('state', '=', jobState.running).executeTakeFirst(),
      );
      return result.numUpdatedRows > 0n;
    },

    /** Lists the ids of running jobs that a user has cancelled. */
    async listCancelled(): Promise<number[]> {
      const rows = await db.selectFrom('job').select('id').where('state', '=', jobState.running).where('cancel_asked', '=', 1).execute();
      return rows.map(({ id }) => id);
    },

    async listWaitingKinds(): Promise<string[]> {
      const rows = await db.selectFrom('job').select('kind').distinct().where('state', '=', jobState.waiting).execute();
      return rows.map(({ kind }) => kind);
    },

    unfinished: (): Promise<JobRow[]> =>
      db.selectFrom('job').selectAll().where('state', 'in', [jobState.waiting, jobState.running]).orderBy('id').execute(),

    async waitAgain(id: number): Promise<void> {
      await runInScope('nothing', () =>
        db.updateTable('job').set({ state: jobState.waiting, done: 0, total: null, note: '' }).where('id', '=', id).execute(),
      );
    },

    async removeEndedBefore(ms: number): Promise<void> {
      await runInScope('nothing', () =>
        db.deleteFrom('job').where('state', 'not in', [jobState.waiting, jobState.running]).where('created_ms', '<', ms).execute(),
      );
    },
  };
}

const serialiseMessage = (message: Message | undefined): string => (message === undefined ? '' : JSON.stringify(message));
