import type { TaskStudent } from '../../../sync/contract/task.ts';
import { markingReads, pointsOf } from '../marking/marking-reads.ts';
import type { AttemptSummary } from '../sync/sync-reads.ts';
import { type ExamDeps, type ExamineeRow, examStore, waitingCount } from '../exam/exam-plan-writes.ts';
import { collectAtMs } from '../exam/exam-reads.ts';
import { standingMarks } from './mark-basis.ts';
import { centsOf, countedCents, type MarkedItem, markedItems, type TaskStanding, taskStanding } from './task-standing.ts';
import { type MarkRow, type TaskRow, taskStore, type WorkRow } from './task-store.ts';
import { taskReminderStore } from './task-reminder-store.ts';
import { taskWorkStore } from './task-work-store.ts';
import { ownTimes } from '../../../sync/machines/attempt-kinds.ts';

/** One student of an assignment, with everything known about their work. */
export interface TaskPerson {
  readonly task: TaskRow;
  readonly row: ExamineeRow & { readonly attempt_id: string };
  readonly attempt: AttemptSummary | undefined;
  readonly work: WorkRow | undefined;
  readonly marks: readonly MarkRow[];
  readonly standing: TaskStanding;
  readonly items: readonly MarkedItem[];
  /** Points that count, in hundredths; null while an answer needs a person or nothing may be marked yet. */
  readonly cents: number | null;
}

/** Reads the state of students in assignments. It waits for the projection (`untilProjected`) itself. */
export function taskBoard(deps: ExamDeps) {
  const { db, sync } = deps;
  const plans = examStore(db);
  const tasks = taskStore(db);
  const works = taskWorkStore(db);
  const marking = markingReads(deps);

  /** `only`: reads only these students. */
  const people = async (of: readonly TaskRow[], only?: ReadonlySet<number>): Promise<TaskPerson[]> => {
    await sync.untilProjected();
    const ids = of.map((task) => task.id);
    const rows = (await plans.examinees(ids)).filter((row) => only === undefined || only.has(row.user_id));
    const workOf = new Map((await works.ofPlans(ids)).map((work) => [work.attempt_id, work]));
    const marksOf = await works.marksOf(rows.flatMap((row) => row.attempt_id ?? []));
    const found: TaskPerson[] = [];
    for (const task of of) {
      const mine = rows.flatMap((row) =>
        row.plan_id === task.id && row.attempt_id !== null ? [{ ...row, attempt_id: row.attempt_id }] : [],
      );
      const attempts = await Promise.all(
        mine.map(async (row) => (await sync.summaries([row.attempt_id], collectAt(task, row.entered_ms)))[0]),
      );
      const scores = await marking.scoresOf(
        task.id,
        attempts.flatMap((attempt) => attempt ?? []),
      );
      for (const [at, row] of mine.entries()) {
        const attempt = attempts[at];
        const work = workOf.get(row.attempt_id);
        const given = marksOf.get(row.attempt_id) ?? [];
        // Points that the student has seen are never recomputed.
        const marks = (work?.finished_ms ?? null) === null ? await standingMarks(sync, row.attempt_id, given) : given;
        const standing = taskStanding(task, attempt, work);
        const items = standing.markable ? markedItems(scores.get(row.attempt_id), marks) : [];
        found.push({ task, row, attempt, work, marks, standing, items, cents: countedCents(centsOf(items), task, standing.late) });
      }
    }
    return found;
  };

  return {
    people,

    async person(task: TaskRow, userId: number): Promise<TaskPerson | undefined> {
      return (await people([task], new Set([userId])))[0];
    },

    /** Converts to the rows that staff see, in the same order. */
    async students(of: readonly TaskPerson[]): Promise<TaskStudent[]> {
      const reminders = new Map<number, Awaited<ReturnType<ReturnType<typeof taskReminderStore>['ofPlan']>>>();
      for (const { task } of of) if (!reminders.has(task.id)) reminders.set(task.id, await taskReminderStore(db).ofPlan(task.id));
      const classes = new Map((await tasks.classesOf([...new Set(of.map(({ row }) => row.user_id))])).map((row) => [row.id, row]));
      return of.map(({ task, row, attempt, standing, cents }) => ({
        userId: row.user_id,
        name: row.name,
        className: classes.get(row.user_id)?.class_name ?? '',
        status: standing.status,
        enteredMs: row.entered_ms,
        answered: standing.answered,
        handedInMs: standing.handedInMs,
        late: standing.late,
        afterClose: standing.afterClose,
        waiting: attempt ? waitingCount(attempt) : 0,
        returns: standing.returns,
        tryNo: standing.tryNo,
        points: cents === null ? null : pointsOf(cents),
        finishedMs: standing.finishedMs,
        remindedMs: reminders.get(task.id)?.get(row.user_id)?.reminded_ms ?? null,
      }));
    },
  };
}

function collectAt(task: TaskRow, enteredMs: number | null): number {
  const plan = { startMs: task.start_ms, durationMs: task.duration_ms, minutes: task.minutes };
  const own = ownTimes(task.kind, plan, enteredMs);
  return collectAtMs({ start_ms: own.startMs, duration_ms: own.durationMs });
}
