import { type Handlers } from '../../../../http/handler.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createOverlapStore } from './overlap-store.ts';
import { createPlanAccess } from '../plan-access.ts';

/** Lists the examinees who would have to sit in two exams at once. It is a warning before publishing and forbids nothing; staff may know better. */
export function createOverlapHandlers({ db }: ExamDeps): Pick<Handlers<'exam'>, 'getOverlaps'> {
  const access = createPlanAccess(db);
  const store = createOverlapStore(db);
  return {
    async getOverlaps({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const rows = await store.of(plan);
      const readable = await store.readable(caller, [...new Set(rows.map((row) => row.plan_id))]);
      const items = [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, exams]) => ({
        userId,
        name: exams[0]?.name ?? '',
        exams: exams.map((row) => ({
          name: readable.has(row.plan_id) ? row.exam : '',
          startMs: row.start_ms,
          endMs: row.start_ms + row.duration_ms,
        })),
      }));
      return { items };
    },
  };
}
