import { type Kysely, sql, type Transaction } from 'kysely';
import { callDialectFunction } from '../../../db/dialect-functions.ts';
import { isIdOneOf } from '../../../db/picked-page.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { countRows } from '../../../db/list-page.ts';

/** Result of an exam for one examinee. */
export interface ExamOutcome {
  readonly test: 0 | 1;
  readonly sat: 0 | 1;
  readonly handed_in: 0 | 1;
  readonly absent: 0 | 1;
  /** Score in hundredths of a percent. */
  readonly score: number | null;
  readonly passed: 0 | 1 | null;
  readonly start_ms: number;
  readonly active_ms: number | null;
}

/** Result of a homework for one student. */
export interface HomeworkOutcome {
  readonly handed_in: 0 | 1;
  readonly finished: 0 | 1;
  /** Score in hundredths of a percent. */
  readonly score: number | null;
}

/** Result of evaluating one examinee of one plan. `nextMs`: time of the next evaluation; null if the result is final. */
export interface EvaluationResult {
  readonly plan_id: number;
  readonly user_id: number;
  /** `exam` or `homework`, by the kind of plan; both are undefined if the plan was withdrawn. */
  readonly exam?: ExamOutcome;
  readonly homework?: HomeworkOutcome;
  readonly stamp: number;
  readonly nextMs: number | null;
}

/** Stores a result over the previous one; deletes the row if `outcome` is undefined. */
async function keep<T extends 'learner_exam' | 'learner_assignment'>(
  tx: Transaction<Database>,
  table: T,
  key: { readonly plan_id: number; readonly user_id: number },
  outcome: (T extends 'learner_exam' ? ExamOutcome : HomeworkOutcome) | undefined,
): Promise<void> {
  const { plan_id, user_id } = key;
  if (outcome === undefined) {
    await tx
      .deleteFrom(table as 'learner_exam')
      .where('user_id', '=', user_id)
      .where('plan_id', '=', plan_id)
      .execute();
    return;
  }
  await tx
    .insertInto(table as 'learner_exam')
    .values({ plan_id, user_id, ...(outcome as ExamOutcome) })
    .onConflict((conflict) => conflict.columns(['user_id', 'plan_id']).doUpdateSet(outcome))
    .execute();
}

