import type { Kysely } from 'kysely';
import type { JobStateCode } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';

export const jobSorts = { createdMs: 'job.created_ms' } as const;

/** Null: the jobs of everybody. */
type Owner = number | null;

export function jobListStore(db: Kysely<Database>) {
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
    'user.name as user_name',
    'school.title as school_title',
  ] as const;
  return {
    async list(query: {
      owner: Owner;
      state: JobStateCode | undefined;
      kind: string | undefined;
      column: (typeof jobSorts)[keyof typeof jobSorts];
      descending: boolean;
      offset: number;
      limit: number;
    }) {
      const { state, kind } = query;
      const base = jobs(query.owner)
        .$if(state !== undefined, (chosen) => chosen.where('job.state', '=', state ?? 0))
        .$if(kind !== undefined, (chosen) => chosen.where('job.kind', '=', kind ?? ''));
      const direction = query.descending ? 'desc' : 'asc';
      const items = await base
        .leftJoin('user', 'user.id', 'job.user_id')
        .leftJoin('school', 'school.id', 'job.school_id')
        .select(columns)
        .orderBy(query.column, direction)
        .orderBy('job.id', direction)
        .offset(query.offset)
        .limit(query.limit)
        .execute();
      const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { items, total };
    },

    byId: (owner: Owner, id: number) =>
      jobs(owner)
        .where('job.id', '=', id)
        .leftJoin('user', 'user.id', 'job.user_id')
        .leftJoin('school', 'school.id', 'job.school_id')
        .select(columns)
        .executeTakeFirst(),
  };
}
export type ListedJob = NonNullable<Awaited<ReturnType<ReturnType<typeof jobListStore>['byId']>>>;
