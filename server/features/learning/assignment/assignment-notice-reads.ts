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

/** Returns the due date and the rules of an assignment, or null if the sitting is not an assignment with a due date. */
function getAssignmentTerms({ due_ms, late_rule, late_percent, analysis_rule }: Sitting) {
  return due_ms === null || late_rule === null || late_percent === null || analysis_rule === null
    ? null
    : { due_ms, late_rule, late_percent, analysis_rule };
}

/** Reads the work, marks, reminders and names that the notices of a student's assignments show, and the plans of which an exam holds back questions. */
async function readNoticeFacts({ db, clock }: Deps, userId: number, assignments: readonly Sitting[]) {
  const works = createAssignmentWorkStore(db);
  const workOf = new Map((await works.ofUser(userId)).map((work) => [work.attempt_id, work]));
  const marksOf = await works.marksOf(assignments.map((sitting) => sitting.attempt_id));
  const remindedOf = await createAssignmentReminderStore(db).ofUser(userId);
  const names = await createUserReads(db).names([
    ...[...remindedOf.values()].map((reminder) => reminder.reminded_by),
    ...assignments.map((sitting) => sitting.created_by),
    ...[...workOf.values()].flatMap((work) => work.returned_by ?? []),
  ]);
  const schoolId = assignments[0]?.school_id ?? 0;
  const heldPlans = await createHeldQuestionReads(db).ofPlans(
    assignments.map((sitting) => sitting.plan_id),
    { schoolId, nowMs: clock.nowMs(), holderKind: 'tests' },
  );
  return { workOf, marksOf, remindedOf, names, heldPlans };
}
type NoticeFacts = Awaited<ReturnType<typeof readNoticeFacts>>;

/** One assignment of a student; `attempt` is undefined before the student has opened it. */
interface NoticeSubject {
  readonly userId: number;
  readonly sitting: Sitting;
  readonly terms: NonNullable<ReturnType<typeof getAssignmentTerms>>;
  readonly attempt: AttemptSummary | undefined;
}

/** Builds the notice of one assignment. */
async function buildNotice(deps: Deps, { userId, sitting, terms, attempt }: NoticeSubject, facts: NoticeFacts): Promise<AssignmentNotice> {
  const { workOf, marksOf, remindedOf, names, heldPlans } = facts;
  const work = workOf.get(sitting.attempt_id);
  const standing = deriveAssignmentWorkState(terms, attempt, work);
  const marks = marksOf.get(sitting.attempt_id) ?? [];
  const isTest = attemptRules[sitting.kind].points === 'handIn';
  const hasPast = isTest && standing.tryNo > 1;
  // SY23: points are shown once marking is finished (homework) or the score was opened (mock test), and never while an exam holds back one of
  // the questions.
  const isFree = !heldPlans.has(sitting.plan_id);
  const isScoreVisible = attempt !== undefined && standing.finishedMs !== null && isFree;
  const score = isScoreVisible ? (await createMarkingReads(deps).scoresOf(sitting.plan_id, [attempt])).get(sitting.attempt_id) : undefined;
  const cents = applyLateRule(sumItemCents(combineItemMarks(score, marks)), terms, standing.isLate);
  const reminder = standing.status <= homeworkStatus.returned ? remindedOf.get(sitting.plan_id) : undefined;
  return {
    isPaper: sitting.paper_id !== null,
    reminded: reminder ? { ms: reminder.reminded_ms, by: names.get(reminder.reminded_by) ?? '' } : null,
    dueMs: terms.due_ms,
    lateRule: terms.late_rule,
    latePercent: terms.late_percent,
    analysisRule: terms.analysis_rule,
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
  };
}

/** Builds the part of a student's notices that is about homework and mock tests. */
export function createAssignmentNotices(deps: Deps) {
  return {
    /** Maps each plan to its assignment notice. */
    async readNotices(userId: number, sittings: readonly Sitting[], attemptOf: (sitting: Sitting) => Promise<AttemptSummary | undefined>) {
      const noticesByPlan = new Map<number, AssignmentNotice>();
      const assignments = sittings.filter((sitting) => isAssignedKind(sitting.kind));
      if (assignments.length === 0) return noticesByPlan;
      const facts = await readNoticeFacts(deps, userId, assignments);
      for (const sitting of assignments) {
        const terms = getAssignmentTerms(sitting);
        if (terms === null) continue;
        const attempt = await attemptOf(sitting);
        noticesByPlan.set(sitting.plan_id, await buildNotice(deps, { userId, sitting, terms, attempt }, facts));
      }
      return noticesByPlan;
    },
  };
}
