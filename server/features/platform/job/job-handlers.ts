import type { Kysely } from 'kysely';
import { jobState } from '../../../../sync/contract/codes.ts';
import type { JobKindName } from '../../../../sync/contract/platform/job.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, type Language, type Message, refuse, say } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createJobListStore, type ListedJob, jobSorts } from './job-list-store.ts';

const messages = {
  notFound: () => say('任务不存在', 'This job does not exist'),
  over: () => say('任务已经结束，不能再停止', 'The job has ended and can no longer be stopped'),
} as const;

export function createJobHandlers({ db, jobs }: { db: Kysely<Database>; jobs: JobRunner }): Handlers<'job'> {
  const store = createJobListStore(db);
  const present = (row: ListedJob, language: Language) => {
    const progress = jobs.reachedBy(row.id);
    return {
      id: row.id,
      kind: row.kind as JobKindName,
      state: row.state,
      done: progress?.done ?? row.done,
      total: progress ? progress.total : row.total,
      note: progress?.note?.[language] ?? readMessageText(row.note, language),
      error: readMessageText(row.error, language),
      userName: row.user_name ?? '',
      schoolTitle: row.school_title ?? '',
      createdMs: row.created_ms,
      startedMs: row.started_ms,
      endedMs: row.ended_ms,
      stopping: row.state === jobState.running && row.cancel_asked === 1,
    };
  };
  return {
    async getList(input, { caller, language }) {
      const order = readListQuery(input, jobSorts, '-createdMs');
      const { items, total } = await store.list({ ...input.filter, owner: getOwnerFilter(caller) }, order);
      return { items: items.map((row) => present(row, language)), total };
    },

    async getById({ id }, { caller, language }) {
      const row = await store.byId(getOwnerFilter(caller), id);
      if (!row) refuse('notFound', messages.notFound());
      return { ...present(row, language), result: row.result === '' ? null : (JSON.parse(row.result) as Record<string, unknown>) };
    },

    async cancel({ id }, context) {
      const result = await runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const txStore = createJobListStore(tx);
        const owner = getOwnerFilter(context.caller);
        if (!(await txStore.byId(owner, id))) refuse('notFound', messages.notFound());
        if (!(await jobs.cancel(tx, id))) refuse('refused', messages.over());
        await context.audit.noteIn(tx, { entity: 'job', id, after: { cancelled: true } });
        const row = await txStore.byId(owner, id);
        return row ? { state: row.state } : refuse('notFound', messages.notFound());
      });
      jobs.stop(id);
      return result;
    },
  };
}

/**
 * Returns the owner whose jobs the caller may see. System users look after the server and see all jobs (null); everybody else sees only their own.
 */
const getOwnerFilter = (caller: Caller): number | null => (caller.roles.includes('system') ? null : caller.userId);

const readMessageText = (json: string, language: Language): string => (json === '' ? '' : (JSON.parse(json) as Message)[language]);
