import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import type { Kysely } from 'kysely';
import { hasCameraRules, parseLockdown, watchRules } from '../../../../../sync/contract/exams/lockdown.ts';
import { findRetentionDays, type RetentionYears } from '../../../../../sync/domain/marking/retention.ts';
import type { Database } from '../../../../db/schema.ts';
import { getCallZone } from '../../../../http/input/call-zone.ts';
import { createSchoolReads } from '../../../people/school/school-reads.ts';
import { readPlanTimes } from '../exam-reads.ts';
import type { Sitting } from '../sitting-store.ts';

/** Reads for how many years the school retains pictures; null if none of these exams uses the camera. */
export const readPictureRetention = async (db: Kysely<Database>, schoolId: number, sittings: readonly Sitting[]) =>
  sittings.some(({ lockdown }) => hasCameraRules(parseLockdown(lockdown))) ? createSchoolReads(db).retention(schoolId) : null;

/** Returns the plan's rules for the camera with the last day on which its pictures are retained; null if it uses none. */
function readCameraRules({ kind, lockdown, start_ms, duration_ms }: Sitting, years: RetentionYears | null): PlanNotice['camera'] {
  const { entryPhoto, stillMinutes } = parseLockdown(lockdown);
  if (kind !== 'exam' || years === null || !hasCameraRules({ entryPhoto, stillMinutes })) return null;
  return { entryPhoto, stillMinutes, until: findRetentionDays(start_ms + duration_ms, years, getCallZone()).until };
}

/** Builds the notice that an examinee reads: names, times and rules of the plan, and the examinee's own seat and state. */
export function buildPlanNotice(
  sitting: Sitting,
  examineeState: Pick<PlanNotice, 'status' | 'task' | 'myStatus' | 'scoreReleased' | 'news'>,
  retention: RetentionYears | null,
): PlanNotice {
  return {
    planId: sitting.plan_id,
    kind: sitting.kind,
    name: sitting.name,
    paperName: sitting.paper_name,
    notice: sitting.notice,
    ...readPlanTimes(sitting),
    totalPoints: sitting.total_points,
    passPoints: sitting.pass_points,
    questionCount: sitting.question_count,
    attemptId: sitting.attempt_id,
    seatLabel: sitting.kind === 'exam' ? sitting.seat_label : '',
    ticketNo: sitting.kind === 'exam' ? sitting.ticket_no : '',
    withdrawn: sitting.withdrawn_ms === null ? null : { ms: sitting.withdrawn_ms, reason: sitting.withdraw_reason },
    revision: sitting.revision,
    lockdown: sitting.kind === 'exam' ? watchRules.parse(parseLockdown(sitting.lockdown)) : null,
    camera: readCameraRules(sitting, retention),
    ...examineeState,
  };
}