export function createProgressSettleStore(db: Kysely<Database>) {
  return {
    due: (schoolId: number, nowMs: number, limit: number) =>
      db
        .selectFrom('learner_due')
        .innerJoin('exam_examinee', (join) =>
          join.onRef('exam_examinee.plan_id', '=', 'learner_due.plan_id').onRef('exam_examinee.user_id', '=', 'learner_due.user_id'),
        )
        .innerJoin('exam_plan', 'exam_plan.id', 'learner_due.plan_id')
        .leftJoin('paper', 'paper.id', 'exam_plan.paper_id')
        .innerJoin('exam_package', (join) =>
          join.onRef('exam_package.plan_id', '=', 'learner_due.plan_id').onRef('exam_package.variant', '=', 'exam_examinee.variant'),
        )
        .where('learner_due.school_id', '=', schoolId)
        .where('due_ms', '<=', nowMs)
        .where('exam_examinee.attempt_id', 'is not', null)
        .select([
          'learner_due.plan_id',
          'learner_due.user_id',
          'learner_due.stamp',
          'paper.kind as paper_kind',
          'exam_plan.kind',
          'withdrawn_ms',
          'start_ms',
          'duration_ms',
          'released_ms',
          'entered_ms',
          'exam_package.total_points',
          'exam_package.pass_points',
          (eb) => eb.fn.coalesce('exam_examinee.attempt_id', eb.val('')).as('attempt_id'),
        ])
        .orderBy('due_ms')
        .limit(limit)
        .execute(),

    countWaiting: (schoolId: number, nowMs: number): Promise<number> =>
      countRows(db.selectFrom('learner_due').where('school_id', '=', schoolId).where('due_ms', '<=', nowMs)),

    /** Marks an attempt as due for evaluation. Used when the attempt changed in the op log only, which this store's database does not record. */
    async attemptChanged(attemptId: string): Promise<void> {
      const mark = db
        .insertInto('learner_due')
        .columns(['plan_id', 'user_id', 'school_id', 'due_ms'])
        .expression((eb) =>
          eb
            .selectFrom('exam_examinee')
            .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
            .where('attempt_id', '=', attemptId)
            .select(['exam_plan.id', 'user_id', 'school_id', sql<number>`0`.as('due_ms')]),
        )
        .onConflict((conflict) =>
          conflict.columns(['plan_id', 'user_id']).doUpdateSet({ due_ms: 0, stamp: sql`learner_due.stamp + 1` as never }),
        );
      await runInScope('nothing', () => mark.execute());
    },

    /** Stores the results of a school and recomputes the learners' totals. */
    write: (schoolId: number, looks: readonly EvaluationResult[]): Promise<void> =>
      runUnitOfWork(db, schoolId, {}, async (tx) => {
        for (const { plan_id, user_id, exam, homework, stamp, nextMs } of looks) {
          await keep(tx, 'learner_exam', { plan_id, user_id }, exam);
          await keep(tx, 'learner_assignment', { plan_id, user_id }, homework);
          // Delete the row in `learner_due` only if its stamp is unchanged: a result that changed during the evaluation stays due.
          if (nextMs === null)
            await tx
              .deleteFrom('learner_due')
              .where('plan_id', '=', plan_id)
              .where('user_id', '=', user_id)
              .where('stamp', '=', stamp)
              .execute();
          else
            await tx
              .updateTable('learner_due')
              .set({ due_ms: nextMs })
              .where('plan_id', '=', plan_id)
              .where('user_id', '=', user_id)
              .where('stamp', '=', stamp)
              .execute();
        }
        const ids = [...new Set(looks.map((look) => look.user_id))];
        await sql`
          UPDATE learner SET
            (exams, sat, handed_in, absent, scored, passed, average, tests, test_average, last_exam_ms, marks, active_ms) = (
              SELECT count(*) FILTER (WHERE test = 0), coalesce(sum(sat) FILTER (WHERE test = 0), 0),
                coalesce(sum(handed_in) FILTER (WHERE test = 0), 0), coalesce(sum(absent) FILTER (WHERE test = 0), 0),
                count(score) FILTER (WHERE test = 0), coalesce(sum(passed) FILTER (WHERE test = 0), 0),
                cast(round(avg(score) FILTER (WHERE test = 0)) AS INTEGER), coalesce(sum(sat) FILTER (WHERE test = 1), 0),
                cast(round(avg(score) FILTER (WHERE test = 1)) AS INTEGER), max(start_ms) FILTER (WHERE sat = 1 AND test = 0),
                coalesce(max(absent) FILTER (WHERE test = 0), 0)
                  + 2 * coalesce(max(1 - passed) FILTER (WHERE test = 0 AND passed IS NOT NULL), 0)
                  + CASE WHEN coalesce(sum(sat) FILTER (WHERE test = 0), 0) = 0 THEN 4 ELSE 0 END,
                nullif(${callDialectFunction('greater', sql`coalesce(learner.active_ms, 0)`, sql`coalesce(max(learner_exam.active_ms), 0)`)}, 0)
              FROM learner_exam WHERE learner_exam.user_id = learner.user_id)
          WHERE ${isIdOneOf(sql`user_id`, ids)}`.execute(tx);
        await sql`
          UPDATE learner SET (homework, homework_in, homework_done, homework_scored, homework_average) = (
              SELECT count(*), coalesce(sum(handed_in), 0), coalesce(sum(finished), 0), count(score), cast(round(avg(score)) AS INTEGER)
              FROM learner_assignment WHERE learner_assignment.user_id = learner.user_id)
          WHERE ${isIdOneOf(sql`user_id`, ids)}`.execute(tx);
      }),
  };
}
