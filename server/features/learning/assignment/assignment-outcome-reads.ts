import { computeOwnTimes } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { computeCollectMs } from '../../exams/exam/exam-reads.ts';
import { type MarkingDeps, createMarkingReads } from '../../marking/marking/marking-reads.ts';
import { filterCurrentMarks } from './mark-basis.ts';
import { sumItemCents, applyLateRule, combineItemMarks, deriveAssignmentWorkState } from './assignment-work-state.ts';

interface Sitting {
  readonly attempt_id: string;
  readonly entered_ms: number | null;
}

export interface AssignmentOutcome {
  readonly hasBegun: boolean;
  /** True if the student handed in, or if the time is over and some answers arrived. False for returned work until it is handed in again. */
  readonly handedIn: boolean;
  readonly finished: boolean;
  /** Points that count, in hundredths; null while a person still has to mark an answer, or while nothing may be marked yet. */
  readonly cents: number | null;
  /** Time (ms) at which the outcome may change without any call; null if it cannot. */
  readonly recheckAtMs: number | null;
}

/** The return of work is stored before its op reaches the log, so the outcome is read again this long after the return. */
const settlesMs = 60_000;

/** Reads the outcome of homework and mock tests for statistics. Callers must have waited for the projection. */
export function createAssignmentOutcomeReads(deps: MarkingDeps) {
  const { db, clock, sync } = deps;
  const marking = createMarkingReads(deps);
  return {
    /** Maps the given attempts of one plan to their outcomes. */
    async readOutcomes(planId: number, sittings: readonly Sitting[]): Promise<Map<string, AssignmentOutcome>> {
      const outcomes = new Map<string, AssignmentOutcome>();
      const task = await db
        .selectFrom('assignment')
        .innerJoin('exam_plan', 'exam_plan.id', 'assignment.plan_id')
        .select(['kind', 'start_ms', 'duration_ms', 'due_ms', 'late_rule', 'late_percent', 'minutes'])
        .where('plan_id', '=', planId)
        .executeTakeFirst();
      if (task === undefined) return outcomes;
      const attemptIds = sittings.map((sitting) => sitting.attempt_id);
      const works = await db.selectFrom('assignment_work').selectAll().where('attempt_id', 'in', attemptIds).execute();
      const workOf = new Map(works.map((work) => [work.attempt_id, work]));
      const marks = await db.selectFrom('assignment_mark').selectAll().where('attempt_id', 'in', attemptIds).execute();
      const marksOf = Map.groupBy(marks, (mark) => mark.attempt_id);
      const plan = { startMs: task.start_ms, durationMs: task.duration_ms, minutes: task.minutes };
      const attempts = await Promise.all(
        sittings.map(async ({ attempt_id, entered_ms }) => {
          const ownTimes = computeOwnTimes(task.kind, plan, entered_ms);
          const endMs = computeCollectMs({ start_ms: ownTimes.startMs, duration_ms: ownTimes.durationMs });
          return { attempt_id, entered_ms, endMs, attempt: (await sync.summaries([attempt_id], endMs))[0] };
        }),
      );
      const scores = await marking.scoresOf(
        planId,
        attempts.flatMap(({ attempt }) => attempt ?? []),
      );
      const nowMs = clock.nowMs();
      for (const { attempt_id, entered_ms, endMs, attempt } of attempts) {
        const work = workOf.get(attempt_id);
        const standing = deriveAssignmentWorkState(task, attempt, work);
        const savedMarks = marksOf.get(attempt_id) ?? [];
        const currentMarks = standing.finishedMs === null ? await filterCurrentMarks(sync, attempt_id, savedMarks) : savedMarks;
        const items = standing.markable ? combineItemMarks(scores.get(attempt_id), currentMarks) : [];
        const ownEndMs = endMs + (attempt?.extensionMs ?? 0);
        const settledMs = (work?.returned_ms ?? 0) + settlesMs;
        outcomes.set(attempt_id, {
          hasBegun: entered_ms !== null || standing.answered > 0 || standing.tryNo > 1,
          handedIn: attempt !== undefined && (attempt.handedIn || (attempt.collected && standing.answered > 0)),
          finished: standing.finishedMs !== null,
          cents: applyLateRule(sumItemCents(items), task, standing.isLate),
          recheckAtMs: settledMs > nowMs ? settledMs : ownEndMs > nowMs ? ownEndMs : null,
        });
      }
      return outcomes;
    },
  };
}
