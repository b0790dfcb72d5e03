import type { Kysely } from 'kysely';
import type { JobStateCode } from '../../../../sync/contract/codes.ts';
import { type PageOrder, readPageOfRows } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';

export const jobSorts = { createdMs: 'job.created_ms' } as const;

/** Id of the user whose jobs are read; null reads the jobs of all users. */
type Owner = number | null;

export function createJobListStore(db: Kysely<Database>) {
  const jobs = (owner: Owner) => db.selectFrom('job').$if(owner !== null, (query) => query.where('job.user_id', '=', owner ?? 0));
  const columns = [
    'job.id',
    'job.kind',
    'job.state',
    'job.done',
    'job.total',
    'job.note',
    'job.error',
    'job.result',
    'job.created_ms',
    'job.started_ms',
    'job.ended_ms',
    'job.cancel_asked',
    'user.name as user_name',
    'school.title as school_title',
  ] as const;
  const withNames = (rows: ReturnType<typeof jobs>) =>
    rows.leftJoin('user', 'user.id', 'job.user_id').leftJoin('school', 'school.id', 'job.school_id').select(columns);

  return {
    list: ({ owner, state, kind }: { owner: Owner; state?: JobStateCode | undefined; kind?: string | undefined }, order: PageOrder) => {
      let base = jobs(owner);
      if (state !== undefined) base = base.where('job.state', '=', state);
      if (kind !== undefined) base = base.where('job.kind', '=', kind);
      return readPageOfRows(base, order, (ids) => withNames(jobs(owner).where('job.id', 'in', ids)).execute(), 'job.id');
    },

    byId: (owner: Owner, id: number) => withNames(jobs(owner).where('job.id', '=', id)).executeTakeFirst(),
  };
}
export type ListedJob = NonNullable<Awaited<ReturnType<ReturnType<typeof createJobListStore>['byId']>>>;
