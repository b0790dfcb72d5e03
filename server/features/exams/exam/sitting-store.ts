import type { Kysely } from 'kysely';
import type { AttemptKind } from '../../../../sync/contract/codes.ts';
import { computeOwnTimes } from '../../../../sync/domain/exams/attempt-kinds.ts';
import type { Database } from '../../../db/schema.ts';
import { noRoomId } from './room-codes.ts';

/** One examinee's view of a plan: the plan, its package and the examinee's own row. */
export type Sitting = NonNullable<Awaited<ReturnType<ReturnType<typeof createSittingStore>['ofUser']>>>;

/** Queries for the calls of examinees, who see only published and withdrawn plans. */
export function createSittingStore(db: Kysely<Database>) {
  const selectSittings = (schoolId: number, userId: number) =>
    db
      .selectFrom('exam_examinee')
      .innerJoin('exam_plan', 'exam_plan.id', 'exam_examinee.plan_id')
      .innerJoin('exam_package', (join) =>
        join.onRef('exam_package.plan_id', '=', 'exam_plan.id').onRef('exam_package.variant', '=', 'exam_examinee.variant'),
      )
      .leftJoin('assignment', 'assignment.plan_id', 'exam_plan.id')
      .where('exam_examinee.user_id', '=', userId)
      .where('exam_plan.school_id', '=', schoolId)
      .where((eb) => eb.or([eb('exam_plan.published_ms', 'is not', null), eb('exam_plan.withdrawn_ms', 'is not', null)]))
      .where('exam_examinee.attempt_id', 'is not', null)
      .select([
        'exam_plan.id as plan_id',
        'exam_plan.school_id',
        'exam_plan.kind',
        'exam_plan.created_by',
        'exam_plan.name',
        'exam_plan.notice',
        'exam_plan.revision',
        'exam_plan.lockdown',
        'exam_plan.start_ms',
        'exam_plan.duration_ms',
        'exam_plan.entry_limit_ms',
        'exam_plan.earliest_hand_in_ms',
        'exam_plan.withdrawn_ms',
        'exam_plan.withdraw_reason',
        'exam_plan.released_ms',
        'exam_plan.release_rule',
        'exam_plan.release_at_ms',
        'exam_plan.paper_id',
        'assignment.due_ms',
        'assignment.late_rule',
        'assignment.late_percent',
        'assignment.analysis_rule',
        'assignment.tries',
        'assignment.minutes',
        'exam_package.size_bytes',
        'exam_package.variant',
        'exam_package.version',
        'exam_package.paper_name',
        'exam_package.question_count',
        'exam_package.total_points',
        'exam_package.pass_points',
        'exam_package.sections',
        'exam_examinee.user_id',
        'exam_examinee.ticket_no',
        'exam_examinee.seat_label',
        'exam_examinee.device_id',
        'exam_examinee.epoch',
        'exam_examinee.entered_ms',
        (eb) => eb.fn.coalesce('exam_examinee.attempt_id', eb.val('')).as('attempt_id'),
      ]);

  return {
    async allOfUser(schoolId: number, userId: number) {
      const rows = await selectSittings(schoolId, userId).orderBy('exam_plan.start_ms').orderBy('exam_plan.id').execute();
      return rows.map(applyOwnTimes);
    },

    async ofUser(schoolId: number, userId: number, planId: number) {
      const row = await selectSittings(schoolId, userId).where('exam_plan.id', '=', planId).executeTakeFirst();
      return row && applyOwnTimes(row);
    },

    sealedPaper: (planId: number, variant: string) =>
      db
        .selectFrom('exam_package')
        .select(['variant', 'version', 'sealed', 'size_bytes', 'content_key'])
        .where('plan_id', '=', planId)
        .where('variant', '=', variant)
        .executeTakeFirstOrThrow(),

    /** Tells whether another published exam has the same paper and its scores are not released. */
    async isPaperAwaited({
      paper_id: paperId,
      plan_id: planId,
    }: {
      readonly paper_id: number | null;
      readonly plan_id: number;
    }): Promise<boolean> {
      if (paperId === null) return false;
      const other = await db
        .selectFrom('exam_plan')
        .select('id')
        .where('paper_id', '=', paperId)
        .where('id', '<>', planId)
        .where('published_ms', 'is not', null)
        .where('released_ms', 'is', null)
        .executeTakeFirst();
      return other !== undefined;
    },

    async roomOf(planId: number, userId: number): Promise<number> {
      const seat = await db
        .selectFrom('exam_seat')
        .select('room_id')
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return seat?.room_id ?? noRoomId;
    },

    /** Maps each seated examinee of a plan to their room; examinees without a seat are missing. */
    async roomByUser(planId: number): Promise<ReadonlyMap<number, number>> {
      const rows = await db.selectFrom('exam_seat').select(['user_id', 'room_id']).where('plan_id', '=', planId).execute();
      return new Map(rows.map((row) => [row.user_id, row.room_id]));
    },

    /** Lists the occupied rooms of a plan with the number of examinees in each. */
    roomsOf: (planId: number) =>
      db
        .selectFrom('exam_seat')
        .innerJoin('exam_room', 'exam_room.id', 'exam_seat.room_id')
        .where('exam_seat.plan_id', '=', planId)
        .groupBy(['exam_room.id', 'exam_room.name'])
        .orderBy('exam_room.id')
        .select(['exam_room.id as roomId', 'exam_room.name', (eb) => eb.fn.count<number>('exam_seat.user_id').as('people')])
        .execute(),

    /** Binds the first device of an examinee; returns false if another device was faster. */
    async bindFirst(seat: { planId: number; userId: number; deviceId: string; nowMs: number }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exam_examinee')
        .set({ device_id: seat.deviceId, entered_ms: seat.nowMs })
        .where('plan_id', '=', seat.planId)
        .where('user_id', '=', seat.userId)
        .where('device_id', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Binds the device that an epoch was granted to. Returns false if the bound device already has this epoch or a later one and keeps the seat. */
    async bindMoved(seat: { planId: number; userId: number; deviceId: string; epoch: number; nowMs: number }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exam_examinee')
        .set((eb) => ({ device_id: seat.deviceId, epoch: seat.epoch, entered_ms: eb.fn.coalesce('entered_ms', eb.val(seat.nowMs)) }))
        .where('plan_id', '=', seat.planId)
        .where('user_id', '=', seat.userId)
        .where('epoch', '<', seat.epoch)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}

interface SittingTimes {
  readonly kind: AttemptKind;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly entry_limit_ms: number;
  readonly minutes: number | null;
  readonly entered_ms: number | null;
}

/** Replaces the plan's times by the examinee's own. In a mock test they run from the moment the examinee began. */
function applyOwnTimes<S extends SittingTimes>(row: S): S & { windowStartMs: number; windowEndMs: number } {
  const windowMs = { windowStartMs: row.start_ms, windowEndMs: row.start_ms + row.duration_ms };
  const plan = { startMs: row.start_ms, durationMs: row.duration_ms, minutes: row.minutes };
  const { startMs, durationMs } = computeOwnTimes(row.kind, plan, row.entered_ms);
  const entry_limit_ms = row.kind === 'exam' ? row.entry_limit_ms : durationMs;
  return { ...row, ...windowMs, start_ms: startMs, duration_ms: durationMs, entry_limit_ms };
}
