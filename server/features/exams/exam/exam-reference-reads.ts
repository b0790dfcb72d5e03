import type { Message } from '../../../http/handler.ts';
import type { PlanReferences, SchoolExamReferences, FindReferences } from '../../../resources/references.ts';
import { examMessages as messages } from './exam-messages.ts';
import { createExamReads } from './exam-reads.ts';
import { createPlanRoomReads } from './seating/plan-room-reads.ts';

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
