import type { Kysely } from 'kysely';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import { dutyPlanColumns } from '../exam/examinees/duty-reads.ts';

/** Reads the invigilators, seats and logs of rooms. */
export function createInvigilationStore(db: Kysely<Database>) {
  return {
    /** Lists the rooms of a plan that have a log, because a tablet has entered them. */
    logsOf: (schoolId: number, planId: number) =>
      db
        .selectFrom('exam_room_log')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_room_log.plan_id')
        .innerJoin('exam_room', 'exam_room.id', 'exam_room_log.room_id')
        .where('exam_plan.school_id', '=', schoolId)
        .where('exam_room_log.plan_id', '=', planId)
        .select([...dutyPlanColumns, 'log_id as logId', 'exam_room.id as roomId', 'exam_room.name as roomName'])
        .orderBy('exam_room.name')
        .execute(),

    staffOf: (planId: number, roomId: number) =>
      db
        .selectFrom('exam_staff')
        .innerJoin('user', 'user.id', 'exam_staff.user_id')
        .where('plan_id', '=', planId)
        .where('room_id', '=', roomId)
        .select(['exam_staff.user_id as userId', 'user.name'])
        .orderBy('user.name')
        .orderBy('exam_staff.user_id')
        .execute(),

    /** Lists the examinees of a room by seat. */
    async seated(planId: number, roomId: number) {
      const rows = await db
        .selectFrom('exam_seat')
        .innerJoin('exam_examinee', (join) =>
          join.onRef('exam_examinee.plan_id', '=', 'exam_seat.plan_id').onRef('exam_examinee.user_id', '=', 'exam_seat.user_id'),
        )
        .where('exam_seat.plan_id', '=', planId)
        .where('exam_seat.room_id', '=', roomId)
        .select([
          'exam_seat.user_id as userId',
          'seat_no as seatNo',
          'name',
          'ticket_no as ticketNo',
          'attempt_id as attemptId',
          'entered_ms as enteredMs',
        ])
        .orderBy('seat_no')
        .execute();
      return rows.flatMap(({ attemptId, ...row }) => (attemptId === null ? [] : [{ ...row, attemptId }]));
    },

    /** Returns the id of a room's log. The first tablet creates the log; each later poll of the board calls this and only reads. */
    async logOf(planId: number, roomId: number, freshId: string): Promise<string> {
      const known = db.selectFrom('exam_room_log').select('log_id').where('plan_id', '=', planId).where('room_id', '=', roomId);
      const found = await known.executeTakeFirst();
      if (found) return found.log_id;
      const add = db
        .insertInto('exam_room_log')
        .values({ plan_id: planId, room_id: roomId, log_id: freshId })
        .onConflict((conflict) => conflict.doNothing());
      await runInScope('nothing', () => add.execute());
      return (await known.executeTakeFirstOrThrow()).log_id;
    },

    roomOfLog: (logId: string) =>
      db
        .selectFrom('exam_room_log')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_room_log.plan_id')
        .where('log_id', '=', logId)
        .select([...dutyPlanColumns, 'room_id as roomId'])
        .executeTakeFirst(),

    /** Finds the log of the room in which an attempt is taken; undefined if no tablet has entered the room. */
    logOfAttempt: (attemptId: string) =>
      db
        .selectFrom('exam_examinee')
        .innerJoin('exam_seat', (join) =>
          join.onRef('exam_seat.plan_id', '=', 'exam_examinee.plan_id').onRef('exam_seat.user_id', '=', 'exam_examinee.user_id'),
        )
        .innerJoin('exam_room_log', (join) =>
          join.onRef('exam_room_log.plan_id', '=', 'exam_seat.plan_id').onRef('exam_room_log.room_id', '=', 'exam_seat.room_id'),
        )
        .where('attempt_id', '=', attemptId)
        .select('log_id as logId')
        .executeTakeFirst(),

    /** Lists the logs of plans that ended less than 30 days ago or have not ended. */
    async recentLogs(nowMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom('exam_room_log')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_room_log.plan_id')
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', nowMs - 30 * 24 * 3_600_000))
        .select('log_id')
        .execute();
      return rows.map((row) => row.log_id);
    },

    /** Reads figures of the published paper, which are the same for all variants. */
    paperOf: (planId: number) =>
      db
        .selectFrom('exam_package')
        .select(['question_count as questionCount', 'total_points as totalPoints', 'pass_points as passPoints'])
        .where('plan_id', '=', planId)
        .orderBy('variant')
        .limit(1)
        .executeTakeFirst(),
  };
}
