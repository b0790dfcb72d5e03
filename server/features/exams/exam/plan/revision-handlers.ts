import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { roomCodeLeadMs } from '../../../../../sync/contract/exams/exam-revision.ts';
import { type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import { runInPlanScope } from '../../../../db/plan-scope.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, type PlanTableRow, derivePlanState } from '../exam-store.ts';
import { createPlanAccess } from '../plan-access.ts';
import { maxExaminees } from '../examinees/enlist-writes.ts';
import type { JoiningExaminee } from './plan-joining-store.ts';
import { revisePlan, computeAmendedTimes } from './plan-revision.ts';
import { listTimeErrors } from './plan-times.ts';
import { createRoomCodeService } from '../offline/room-codes.ts';
import { listExamineeRevisions, createRevisionStore } from './revision-store.ts';
import { createSeatingStore } from '../seating/seating-store.ts';
import { createSittingStore } from '../sitting/sitting-store.ts';
import { createSpareCodes } from '../offline/spare-codes.ts';

type RevisionCalls = Pick<Handlers<'exam'>, 'amend' | 'getRevisions' | 'readRevision' | 'myReleaseCodes'>;

const shownUnread = 200;

/**
 * Creates the calls for revisions of a published plan: make and list them, confirm reading, and show invigilators the release codes shortly before
 * the start.
 */
export function createRevisionHandlers(deps: ExamDeps): RevisionCalls {
  const { db, clock, sync } = deps;
  const codes = createRoomCodeService(deps.keys.personal.seal);
  const seatCode = createSpareCodes(deps.keys.personal.seal);
  const store = createExamStore(db);
  const revisions = createRevisionStore(db);
  const access = createPlanAccess(db);

  const noteLook = (plan: PlanTableRow) => ({
    entity: 'examPlan',
    id: plan.id,
    name: plan.name,
    before: {},
    after: { releaseCodes: 'seen' },
  });

  /** Prepares the users who are to join a plan, each with a new attempt id. Refuses if any user cannot join. */
  const joining = async (schoolId: number, ids: readonly number[], there: ReadonlySet<number>): Promise<JoiningExaminee[]> => {
    const twice = ids.findIndex((one, index) => there.has(one) || ids.indexOf(one) !== index);
    if (twice >= 0) refuseField('refused', `join.${twice}`, messages.joinedAlready());
    if (there.size + ids.length > maxExaminees) refuse('refused', messages.tooManyExaminees(maxExaminees));
    const found = new Map((await createUserReads(db).examUsers(schoolId, ids)).map((user) => [user.id, user]));
    const missing = ids.findIndex((one) => !found.has(one));
    if (missing >= 0) refuseField('notFound', `join.${missing}`, messages.examineeNotFound(1));
    return ids.flatMap((one) => {
      const user = found.get(one);
      return user ? [{ user, attemptId: deps.chance.uuid() }] : [];
    });
  };

  return {
    amend: ({ id, version, reason, join = [], ...wish }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        const nowMs = clock.nowMs();
        const after = computeAmendedTimes(plan, wish);
        const fields = listTimeErrors(after);
        if (after.startMs !== plan.start_ms && after.startMs <= nowMs) fields.push({ path: 'startMs', message: messages.startPast() });
        if (fields.length > 0) refuse('invalid', messages.invalidTimes(), { fields });
        const people = await store.examinees([id]);
        const joiners = await joining(caller.schoolId, join, new Set(people.map((row) => row.user_id)));
        const named = joiners.length > 0 && { joined: joiners.map(({ user }) => user.name) };
        // A plan's version and revision advance together here; `amend` checks the version in its transaction.
        const revision = plan.revision + 1;
        const entry = {
          entity: 'examPlan',
          id,
          name: plan.name,
          before: computeAmendedTimes(plan, {}),
          after: { ...after, ...wish, ...named, reason },
        };
        // Includes the joining examinees, before they are in the plan: no attempt may be entered whose start the log does not know.
        const attempts = [...people.flatMap((row) => row.attempt_id ?? []), ...joiners.map((one) => one.attemptId)];
        // Until the change is committed the log expects the later of both starts, so no op counts as early or late by the wrong one.
        await sync.expect(attempts, Math.max(plan.start_ms, after.startMs));
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs };
        try {
          return await runUnitOfWork(db, caller.schoolId, context, async (tx) => {
            const done = await store.amend(tx, { id, version }, reason, (row) => revisePlan(tx, row, wish, { joiners, nowMs }), editor);
            await context.audit.noteIn(tx, entry);
            return { ...done, revision };
          });
        } finally {
          const now = await store.byId(caller.schoolId, id);
          await sync.expect(attempts, now?.start_ms ?? plan.start_ms);
        }
      }),

    async getRevisions({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const all = (await revisions.ofPlans([id])).get(id) ?? [];
      const names = await createUserReads(db).names(all.map((one) => one.madeBy));
      const receipts = await revisions.receipts(id);
      const asked = (await store.examinees([id])).flatMap((row) => {
        const [newest] = listExamineeRevisions(all, row.user_id);
        return newest === undefined ? [] : [{ name: row.name, read: (receipts.get(row.user_id) ?? 0) >= newest.revision }];
      });
      const unread = asked.filter((one) => !one.read);
      return {
        revision: plan.revision,
        items: all.map(({ revision, ms, madeBy, reason, changes }) => ({ revision, ms, by: names.get(madeBy) ?? '', reason, changes })),
        readers: { asked: asked.length, read: asked.length - unread.length, unread: unread.slice(0, shownUnread).map((one) => one.name) },
      };
    },

    async readRevision({ planId, revision }, context) {
      const { caller, audit } = context;
      const sitting = await createSittingStore(db).ofUser(caller.schoolId, caller.userId, planId);
      if (!sitting || revision > sitting.revision) refuse('notFound', messages.notFound());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const readMs = await createRevisionStore(tx).noteRead({ planId, userId: caller.userId, revision, nowMs: clock.nowMs() });
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: sitting.name, before: {}, after: { readRevision: revision } });
        return { readMs };
      });
    },

    async myReleaseCodes({ planId }, { caller, audit }) {
      const plan = await access.plan(caller, planId);
      const mine = (await createSeatingStore(db).staff(planId)).filter((one) => one.userId === caller.userId);
      if (mine.length === 0) refuse('notFound', messages.noDuty());
      if (derivePlanState(plan) === planState.withdrawn) refuse('refused', messages.withdrawn(plan.withdraw_reason));
      if (derivePlanState(plan) !== planState.published) refuse('refused', messages.notPublished());
      const fromMs = plan.start_ms - roomCodeLeadMs;
      if (clock.nowMs() < fromMs) refuse('refused', messages.codesNotYet(fromMs));
      if (clock.nowMs() > plan.start_ms + plan.duration_ms) refuse('refused', messages.ended(plan.start_ms + plan.duration_ms));
      audit.note(noteLook(plan));
      const rooms = await createRoomReads(db).rooms(
        caller.schoolId,
        mine.map((one) => one.roomId),
      );
      const seated = await createSittingStore(db).roomByUser(planId);
      const seatsOf = async (roomId: number) => {
        const seats = [];
        for (const { user_id: userId, attempt_id: attemptId } of await store.examinees([planId])) {
          if (attemptId === null || seated.get(userId) !== roomId) continue;
          const epoch = (await sync.currentEpoch(attemptId)) + 1;
          seats.push({ attemptId, epoch, code: seatCode(attemptId, epoch) });
        }
        return seats;
      };
      const items = [];
      for (const { id: roomId, name: room, place, location } of rooms)
        items.push({ roomId, room, place, location, code: codes.codeOf(planId, roomId), seats: await seatsOf(roomId) });
      return { startMs: plan.start_ms, items };
    },
  };
}
