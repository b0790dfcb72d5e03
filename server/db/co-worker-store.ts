import type { Kysely } from 'kysely';
import { userStatus } from '../../sync/contract/codes.ts';
import type { Database } from './schema.ts';

/** Maximum number of teachers in the list from which co-workers are chosen. No school has more. */
const mostColleagues = 1000;

/** Stores the co-workers of a paper or of an exam plan: teachers of the school who work on it with its owner. */
export function createCoWorkerStore(db: Kysely<Database>, kind: 'paper' | 'plan') {
  const table = kind === 'paper' ? 'paper' : 'exam_plan';
  const teachers = (schoolId: number) =>
    db
      .selectFrom('user')
      .select(['id', 'name'])
      .where('school_id', '=', schoolId)
      .where('user_type', '=', 6)
      .where('status', '=', userStatus.enabled);
  const partsWith = async (planId: number): Promise<number[]> => {
    const plan = await db.selectFrom('exam_plan').select('part_of').where('id', '=', planId).executeTakeFirst();
    const wholePlanId = plan?.part_of ?? planId;
    const rows = await db
      .selectFrom('exam_plan')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', wholePlanId), eb('part_of', '=', wholePlanId)]))
      .execute();
    return rows.map((row) => row.id);
  };
  return {
    maker: (id: number) =>
      db
        .selectFrom(table)
        .innerJoin('user', 'user.id', `${table}.created_by`)
        .select(['user.id', 'user.name'])
        .where(`${table}.id`, '=', id)
        .executeTakeFirst(),
    listCoWorkers: (id: number) =>
      db
        .selectFrom('co_worker')
        .innerJoin('user', 'user.id', 'co_worker.user_id')
        .select(['user.id', 'user.name'])
        .where('kind', '=', kind)
        .where('row_id', '=', id)
        .orderBy('user.name')
        .orderBy('user.id')
        .execute(),
    colleagues: (schoolId: number) => teachers(schoolId).orderBy('name').orderBy('id').limit(mostColleagues).execute(),
    isColleague: async (schoolId: number, userId: number): Promise<boolean> =>
      (await teachers(schoolId).where('id', '=', userId).executeTakeFirst()) !== undefined,
    /**
     * Adds or removes a co-worker. The plans of an exam's theory, practical and review parts change together, because they are one exam to its staff.
     */
    async set(id: number, userId: number, on: boolean): Promise<void> {
      const ids = kind === 'plan' ? await partsWith(id) : [id];
      if (!on) {
        await db.deleteFrom('co_worker').where('kind', '=', kind).where('row_id', 'in', ids).where('user_id', '=', userId).execute();
        return;
      }
      await db
        .insertInto('co_worker')
        .values(ids.map((one) => ({ kind, row_id: one, user_id: userId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** Copies the co-workers of a plan to the plan of another part (theory, practical or review) of the same exam. */
    async copy(from: number, to: number): Promise<void> {
      await db
        .insertInto('co_worker')
        .columns(['kind', 'row_id', 'user_id'])
        .expression((eb) =>
          eb
            .selectFrom('co_worker')
            .select((inner) => ['kind', inner.val(to).as('row_id'), 'user_id'])
            .where('kind', '=', kind)
            .where('row_id', '=', from),
        )
        .execute();
    },
  };
}
