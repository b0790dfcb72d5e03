import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

/** Finds the plans that use a room or a marker group. */
export function createPlanRoomReads(db: Kysely<Database>) {
  return {
    /** Names up to three plans that use a room. `running`: only plans that are published and not over at `nowMs`. */
    async plansWithRoom(roomId: number, running?: { readonly nowMs: number }): Promise<string[]> {
      let plans = db
        .selectFrom('exam_plan_room')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_plan_room.plan_id')
        .where('room_id', '=', roomId)
        .select('exam_plan.name');
      if (running !== undefined)
        plans = plans
          .where('published_ms', 'is not', null)
          .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', running.nowMs));
      return (await plans.orderBy('exam_plan.id').limit(3).execute()).map((row) => row.name);
    },

    async plansWithGroup(groupId: number): Promise<string[]> {
      const rows = await db
        .selectFrom('exam_plan_group')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_plan_group.plan_id')
        .where('group_id', '=', groupId)
        .select('exam_plan.name')
        .orderBy('exam_plan.id')
        .limit(3)
        .execute();
      return rows.map((row) => row.name);
    },
  };
}
