import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../../sync/contract/exams/exam.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { createDutyReads } from './duty-reads.ts';
import { createDutyStore } from './duty-store.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { listStaffRevisions, createRevisionStore } from '../plan/revision-store.ts';
import { createSeatingStore } from '../seating/seating-store.ts';

type DutyCalls = Pick<Handlers<'exam'>, 'getStaffOptions' | 'setStaff' | 'myDuties' | 'confirmDuty'>;
type Duty = CallOutput<(typeof examCalls)['myDuties']>['items'][number];

/** Invigilators, markers and supervisors still see an exam for this long after its end. */
const shownAfterMs = 24 * 3_600_000;

/** Creates the calls about invigilators and markers: the assignments to an exam, the list of the caller's duties and their confirmation. */
export function createDutyHandlers({ db, clock }: ExamDeps): DutyCalls {
  const store = createSeatingStore(db);
  const duties = createDutyStore(db);
  const access = createPlanAccess(db);
  const users = createUserReads(db);

  const listOwnDuties = async (caller: { schoolId: number; userId: number }): Promise<Duty[]> => {
    const endAfterMs = clock.nowMs() - shownAfterMs;
    const roomDuties = await createDutyReads(db).rooms(caller.schoolId, caller.userId, endAfterMs);
    const markerDuties = (await duties.marked(caller.schoolId, endAfterMs)).flatMap(({ members, leaderId, ...row }) => {
      const membership = (JSON.parse(members) as { userId: number; quota: number }[]).find((one) => one.userId === caller.userId);
      const leads = leaderId === caller.userId;
      return membership || leads ? [{ ...row, leads, quota: membership?.quota ?? 0 }] : [];
    });
    const supervisorDuties = await duties.supervised(caller.schoolId, caller.userId, endAfterMs);
    const planIds = [...roomDuties, ...markerDuties, ...supervisorDuties].map((row) => row.planId);
    const confirmed = await duties.confirmations(caller.userId, planIds);
    const revised = await createRevisionStore(db).ofPlans(planIds);
    const head = (row: (typeof roomDuties | typeof markerDuties | typeof supervisorDuties)[number]) => ({
      planId: row.planId,
      name: row.planName,
      startMs: row.start_ms,
      durationMs: row.duration_ms,
      withdrawn: row.withdrawn_ms !== null,
      confirmedMs: confirmed.get(row.planId) ?? null,
      news: listStaffRevisions(revised.get(row.planId) ?? []),
    });
    const items: Duty[] = [];
    for (const rows of Map.groupBy(roomDuties, (row) => row.planId).values()) {
      const [first] = rows;
      const rooms = rows.map(({ roomName, location, place, address, people }) => ({
        name: roomName,
        location,
        place: place ?? '',
        address: address ?? '',
        people: people ?? 0,
      }));
      if (first) items.push({ ...head(first), duty: 'invigilator', rooms, groups: [] });
    }
    for (const rows of Map.groupBy(markerDuties, (row) => row.planId).values()) {
      const [first] = rows;
      const groups = rows.map(({ group, leads, quota }) => ({ name: group, leads, quota }));
      if (first) items.push({ ...head(first), duty: 'marker', rooms: [], groups });
    }
    for (const row of supervisorDuties) items.push({ ...head(row), duty: 'supervisor', rooms: [], groups: [] });
    return items.toSorted((a, b) => a.startMs - b.startMs || a.planId - b.planId);
  };

  return {
    async getStaffOptions({ duty }, { caller }) {
      return users.withDuty(caller.schoolId, duty);
    },

    async setStaff({ planId, roomId, userId, on }, context) {
      const { caller, audit } = context;
      const plan = await access.plan(caller, planId);
      if (!(await store.roomIds(planId)).includes(roomId)) refuse('notFound', messages.roomUnknown());
      const person = (await users.withDuty(caller.schoolId, 'invigilator')).items.find((one) => one.id === userId);
      if (on && !person) refuse('notFound', messages.notInvigilator());
      if (clock.nowMs() > plan.start_ms + plan.duration_ms) refuse('refused', messages.planOver());
      const name = person?.name ?? (await users.nameOf(userId));
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const changed = await createSeatingStore(tx).setStaff({ planId, roomId, userId }, on);
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { invigilator: name, roomId, on } });
        return { changed };
      });
    },

    async myDuties(_input, { caller }) {
      return { items: await listOwnDuties(caller) };
    },

    async confirmDuty({ planId }, context) {
      const { caller, audit } = context;
      const duty = (await listOwnDuties(caller)).find((one) => one.planId === planId);
      if (!duty) refuse('notFound', messages.noDuty());
      const confirmation = { planId, userId: caller.userId, nowMs: clock.nowMs(), sinceMs: duty.news[0]?.ms ?? 0 };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const confirmedMs = await createDutyStore(tx).confirm(confirmation);
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: duty.name, before: {}, after: { confirmed: true } });
        return { confirmedMs };
      });
    },
  };
}
