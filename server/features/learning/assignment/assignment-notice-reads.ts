import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import type { AssignmentNotice } from '../../../../sync/contract/exams/sitting.ts';
import { attemptRules, isAssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { createMarkingReads, toPoints } from '../../marking/marking/marking-reads.ts';
import type { AttemptSummary } from '../../../answer-log/calls/sync-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { type ExamDeps, type PlanSitting as Sitting } from '../../exams/exam/exam-plan-writes.ts';
import { createHeldQuestionReads } from '../../exams/exam/results/held-questions-reads.ts';
import { listReturnedPictureMarks } from './picture-marks.ts';
import { listReturnedNotes } from './text-notes.ts';
import { sumItemCents, applyLateRule, combineItemMarks, deriveAssignmentWorkState } from './assignment-work-state.ts';
import { createAssignmentReminderStore } from './assignment-store.ts';
import { createAssignmentWorkStore } from './assignment-work-store.ts';

type Deps = Pick<ExamDeps, 'db' | 'clock' | 'logger' | 'sync'>;

/** Returns the points of earlier tries, in their order. */
export async function readEarlierPoints(deps: Deps, planId: number, userId: number): Promise<{ tryNo: number; points: number | null }[]> {
  const past = (await createAssignmentWorkStore(deps.db).ofUser(userId)).filter((work) => work.plan_id === planId && work.past === 1);
  const scores = await createMarkingReads(deps).readStoredScores(past.map((work) => work.attempt_id));
  return past.map((work) => {
    const cents = sumItemCents(combineItemMarks(scores.get(work.attempt_id), []));
    return { tryNo: work.try_no, points: cents === null ? null : toPoints(cents) };
  });
}

/** Builds the part of a student's notices that is about homework and mock tests. */
export function createAssignmentNotices(deps: Deps) {
  const { db, clock } = deps;
  const works = createAssignmentWorkStore(db);
  const marking = createMarkingReads(deps);
  const users = createUserReads(db);
  const questionsHeld = createHeldQuestionReads(db);

  return {
    /** Maps each plan to its assignment notice. */
    async readNotices(userId: number, sittings: readonly Sitting[], attemptOf: (sitting: Sitting) => Promise<AttemptSummary | undefined>) {
      const noticesByPlan = new Map<number, AssignmentNotice>();
      const assignments = sittings.filter((sitting) => isAssignedKind(sitting.kind));
      if (assignments.length === 0) return noticesByPlan;
      const workOf = new Map((await works.ofUser(userId)).map((work) => [work.attempt_id, work]));
      const marksOf = await works.marksOf(assignments.map((sitting) => sitting.attempt_id));
      const remindedOf = await createAssignmentReminderStore(db).ofUser(userId);
      const names = await users.names([
        ...[...remindedOf.values()].map((reminder) => reminder.reminded_by),
        ...assignments.map((sitting) => sitting.created_by),
        ...[...workOf.values()].flatMap((work) => work.returned_by ?? []),
      ]);
      const schoolId = assignments[0]?.school_id ?? 0;
      const heldPlans = await questionsHeld.ofPlans(
        assignments.map((sitting) => sitting.plan_id),
        { schoolId, nowMs: clock.nowMs(), holderKind: 'tests' },
      );
      for (const sitting of assignments) {
        const { due_ms, late_rule, late_percent, analysis_rule } = sitting;
        if (due_ms === null || late_rule === null || late_percent === null || analysis_rule === null) continue;
        const task = { due_ms, late_rule, late_percent };
        const attempt = await attemptOf(sitting);
        const work = workOf.get(sitting.attempt_id);
        const standing = deriveAssignmentWorkState(task, attempt, work);
        const marks = marksOf.get(sitting.attempt_id) ?? [];
        const isTest = attemptRules[sitting.kind].points === 'handIn';
        const hasPast = isTest && standing.tryNo > 1;
        // SY23: points are shown once marking is finished (homework) or the score was opened (mock test), and never while an exam holds back one of
        // the questions.
        const isFree = !heldPlans.has(sitting.plan_id);
        const isScoreVisible = attempt !== undefined && standing.finishedMs !== null && isFree;
        const score = isScoreVisible ? (await marking.scoresOf(sitting.plan_id, [attempt])).get(sitting.attempt_id) : undefined;
        const cents = applyLateRule(sumItemCents(combineItemMarks(score, marks)), task, standing.isLate);
        const reminder = standing.status <= homeworkStatus.returned ? remindedOf.get(sitting.plan_id) : undefined;
        noticesByPlan.set(sitting.plan_id, {
          isPaper: sitting.paper_id !== null,
          reminded: reminder ? { ms: reminder.reminded_ms, by: names.get(reminder.reminded_by) ?? '' } : null,
          dueMs: due_ms,
          lateRule: late_rule,
          latePercent: late_percent,
          analysisRule: analysis_rule,
          minutes: sitting.minutes,
          tries: sitting.tries ?? 1,
          tryNo: standing.tryNo,
          setBy: names.get(sitting.created_by) ?? '',
          status: standing.status,
          answered: standing.answered,
          handedInMs: standing.handedInMs,
          late: standing.isLate,
          returned:
            standing.isReturned && work && work.returned_ms !== null
              ? {
                  ms: work.returned_ms,
                  by: names.get(work.returned_by ?? 0) ?? '',
                  reason: work.return_reason,
                  times: work.returns,
                  untilMs: sitting.start_ms + sitting.duration_ms + (attempt?.extensionMs ?? 0),
                  // Comments may reveal the right answer, so they too wait until no exam holds back a question of the assignment.
                  items: (isFree ? marks : []).flatMap((mark) => {
                    const { item_id: itemId, comment } = mark;
                    const pictures = listReturnedPictureMarks(mark, work.returns);
                    const noted = listReturnedNotes(mark, work.returns);
                    return comment === '' && pictures.length === 0 && noted === null ? [] : [{ itemId, comment, pictures, noted }];
                  }),
                }
              : null,
          points: cents === null ? null : toPoints(cents),
          scoreTold: isScoreVisible || (isTest && standing.status === homeworkStatus.awaitingMarking && standing.markable),
          sizeBytes: sitting.size_bytes,
          past: hasPast && isFree ? await readEarlierPoints(deps, sitting.plan_id, userId) : [],
        });
      }
      return noticesByPlan;
    },
  };
}
