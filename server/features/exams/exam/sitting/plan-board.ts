import type { BoardExaminee } from '../../../../../sync/contract/exams/exam-board.ts';
import { noSummaryFindings } from '../../../../answer-log/calls/sync-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { hasPassed, isFullyMarked, toPoints, getStatusWithScore } from '../attempt-score-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { deriveExamineeListStatus } from '../exam-reads.ts';
import type { ExamineeRow, PlanTableRow } from '../plan/exam-store.ts';
import { needsMarks, readExamineeStates, findBlockerWithMarks } from '../plan/examinee-states.ts';

/** Builds the board of a plan: the state of each examinee and the release of scores. */
export function createPlanBoard(deps: ExamDeps) {
  const { clock, sync } = deps;
  const users = createUserReads(deps.db);
  const marking = deps.upperServices.scores(deps);
  return {
    /** `viewer`: user id of the reader. A reader who is also an examinee of the plan sees no points before the release (SY23). */
    async examinees(plan: PlanTableRow, rows: readonly ExamineeRow[], passPoints: number, viewer: number): Promise<BoardExaminee[]> {
      await sync.waitUntilProjected();
      const standings = await readExamineeStates(sync, plan, rows, clock.nowMs());
      const attempts = standings.flatMap(({ attempt }) => attempt ?? []);
      const scores = await marking.scoresOf(plan.id, attempts);
      const names = await users.names(rows.flatMap((row) => row.waived_by ?? []));
      const heardMsByAttempt = new Map(
        await Promise.all(
          attempts.map(async ({ attemptId, epoch }) => [attemptId, (await sync.readPresence(attemptId, epoch)).heardMs] as const),
        ),
      );
      const hidden = plan.released_ms === null && rows.some((row) => row.user_id === viewer);
      return standings.map((standing) => {
        const { row, attempt, unconfirmedAbsent } = standing;
        const score = hidden ? undefined : scores.get(row.attempt_id ?? '');
        // An attempt that is not fully marked has neither points nor a result.
        const points = score && isFullyMarked(score) ? toPoints(score.pointsCent) : null;
        const status = getStatusWithScore(deriveExamineeListStatus(attempt, row.entered_ms), score);
        return {
          userId: row.user_id,
          attemptId: row.attempt_id,
          name: row.name,
          ticketNo: row.ticket_no,
          seatLabel: row.seat_label,
          status,
          enteredLate: row.entered_ms !== null && row.entered_ms > plan.start_ms + plan.entry_limit_ms,
          unconfirmedAbsent,
          extensionMs: attempt?.extensionMs ?? 0,
          answered: attempt?.answered ?? 0,
          receivedOps: attempt?.receivedOps ?? 0,
          handedIn: attempt?.handedIn ?? false,
          complete: attempt?.complete ?? false,
          missingOps: attempt?.missingOps ?? 0,
          missingFiles: attempt?.missingFiles ?? 0,
          heardMs: (attempt && heardMsByAttempt.get(attempt.attemptId)) ?? null,
          concerns: attempt?.concerns ?? noSummaryFindings,
          waiver: row.waived_ms === null ? null : { ms: row.waived_ms, by: names.get(row.waived_by ?? 0) ?? '', reason: row.waive_reason },
          wait: findBlockerWithMarks(standing, scores.get(row.attempt_id ?? '')),
          unmarked: needsMarks(standing, scores.get(row.attempt_id ?? '')),
          points,
          passed: points === null ? null : hasPassed(points, passPoints, status),
        };
      });
    },

    async release(plan: PlanTableRow) {
      const names = await users.names(plan.released_by === null ? [] : [plan.released_by]);
      return {
        rule: plan.release_rule,
        atMs: plan.release_at_ms,
        reviewDays: plan.review_days,
        releasedMs: plan.released_ms,
        releasedBy: names.get(plan.released_by ?? 0) ?? '',
        reason: plan.release_reason,
      };
    },
  };
}
