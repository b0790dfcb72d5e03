import { planState } from '../../../sync/machines/exam-machine.ts';
import { codesAheadMs } from '../../../sync/contract/exam-revision.ts';
import { type Handlers, Refusal, refuse } from '../../http/handler.ts';
import { inPlanTurn } from '../../db/plan-turns.ts';
import { noted } from '../../things/noted.ts';
import { oneChange } from '../../things/one-change.ts';
import { roomReads } from '../room/room-reads.ts';
import { userReads } from '../user/user-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examMessages as messages } from './exam-messages.ts';
import { examStore, type PlanRow, stateOf } from './exam-store.ts';
import { planAccess } from './plan-access.ts';
import { planAnswer } from './plan-answer.ts';
import { mostExaminees } from './enlist-writes.ts';
import type { Joiner } from './plan-joining-store.ts';
import { revisePlan, timesAfter } from './plan-revision.ts';
import { timeFaults } from './plan-times.ts';
import { roomCodes } from './room-codes.ts';
import { newsOfExaminee, revisionStore } from './revision-store.ts';
import { seatingStore } from './seating-store.ts';
import { sittingStore } from './sitting-store.ts';
import { spareCodes } from './spare-codes.ts';

type RevisionCalls = Pick<Handlers<'exam'>, 'amend' | 'getRevisions' | 'readRevision' | 'myReleaseCodes'>;

const shownUnread = 200;

/**
 * Creates the calls for revisions of a published plan: make and list them, confirm reading, and show invigilators the release codes shortly before
 * the start.
 */
export function revisionHandlers(deps: ExamDeps): RevisionCalls {
  const { db, clock, sync } = deps;
  const codes = roomCodes(deps.keys.personal.seal);
  const seatCode = spareCodes(deps.keys.personal.seal);
  const store = examStore(db);
  const revisions = revisionStore(db);
  const access = planAccess(db);

  const noteLook = (plan: PlanRow) => ({ entity: 'examPlan', id: plan.id, name: plan.name, before: {}, after: { releaseCodes: 'seen' } });

  /** Prepares the users who are to join a plan, each with a new attempt id, or returns why they cannot join. */
  const joining = async (schoolId: number, ids: readonly number[], there: ReadonlySet<number>): Promise<Joiner[] | Refusal> => {
    const at = (index: number, message: ReturnType<typeof messages.joinedAlready>) => ({ fields: [{ path: `join.${index}`, message }] });
    const twice = ids.findIndex((one, index) => there.has(one) || ids.indexOf(one) !== index);
    if (twice >= 0) return refuse('refused', messages.joinedAlready(), at(twice, messages.joinedAlready()));
    if (there.size + ids.length > mostExaminees) return refuse('refused', messages.tooManyExaminees(mostExaminees));
    const found = new Map((await userReads(db).examUsers(schoolId, ids)).map((user) => [user.id, user]));
    const missing = ids.findIndex((one) => !found.has(one));
    if (missing >= 0) return refuse('notFound', messages.examineeNotFound(1), at(missing, messages.examineeNotFound(1)));
    return ids.flatMap((one) => {
      const user = found.get(one);
      return user ? [{ user, attemptId: deps.chance.uuid() }] : [];
    });
  };

  return {
    amend: ({ id, version, reason, join = [], ...wish }, context) =>
      inPlanTurn(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        if (plan instanceof Refusal) return plan;
        const nowMs = clock.nowMs();
        const after = timesAfter(plan, wish);
        const fields = timeFaults(after);
        if (after.startMs !== plan.start_ms && after.startMs <= nowMs) fields.push({ path: 'startMs', message: messages.startPast() });
        if (fields.length > 0) return refuse('invalid', messages.invalidTimes(), { fields });
        const people = await store.examinees([id]);
        const joiners = await joining(caller.schoolId, join, new Set(people.map((row) => row.user_id)));
        if (joiners instanceof Refusal) return joiners;
        const named = joiners.length > 0 && { joined: joiners.map(({ user }) => user.name) };
        // A plan's version and revision advance together here; `amend` checks the version in its transaction.
        const revision = plan.revision + 1;
        const entry = { entity: 'examPlan', name: plan.name, before: timesAfter(plan, {}), after: { ...after, ...wish, ...named, reason } };
        // Includes the joining examinees, before they are in the plan: no attempt may be entered whose start the log does not know.
        const attempts = [...people.flatMap((row) => row.attempt_id ?? []), ...joiners.map((one) => one.attemptId)];
        // Until the change is committed the log expects the later of both starts, so no op counts as early or late by the wrong one.
        sync.expect(attempts, Math.max(plan.start_ms, after.startMs));
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs, alongside: noted(context, entry, { revision }) };
        const change = await store.amend({ id, version }, reason, (tx, row) => revisePlan(tx, row, wish, { joiners, nowMs }), editor);
        const now = await store.byId(caller.schoolId, id);
        sync.expect(attempts, now?.start_ms ?? plan.start_ms);
        const answered = planAnswer(change, plan);
        return answered instanceof Refusal ? answered : { ...answered, revision };
      }),

    async getRevisions({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      if (plan instanceof Refusal) return plan;
      const all = (await revisions.ofPlans([id])).get(id) ?? [];
      const names = await userReads(db).names(all.map((one) => one.madeBy));
      const receipts = await revisions.receipts(id);
      const asked = (await store.examinees([id])).flatMap((row) => {
        const [newest] = newsOfExaminee(all, row.user_id);
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
      const sitting = await sittingStore(db).ofUser(caller.schoolId, caller.userId, planId);
      if (!sitting || revision > sitting.revision) return refuse('notFound', messages.notFound());
      return oneChange(db, caller.schoolId, context, async (tx) => {
        const readMs = await revisionStore(tx).noteRead({ planId, userId: caller.userId, revision, nowMs: clock.nowMs() });
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: sitting.name, before: {}, after: { readRevision: revision } });
        return { readMs };
      });
    },

    async myReleaseCodes({ planId }, { caller, audit }) {
      const plan = await access.plan(caller, planId);
      if (plan instanceof Refusal) return plan;
      const mine = (await seatingStore(db).staff(planId)).filter((one) => one.userId === caller.userId);
      if (mine.length === 0) return refuse('notFound', messages.noDuty());
      if (stateOf(plan) === planState.withdrawn) return refuse('refused', messages.withdrawn(plan.withdraw_reason));
      if (stateOf(plan) !== planState.published) return refuse('refused', messages.notPublished());
      const fromMs = plan.start_ms - codesAheadMs;
      if (clock.nowMs() < fromMs) return refuse('refused', messages.codesNotYet(fromMs));
      if (clock.nowMs() > plan.start_ms + plan.duration_ms) return refuse('refused', messages.ended(plan.start_ms + plan.duration_ms));
      audit.note(noteLook(plan));
      const rooms = await roomReads(db).rooms(
        caller.schoolId,
        mine.map((one) => one.roomId),
      );
      const seated = await sittingStore(db).roomByUser(planId);
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
