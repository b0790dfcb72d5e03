import type { Message } from '../../http/handler.ts';
import type { PlanUse, SchoolExams, Ties } from '../../things/uses.ts';
import { examMessages as messages } from './exam-messages.ts';
import { examReads } from './exam-reads.ts';
import { planRoomReads } from './plan-room-reads.ts';

const told = (count: number, say: (count: number) => Message): Message[] => (count > 0 ? [say(count)] : []);

/** Tells other modules which exams use a person, school, room or marker group. */
export const sitterTies: Ties = async (db, userId) => told((await examReads(db).countsOf(userId)).sits, messages.tieExams);
export const keeperTies: Ties = async (db, userId) => told((await examReads(db).countsOf(userId)).keeps, messages.tiePlans);
export const schoolExams: SchoolExams = {
  counts: (db, schoolIds) => examReads(db).countsBySchool(schoolIds),
  running: (db, schoolId, nowMs) => examReads(db).runningCount(schoolId, nowMs),
};
export const planUse: PlanUse = {
  withRoom: (db, roomId, running) => planRoomReads(db).plansWithRoom(roomId, running),
  withGroup: (db, groupId) => planRoomReads(db).plansWithGroup(groupId),
};
