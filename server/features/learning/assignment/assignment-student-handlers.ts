import { attemptRules } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { type Caller, type Handlers, refuse } from '../../../http/handler.ts';
import { toPoints } from '../../marking/marking/marking-reads.ts';
import type { ExamDeps } from '../../exams/exam/exam-plan-writes.ts';
import { createHeldQuestionReads } from '../../exams/exam/results/held-questions-reads.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { createAssignmentBoard, AssignmentExaminee } from './assignment-board.ts';
import { listCurrentPictureMarks } from './picture-marks.ts';
import { listCurrentNotes } from './text-notes.ts';
import { readAssignmentItems } from './assignment-items.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';
import { readEarlierPoints } from './assignment-notice-reads.ts';
import { isAnalysisOpen, sumItemCents } from './assignment-work-state.ts';
import { createAssignmentStore } from './assignment-store.ts';
import { createAssignmentWorkStore } from './assignment-work-store.ts';

type StudentCalls = Pick<Handlers<'task'>, 'again' | 'myScore'>;

/** Creates the calls of students on their own assignments. Assignments of others do not exist for them. */
export function createAssignmentStudentHandlers(deps: ExamDeps, board: ReturnType<typeof createAssignmentBoard>): StudentCalls {
  const { db, clock, sync, chance } = deps;
  const store = createAssignmentStore(db);
  const works = createAssignmentWorkStore(db);
  const heldQuestions = createHeldQuestionReads(db);

  const findOwnWork = async (caller: Pick<Caller, 'schoolId' | 'userId'>, planId: number): Promise<AssignmentExaminee> => {
    const task = await store.byId(caller.schoolId, planId);
    const person = (task && (await board.person(task, caller.userId))) ?? refuse('notFound', messages.notFound());
    if (person.task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(person.task.withdraw_reason));
    return person;
  };

  /** Opens the score of a mock test. The log first records what the server has of the hand-in, so that later ops need a staff decision (SY23). */
  const openTestScore = (caller: Pick<Caller, 'schoolId' | 'userId'>, planId: number): Promise<AssignmentExaminee> =>
    runInPlanScope(db, planId, async () => {
      const person = await findOwnWork(caller, planId);
      if (!person.workState.markable) refuse('refused', messages.handInFirst());
      if (person.workState.finishedMs === null) {
        await sync.recordDisclosure([person.row.attempt_id], caller.userId);
        const by = { userId: caller.userId, nowMs: clock.nowMs() };
        await runInScope(caller.schoolId, () => works.noteFinished(person.row, by));
      }
      return findOwnWork(caller, planId);
    });

  /** Returns when the time of all students is over, including those who correct returned work (SY23). */
  const overMs = async (task: AssignmentExaminee['task']): Promise<number> => {
    const closeMs = task.start_ms + task.duration_ms;
    const returnedWorks = (await works.ofPlans([task.id])).filter((work) => work.returns > 0 && work.finished_ms === null);
    const attempts = await sync.summaries(
      returnedWorks.map((work) => work.attempt_id),
      closeMs,
    );
    return closeMs + Math.max(0, ...attempts.map(({ extensionMs }) => extensionMs));
  };

  return {
    async myScore({ planId }, { caller }) {
      const first = await findOwnWork(caller, planId);
      const { task } = first;
      // Answers to questions that an exam holds back are shown once the scores of that exam are released.
      const scope = { schoolId: caller.schoolId, nowMs: clock.nowMs(), holderKind: 'tests' } as const;
      if ((await heldQuestions.ofPlans([planId], scope)).size > 0) refuse('refused', messages.heldBack());
      if (attemptRules[task.kind].points === 'finish' && first.workState.finishedMs === null) refuse('refused', messages.notYet());
      const person = attemptRules[task.kind].points === 'handIn' ? await openTestScore(caller, planId) : first;
      const { row, workState, items, cents, marks } = person;
      const closeMs = await overMs(task);
      const hasAnalysis = isAnalysisOpen(task.analysis_rule, closeMs, clock.nowMs());
      // The list of right answers reveals half of the key, so a mock test shows it only together with the analysis.
      const tellsItems = hasAnalysis || task.kind === 'homework';
      const [paper] = (await store.packagesOf([planId])).filter((each) => each.variant === row.variant);
      const answers = new Map((await sync.answers(row.attempt_id)).answers.map((answer) => [answer.itemId, answer.value]));
      const files = await sync.shownFiles(row.attempt_id, caller.userId);
      const marked = new Map(items.map((item) => [item.itemId, item]));
      const markOf = new Map(marks.map((mark) => [mark.item_id, mark]));
      const fullCents = sumItemCents(items);
      return {
        planId,
        kind: task.kind,
        name: task.name,
        tryNo: workState.tryNo,
        points: cents === null ? null : toPoints(cents),
        fullPoints: fullCents === null ? null : toPoints(fullCents),
        totalPoints: paper?.total_points ?? 0,
        passPoints: paper?.pass_points ?? 0,
        late: workState.isLate,
        latePercent: task.late_rule === 'shareOff' ? task.late_percent : 100,
        analysisRule: task.analysis_rule,
        hasAnalysis,
        analysisFromMs: task.analysis_rule === 'afterWindow' ? closeMs : null,
        past: await readEarlierPoints(deps, planId, caller.userId),
        items: (await readAssignmentItems(store, planId, row.variant)).map(({ content: shown, key, analysis }) => {
          const markedItem = marked.get(shown.itemId);
          return {
            ...shown,
            answer: [...(answers.get(shown.itemId) ?? [])],
            files: files.get(shown.itemId) ?? [],
            points: tellsItems && markedItem?.cent !== null && markedItem !== undefined ? toPoints(markedItem.cent) : null,
            comment: markedItem?.comment ?? '',
            pictures: listCurrentPictureMarks(markOf.get(shown.itemId), files.get(shown.itemId) ?? []),
            notes: listCurrentNotes(markOf.get(shown.itemId), joinLongAnswer(answers.get(shown.itemId) ?? [])),
            right: tellsItems ? (markedItem?.right ?? null) : null,
            key: hasAnalysis ? key : null,
            analysis: hasAnalysis ? analysis : '',
          };
        }),
      };
    },

    again: ({ planId, tryNo }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const person = await findOwnWork(caller, planId);
        const { task, row, workState } = person;
        if (attemptRules[task.kind].handIn !== 'eachTry') refuse('refused', messages.notHomeworkTry());
        // The call repeats one that has already begun this try: a second click, or a retry after a lost response.
        if (workState.tryNo === tryNo) return { tryNo };
        if (tryNo !== workState.tryNo + 1 || tryNo > task.tries) refuse('refused', messages.noMoreTries());
        if (!workState.markable) refuse('refused', messages.handInFirst());
        const nowMs = clock.nowMs();
        const closeMs = task.start_ms + task.duration_ms;
        if (nowMs >= closeMs) refuse('refused', messages.windowOver());
        // A new try opens the paper again, which is refused while an exam holds back one of its questions.
        if ((await heldQuestions.ofPlans([planId], { schoolId: caller.schoolId, nowMs, holderKind: 'exams' })).size > 0)
          refuse('refused', messages.heldBack());
        // Close the old attempt first: a student who writes the next try knows its questions, so ops that arrive later for the old one must not count
        // by themselves.
        await sync.recordDisclosure([row.attempt_id], caller.userId);
        const attemptId = chance.uuid();
        await sync.registerStart([attemptId], task.start_ms);
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          if (!(await createAssignmentWorkStore(tx).nextTry(row, tryNo, attemptId))) refuse('refused', messages.noMoreTries());
          await audit.noteIn(tx, { entity: 'task', id: planId, name: task.name, before: { tryNo: workState.tryNo }, after: { tryNo } });
          return { tryNo };
        });
      }),
  };
}
