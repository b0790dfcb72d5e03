import type { Kysely } from 'kysely';
import { examUserStatus } from '../../../sync/contract/codes.ts';
import { userRights } from '../../../sync/contract/user-rights.ts';
import { examStatusAt } from '../../../sync/machines/exam-machine.ts';
import type { Database } from '../../db/schema.ts';
import { type Caller, type Handlers, refuse } from '../../http/handler.ts';
import type { Logger, ServerClock } from '../../ports.ts';
import { classReads } from '../class/class-reads.ts';
import { collectAtMs, examReads, timesOf } from '../exam/exam-reads.ts';
import { markingReads, pointsOf, statusWithScore } from '../marking/marking-reads.ts';
import type { SyncReads } from '../sync/sync-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { recordMessages as messages } from './record-messages.ts';

export interface RecordDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
}

/** What somebody has sat, and what came of it. */
export function recordHandlers(deps: RecordDeps): Handlers<'record'> {
  const { db, clock, sync } = deps;
  const marking = markingReads(deps);

  return {
    async getList({ userId }, { caller }) {
      const user = await userReads(db).person(userId ?? caller.userId);
      if (!user || !maySee(caller, user)) return refuse('notFound', messages.notFound());
      await sync.untilProjected();
      const items = [];
      for (const sitting of await examReads(db).sittingsOf(user.id)) {
        const attempt = sync.summaries([sitting.attempt_id], collectAtMs(sitting))[0];
        // As the person sees it themselves: only what was handed in whole has a result.
        const score = attempt?.complete === true ? (await marking.scoresOf(sitting.plan_id, [attempt])).get(sitting.attempt_id) : undefined;
        const points = score ? pointsOf(score.pointsCent) : null;
        items.push({
          planId: sitting.plan_id,
          name: sitting.name,
          paperName: sitting.paper_name,
          startMs: sitting.start_ms,
          examStatus: examStatusAt(true, timesOf(sitting), clock.nowMs()),
          status: statusWithScore(attempt?.status ?? examUserStatus.awaiting, score),
          seatLabel: sitting.seat_label,
          ticketNo: sitting.ticket_no,
          points,
          totalPoints: sitting.total_points,
          passPoints: sitting.pass_points,
          passed: points === null ? null : points >= sitting.pass_points,
          receiptHash: attempt?.receipt?.digest ?? '',
          receiptMs: attempt?.receipt?.receivedMs ?? null,
        });
      }
      const classNames = await classReads(db).names(user.class_id === null ? [] : [user.class_id]);
      return {
        user: {
          id: user.id,
          name: user.name,
          login_name: user.login_name,
          student_no: user.student_no,
          class_name: user.class_id === null ? '' : (classNames.get(user.class_id) ?? ''),
        },
        items,
      };
    },
  };
}

/** Oneself, or somebody the table of rights lets one read. */
function maySee(caller: Caller, user: { id: number; school_id: number; user_type: number }): boolean {
  if (user.id === caller.userId) return true;
  const { where, reads } = userRights[caller.userType];
  return (where === 'everywhere' || user.school_id === caller.schoolId) && (reads as readonly number[]).includes(user.user_type);
}
