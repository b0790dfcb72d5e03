import type { Message } from '../../../http/handler.ts';
import type { PlanReferences, SchoolExamReferences, FindReferences } from '../../../resources/references.ts';
import { examMessages as messages } from './exam-messages.ts';
import { createExamReads } from './exam-reads.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';

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

const buildCountMessages = (count: number, say: (count: number) => Message): Message[] => (count > 0 ? [say(count)] : []);

/** Tells other modules which exams use a person, school, room or marker group. */
export const examineeReferences: FindReferences = async (db, userId) =>
  buildCountMessages((await createExamReads(db).countsOf(userId)).sits, messages.tieExams);
export const planStaffReferences: FindReferences = async (db, userId) =>
  buildCountMessages((await createExamReads(db).countsOf(userId)).keeps, messages.tiePlans);
export const schoolExamReferences: SchoolExamReferences = {
  counts: (db, schoolIds) => createExamReads(db).countsBySchool(schoolIds),
  running: (db, schoolId, nowMs) => createExamReads(db).runningCount(schoolId, nowMs),
};
export const planReferences: PlanReferences = {
  withRoom: (db, roomId, running) => createPlanRoomReads(db).plansWithRoom(roomId, running),
  withGroup: (db, groupId) => createPlanRoomReads(db).plansWithGroup(groupId),
};
