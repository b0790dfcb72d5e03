import type { AssignmentStudent } from '../../../../sync/contract/learning/assignment.ts';
import { createMarkingReads, toPoints } from '../../marking/marking/marking-reads.ts';
import type { AttemptSummary } from '../../../answer-log/calls/sync-reads.ts';
import { type ExamDeps, type ExamineeRow, createExamStore } from '../../exams/exam/exam-plan-writes.ts';
import { computeCollectMs } from '../../exams/exam/exam-reads.ts';
import { filterCurrentMarks } from './mark-basis.ts';
import {
  sumItemCents,
  applyLateRule,
  type AssignmentMarkedItem,
  combineItemMarks,
  type AssignmentWorkState,
  deriveAssignmentWorkState,
} from './assignment-work-state.ts';
import {
  type AssignmentMarkRow,
  type AssignmentRow,
  type AssignmentWorkRow,
  createAssignmentReminderStore,
  createAssignmentStore,
} from './assignment-store.ts';
import { createAssignmentWorkStore } from './assignment-work-store.ts';
import { computeOwnTimes } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { countAnswersToDecide } from '../../../../sync/domain/papers/answer-proposal.ts';

/** One student of an assignment, with everything known about their work. */
export interface AssignmentExaminee {
  readonly task: AssignmentRow;
  readonly row: ExamineeRow & { readonly attempt_id: string };
  readonly attempt: AttemptSummary | undefined;
  readonly work: AssignmentWorkRow | undefined;
  readonly marks: readonly AssignmentMarkRow[];
  readonly workState: AssignmentWorkState;
  readonly items: readonly AssignmentMarkedItem[];
  /** Points that count, in hundredths; null while a person still has to mark an answer, or while nothing may be marked yet. */
  readonly cents: number | null;
}

/** Reads the state of students in assignments. It waits for the projection (`waitUntilProjected`) itself. */
export function createAssignmentBoard(deps: ExamDeps) {
  const { db, sync } = deps;
  const plans = createExamStore(db);
  const tasks = createAssignmentStore(db);
  const works = createAssignmentWorkStore(db);
  const marking = createMarkingReads(deps);

  /** Reads the work of the students of some assignments. `only`: user ids to which the result is limited. */
  const people = async (assignments: readonly AssignmentRow[], only?: ReadonlySet<number>): Promise<AssignmentExaminee[]> => {
    await sync.waitUntilProjected();
    const ids = assignments.map((task) => task.id);
    const rows = (await plans.examinees(ids)).filter((row) => only === undefined || only.has(row.user_id));
    const workOf = new Map((await works.ofPlans(ids)).map((work) => [work.attempt_id, work]));
    const marksOf = await works.marksOf(rows.flatMap((row) => row.attempt_id ?? []));
    const examinees: AssignmentExaminee[] = [];
    for (const task of assignments) {
      const attemptRows = rows.flatMap((row) =>
        row.plan_id === task.id && row.attempt_id !== null ? [{ ...row, attempt_id: row.attempt_id }] : [],
      );
      const attempts = await Promise.all(
        attemptRows.map(async (row) => (await sync.summaries([row.attempt_id], collectAt(task, row.entered_ms)))[0]),
      );
      const scores = await marking.scoresOf(
        task.id,
        attempts.flatMap((attempt) => attempt ?? []),
      );
      for (const [at, row] of attemptRows.entries()) {
        const attempt = attempts[at];
        const work = workOf.get(row.attempt_id);
        const savedMarks = marksOf.get(row.attempt_id) ?? [];
        // Once the student has seen the points, they are never recomputed.
        const marks = (work?.finished_ms ?? null) === null ? await filterCurrentMarks(sync, row.attempt_id, savedMarks) : savedMarks;
        const standing = deriveAssignmentWorkState(task, attempt, work);
        const items = standing.markable ? combineItemMarks(scores.get(row.attempt_id), marks) : [];
        examinees.push({
          task,
          row,
          attempt,
          work,
          marks,
          workState: standing,
          items,
          cents: applyLateRule(sumItemCents(items), task, standing.isLate),
        });
      }
    }
    return examinees;
  };

  return {
    people,

    async person(task: AssignmentRow, userId: number): Promise<AssignmentExaminee | undefined> {
      return (await people([task], new Set([userId])))[0];
    },

    /** Converts students' work to the rows that staff see, in the same order. */
    async students(examinees: readonly AssignmentExaminee[]): Promise<AssignmentStudent[]> {
      const reminders = new Map<number, Awaited<ReturnType<ReturnType<typeof createAssignmentReminderStore>['ofPlan']>>>();
      for (const { task } of examinees)
        if (!reminders.has(task.id)) reminders.set(task.id, await createAssignmentReminderStore(db).ofPlan(task.id));
      const classes = new Map((await tasks.classesOf([...new Set(examinees.map(({ row }) => row.user_id))])).map((row) => [row.id, row]));
      return examinees.map(({ task, row, attempt, workState, cents }) => ({
        userId: row.user_id,
        name: row.name,
        className: classes.get(row.user_id)?.class_name ?? '',
        status: workState.status,
        enteredMs: row.entered_ms,
        answered: workState.answered,
        handedInMs: workState.handedInMs,
        late: workState.isLate,
        afterClose: workState.lateAnswerCount,
        waiting: attempt ? countAnswersToDecide(attempt) : 0,
        returns: workState.returns,
        tryNo: workState.tryNo,
        points: cents === null ? null : toPoints(cents),
        finishedMs: workState.finishedMs,
        remindedMs: reminders.get(task.id)?.get(row.user_id)?.reminded_ms ?? null,
      }));
    },
  };
}

function collectAt(task: AssignmentRow, enteredMs: number | null): number {
  const plan = { startMs: task.start_ms, durationMs: task.duration_ms, minutes: task.minutes };
  const ownTimes = computeOwnTimes(task.kind, plan, enteredMs);
  return computeCollectMs({ start_ms: ownTimes.startMs, duration_ms: ownTimes.durationMs });
}
