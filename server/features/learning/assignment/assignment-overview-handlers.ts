import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { toCents } from '../../marking/marking/marking-reads.ts';
import type { ExamDeps } from '../../exams/exam/exam-plan-writes.ts';
import type { createAssignmentBoard, AssignmentExaminee } from './assignment-board.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';
import { createAssignmentReminderStore, createAssignmentStore } from './assignment-store.ts';

type OverviewCalls = Pick<Handlers<'task'>, 'getReturned' | 'getStudents' | 'remind'>;

/** Most assignments that an overview covers, newest first. */
const mostTasks = 100;

/** Creates the calls that look across assignments: by student, returned work, reminders. */
export function createAssignmentOverviewHandlers(deps: ExamDeps, board: ReturnType<typeof createAssignmentBoard>): OverviewCalls {
  const { db, clock } = deps;
  const store = createAssignmentStore(db);
  return {
    async remind({ planId, userIds }, context) {
      const { caller, audit } = context;
      const task = await store.byId(caller.schoolId, planId);
      if (!task) refuse('notFound', messages.notFound());
      if (task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(task.withdraw_reason));
      const uniqueUserIds = new Set(userIds);
      const people = await board.people([task], uniqueUserIds);
      if (people.length < uniqueUserIds.size) refuse('notFound', messages.studentUnknown());
      const openStudents = people.filter(({ workState }) => workState.status <= homeworkStatus.returned);
      if (openStudents.length === 0) refuse('refused', messages.nobodyToRemind());
      const [ids, names] = [openStudents.map(({ row }) => row.user_id), openStudents.map(({ row }) => row.name)];
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createAssignmentReminderStore(tx).note(planId, ids, { userId: caller.userId, nowMs: clock.nowMs() });
        await audit.noteIn(tx, { entity: 'task', id: planId, name: task.name, before: {}, after: { reminded: names } });
        return { reminded: openStudents.length };
      });
    },

    async getReturned({ keyword = '' }, { caller }) {
      const tasks = await store.byIds(await store.visible(caller, 'homework', mostTasks));
      const people = (await board.people(tasks)).filter(({ work }) => (work?.returns ?? 0) > 0);
      const students = await board.students(people);
      const items = people.flatMap(({ task, row, work, workState }, at) => {
        const isMatch = keyword === '' || row.name.includes(keyword) || task.name.includes(keyword);
        if (!work || work.returned_ms === null || !isMatch) return [];
        return [
          {
            planId: task.id,
            name: task.name,
            userId: row.user_id,
            student: row.name,
            className: students[at]?.className ?? '',
            reason: work.return_reason,
            returnedMs: work.returned_ms,
            returns: work.returns,
            status: workState.status,
            handedInMs: workState.handedInMs,
          },
        ];
      });
      return { items: items.toSorted((a, b) => b.returnedMs - a.returnedMs) };
    },

    async getStudents({ kind, classId }, { caller }) {
      const planIds = await store.visible(caller, kind, mostTasks);
      const tasks = await store.byIds(planIds);
      const people = await board.people(tasks);
      const classOf = new Map((await store.classesOf([...new Set(people.map(({ row }) => row.user_id))])).map((row) => [row.id, row]));
      const totals = new Map((await store.packagesOf(tasks.map((task) => task.id))).map((row) => [row.plan_id, toCents(row.total_points)]));
      const classes = new Map<number, string>();
      for (const row of classOf.values()) if (row.class_id !== null) classes.set(row.class_id, row.class_name ?? '');
      const byUser = Map.groupBy(people, ({ row }) => row.user_id);
      const items = [...byUser].flatMap(([userId, examinees]) => {
        const studentClass = classOf.get(userId);
        if (classId !== undefined && studentClass?.class_id !== classId) return [];
        const count = (...statuses: number[]): number => examinees.filter(({ workState }) => statuses.includes(workState.status)).length;
        return [
          {
            userId,
            name: examinees[0]?.row.name ?? '',
            className: studentClass?.class_name ?? '',
            set: examinees.length,
            notDone: count(homeworkStatus.notDone, homeworkStatus.done),
            awaitingMarking: count(homeworkStatus.awaitingMarking),
            returned: count(homeworkStatus.returned),
            finished: count(homeworkStatus.finished),
            late: examinees.filter(({ workState }) => workState.isLate).length,
            percent: computePointsPercent(examinees, totals),
          },
        ];
      });
      return {
        classes: [...classes].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN')),
        items: items.toSorted((a, b) => a.className.localeCompare(b.className, 'zh-CN') || a.name.localeCompare(b.name, 'zh-CN')),
      };
    },
  };
}

function computePointsPercent(examinees: readonly AssignmentExaminee[], totals: ReadonlyMap<number, number>): number | null {
  let gainedCents = 0;
  let totalCents = 0;
  for (const { task, cents, workState } of examinees) {
    const total = totals.get(task.id) ?? 0;
    if (workState.finishedMs === null || cents === null || total === 0) continue;
    gainedCents += cents;
    totalCents += total;
  }
  return totalCents === 0 ? null : Math.round((1000 * gainedCents) / totalCents) / 10;
}
