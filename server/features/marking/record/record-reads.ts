import type { Kysely } from 'kysely';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import { getExamStatusAt } from '../../../../sync/domain/exams/exam-machine.ts';
import { isIdOneOf } from '../../../db/picked-page.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import type { Caller } from '../../../http/handler.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { computeCollectMs, deriveExamineeListStatus, createExamReads, readPlanTimes } from '../../exams/exam/exam-reads.ts';
import { hasPassed, isFullyMarked, createMarkingReads, toPoints, getStatusWithScore } from '../marking/marking-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';

export interface RecordDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
}

/** Decides whose records a caller may see. */
export function createRecordRights(db: Kysely<Database>) {
  const owners = createRowOwnerStore(db);
  /** Lists the students of the classes that the caller teaches, and the examinees of published plans that the caller manages. */
  const lookedAfter = async (caller: Caller): Promise<number[]> => {
    const classes = [...(await createClassReads(db).taughtBy(caller.userId))];
    const ofPlans = owners.examineesOfKept(caller.userId);
    const rows = await db
      .selectFrom('user')
      .select('id')
      .where('school_id', '=', caller.schoolId)
      .where((eb) => eb.or([isIdOneOf(eb.ref('class_id'), classes), eb('id', 'in', ofPlans)]))
      .execute();
    return rows.map((row) => row.id);
  };
  return {
    lookedAfter,
    /** Ids of the users whose records the caller may see; null means the whole school. */
    listVisibleUserIds: (caller: Caller): Promise<number[] | null> =>
      userRights[caller.userType].records === 'all' ? Promise.resolve(null) : lookedAfter(caller),

    async maySee(caller: Caller, user: { id: number; school_id: number; user_type: number }): Promise<boolean> {
      if (user.id === caller.userId) return true;
      const { where, reads, records } = userRights[caller.userType];
      if (where !== 'everywhere' && user.school_id !== caller.schoolId) return false;
      if (!(reads as readonly number[]).includes(user.user_type)) return false;
      return records === 'all' || (records === 'lookedAfter' && (await lookedAfter(caller)).includes(user.id));
    },
  };
}

/** Reads the exams of a user and their results. */
export function createRecordReads(deps: RecordDeps) {
  const { db, clock, sync } = deps;
  const marking = createMarkingReads(deps);
  return {
    /** Returns the user's exams, the newest first. */
    async sittingsOf(userId: number) {
      await sync.waitUntilProjected();
      const items = [];
      for (const sitting of await createExamReads(db).sittingsOf(userId)) {
        const overMs = computeCollectMs(sitting);
        const attempt = (await sync.summaries([sitting.attempt_id], overMs))[0];
        // SY23: staff who look after the examinee see a score no earlier than the examinee does.
        const isReleased = attempt !== undefined && sitting.released_ms !== null;
        const score = isReleased ? (await marking.scoresOf(sitting.plan_id, [attempt])).get(sitting.attempt_id) : undefined;
        const points = score && isFullyMarked(score) ? toPoints(score.pointsCent) : null;
        const status = getStatusWithScore(deriveExamineeListStatus(attempt, sitting.entered_ms), score);
        items.push({
          planId: sitting.plan_id,
          name: sitting.name,
          paperName: sitting.paper_name,
          part: sitting.part,
          resit: sitting.resit === 1,
          test: sitting.paper_kind === 'test',
          startMs: sitting.start_ms,
          examStatus: getExamStatusAt(true, readPlanTimes(sitting), clock.nowMs()),
          status,
          enteredMs: sitting.entered_ms,
          seatLabel: sitting.seat_label,
          ticketNo: sitting.ticket_no,
          points,
          totalPoints: sitting.total_points,
          passPoints: sitting.pass_points,
          passed: points === null ? null : hasPassed(points, sitting.pass_points, status),
          receiptHash: attempt?.receipt?.digest ?? '',
          receiptMs: attempt?.receipt?.receivedMs ?? null,
        });
      }
      return items;
    },
  };
}
