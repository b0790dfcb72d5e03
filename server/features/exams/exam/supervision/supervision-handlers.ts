import { examUserStatus } from '../../../../../sync/contract/codes.ts';
import type { BoardExaminee } from '../../../../../sync/contract/exams/exam-board.ts';
import type { SupervisedRoom } from '../../../../../sync/contract/exams/supervision.ts';
import { type Caller, type Handlers, refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, type PlanTableRow } from '../plan/exam-store.ts';
import { listPaperRecords } from '../paper-register/paper-register-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createSeatingStore } from '../seating/seating-store.ts';
import { createPlanBoard } from '../sitting/plan-board.ts';
import { createSupervisionStore, findOtherDuty, writeSupervisionReport, writeSupervisor } from './supervision-store.ts';

/** Counts examinees by state. It reads no points. */
const countStates = (people: readonly (BoardExaminee & { readonly hasEntered: boolean })[]) => {
  const count = (test: (one: (typeof people)[number]) => boolean): number => people.filter(test).length;
  return {
    people: people.length,
    entered: count((one) => one.hasEntered),
    handedIn: count((one) => one.handedIn),
    absent: count((one) => one.status === examUserStatus.absent),
    cheating: count((one) => one.status === examUserStatus.cheating),
    toMark: count((one) => one.unmarked),
    marked: count((one) => one.status === examUserStatus.finished),
  };
};

/** Creates the calls about internal supervisors: their assignment, their read-only view and their report. */
export function createSupervisionHandlers(
  deps: ExamDeps,
): Pick<Handlers<'exam'>, 'setSupervisor' | 'getSupervision' | 'reportSupervision'> {
  const { db, clock } = deps;
  const access = createPlanAccess(db);
  const board = createPlanBoard(deps);

  /** Finds a published plan that the caller supervises. Refuses anybody else as if the plan did not exist. */
  const supervised = async (caller: Caller, planId: number, within = db) => {
    const own = (await createSupervisionStore(within).find(planId, caller.userId)) ?? refuse('notFound', messages.noDuty());
    const plan = await createPlanAccess(within).published(caller, planId);
    const other = await findOtherDuty(within, plan, caller.userId);
    if (other !== null) refuse('refused', messages.supervisorHasDuty(other));
    return { plan, own };
  };

  const readRooms = async (plan: PlanTableRow, userId: number): Promise<SupervisedRoom[]> => {
    const rows = await createExamStore(db).examinees([plan.id]);
    const entered = new Set(rows.flatMap((row) => (row.entered_ms === null ? [] : row.user_id)));
    const people = (await board.examinees(plan, rows, 0, userId)).map((one) => ({ ...one, hasEntered: entered.has(one.userId) }));
    const seating = createSeatingStore(db);
    const rooms = await createRoomReads(db).rooms(plan.school_id, await seating.roomIds(plan.id));
    if (rooms.length === 0) return [{ roomId: null, name: '', location: '', invigilators: [], ...countStates(people), papers: null }];
    const roomOf = new Map((await seating.seats(plan.id)).map((seat) => [seat.userId, seat.roomId]));
    const staff = await seating.staff(plan.id);
    const papers = new Map((await listPaperRecords(db, plan.id)).map((one) => [one.roomId, one]));
    return rooms.map(({ id, name, place, location }) => {
      const record = papers.get(id);
      return {
        roomId: id,
        name,
        location: [place, location].filter(Boolean).join(' '),
        invigilators: staff.filter((one) => one.roomId === id).map((one) => one.name),
        ...countStates(people.filter((one) => roomOf.get(one.userId) === id)),
        papers: record === undefined ? null : { handedOut: record.handedOut, returned: record.returned },
      };
    });
  };

  return {
    async setSupervisor({ planId, userId, on }, context) {
      const { caller, audit } = context;
      const plan = await access.plan(caller, planId);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const users = createUserReads(tx);
        if (on) {
          const person = (await users.withDuty(caller.schoolId, 'invigilator')).items.find((one) => one.id === userId);
          if (person === undefined) refuse('notFound', messages.notInvigilator());
          const other = await findOtherDuty(tx, plan, userId);
          if (other !== null) refuse('refused', messages.supervisorHasDuty(other));
        } else {
          // Organisers must not be able to remove a report about their exam.
          const reported = (await createSupervisionStore(tx).find(planId, userId))?.report ?? null;
          if (reported !== null) refuse('refused', messages.supervisorReported());
        }
        const changed = await writeSupervisor(tx, planId, userId, on);
        const supervisor = await users.nameOf(userId);
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { supervisor, on } });
        return { changed };
      });
    },

    async getSupervision({ planId }, { caller }) {
      const { plan, own } = await supervised(caller, planId);
      return {
        ...own,
        name: plan.name,
        part: plan.part,
        startMs: plan.start_ms,
        endMs: plan.start_ms + plan.duration_ms,
        released: plan.released_ms !== null,
        rooms: await readRooms(plan, caller.userId),
      };
    },

    reportSupervision: async ({ planId, seen, report }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const { caller, audit } = context;
        const { plan, own } = await supervised(caller, planId, tx);
        if (own.revision !== seen) refuse('conflict', messages.reportedMeanwhile());
        await writeSupervisionReport(tx, { planId, userId: caller.userId }, report, { revision: seen + 1, nowMs: clock.nowMs() });
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: own.report ?? {}, after: report });
        return {};
      }),
  };
}
