import type { Transaction } from 'kysely';
import type { ParsedCallInput } from '../../../../../sync/contract/call.ts';
import { examStatus } from '../../../../../sync/contract/codes.ts';
import { roomCodeLeadMs, type PlanChanges, type revisionCalls } from '../../../../../sync/contract/exams/exam-revision.ts';
import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { runInPlanScope } from '../../../../db/plan-scope.ts';
import type { Database } from '../../../../db/schema.ts';
import { type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, type PlanTableRow, derivePlanState, type PlanObstacle, type RevisionResult } from '../plan/exam-store.ts';
import { maxExaminees } from '../examinees/enlist-writes.ts';
import { updateSeatLabels } from '../plan/examinee-store.ts';
import { createRoomCodeService, createSpareCodes } from '../room-codes.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { readPlanSeating } from '../seating/plan-seating.ts';
import type { OccupiedSeat } from '../seating/seat-arrangement.ts';
import { createSeatingStore, replaceRooms, writeSeats } from '../seating/seating-store.ts';
import { createSittingStore } from '../sitting-store.ts';
import { type JoiningExaminee, joinPlan } from '../plan/plan-joining-store.ts';
import { listTimeErrors } from './plan-checks.ts';
import { listExamineeRevisions, createRevisionStore } from '../plan/revision-store.ts';

type RevisionCalls = Pick<Handlers<'exam'>, 'amend' | 'getRevisions' | 'readRevision' | 'myReleaseCodes'>;

const shownUnread = 200;

type Amendment = Omit<ParsedCallInput<(typeof revisionCalls)['amend']>, 'id' | 'version' | 'reason' | 'join'>;

const columns = {
  startMs: 'start_ms',
  durationMs: 'duration_ms',
  entryLimitMs: 'entry_limit_ms',
  earliestHandInMs: 'earliest_hand_in_ms',
} as const;
type TimeName = keyof typeof columns;
const timeNames = Object.keys(columns) as TimeName[];

/** Returns the times of a plan after an amendment. */
const computeAmendedTimes = (plan: PlanTableRow, wish: Amendment): Record<TimeName, number> => ({
  startMs: wish.startMs ?? plan.start_ms,
  durationMs: wish.durationMs ?? plan.duration_ms,
  entryLimitMs: wish.entryLimitMs ?? plan.entry_limit_ms,
  earliestHandInMs: wish.earliestHandInMs ?? plan.earliest_hand_in_ms,
});

/** Moves examinees to new seats. An examinee who has the wanted seat takes the seat that becomes free. */
function moveAll(seats: readonly OccupiedSeat[], moves: NonNullable<Amendment['seats']>): OccupiedSeat[] {
  const now = seats.map((seat) => ({ ...seat }));
  for (const { userId, roomId, seatNo } of moves) {
    const mover = now.find((seat) => seat.userId === userId);
    if (mover === undefined) continue;
    const sits = now.find((seat) => seat.roomId === roomId && seat.seatNo === seatNo);
    if (sits !== undefined) Object.assign(sits, { roomId: mover.roomId, seatNo: mover.seatNo });
    Object.assign(mover, { roomId, seatNo });
  }
  return now;
}

/** Writes an amendment's changes to rooms, seats and examinees, and returns them. The caller writes the plan's own row. */
async function revisePlan(
  tx: Transaction<Database>,
  plan: PlanTableRow,
  wish: Amendment,
  { joiners, nowMs }: { readonly joiners: readonly JoiningExaminee[]; readonly nowMs: number },
): Promise<PlanObstacle | RevisionResult> {
  const after = computeAmendedTimes(plan, wish);
  const changes: PlanChanges = {};
  const changedColumns: Record<string, number | string> = {};
  for (const name of timeNames) {
    const from = plan[columns[name]];
    if (after[name] === from) continue;
    changes[name] = { from, to: after[name] };
    changedColumns[columns[name]] = after[name];
  }
  if (wish.notice !== undefined && wish.notice !== plan.notice) {
    changes.notice = { from: plan.notice, to: wish.notice };
    changedColumns['notice'] = wish.notice;
  }
  const seatChanges = await reseatExaminees(tx, plan, wish);
  if (typeof seatChanges === 'string') return seatChanges;
  const joinChanges = await joinPlan(tx, { ...plan, start_ms: after.startMs }, joiners, nowMs);
  if (typeof joinChanges === 'string') return joinChanges;
  const times = { id: plan.id, start_ms: after.startMs, duration_ms: after.durationMs };
  if ((await createSeatingStore(tx).roomsTaken(times)).length > 0) return 'roomTaken';
  return { columns: changedColumns, changes: { ...changes, ...seatChanges, ...joinChanges } };
}

async function reseatExaminees(
  tx: Transaction<Database>,
  plan: PlanTableRow,
  { rooms = [], seats = [] }: Amendment,
): Promise<PlanObstacle | Pick<PlanChanges, 'rooms' | 'seats'>> {
  if (rooms.length === 0 && seats.length === 0) return {};
  const store = createSeatingStore(tx);
  const examinees = await createExamStore(tx).examinees([plan.id]);
  const roomIdsBefore = await store.roomIds(plan.id);
  const replacements = new Map(rooms.map(({ from, to }) => [from, to]));
  const roomIds = roomIdsBefore.map((id) => replacements.get(id) ?? id);
  const roomsById = new Map(
    (await createRoomReads(tx).rooms(plan.school_id, [...new Set([...roomIdsBefore, ...roomIds])])).map((room) => [room.id, room]),
  );
  const isReal =
    rooms.every(({ from, to }) => roomIdsBefore.includes(from) && roomsById.has(to)) && new Set(roomIds).size === roomIds.length;
  if (!isReal || replacements.size < rooms.length) return 'roomUnknown';
  if (seats.some(({ userId, roomId }) => !roomIds.includes(roomId) || !examinees.some((row) => row.user_id === userId)))
    return 'seatUnknown';

  await replaceRooms(tx, plan.id, roomIds, replacements);
  const presentSeats = (await store.seats(plan.id)).map((seat) => ({ ...seat, roomId: replacements.get(seat.roomId) ?? seat.roomId }));
  await writeSeats(tx, plan.id, moveAll(presentSeats, seats));
  const ids = examinees.map((row) => row.user_id);
  // The variants are ignored here: a moved examinee keeps their paper, because their PC may hold it already.
  const { seatOf } = await readPlanSeating(tx, plan, ids, ['A']);
  if (seatOf.size < ids.length) return 'seatUnknown';
  const movedExaminees = examinees.flatMap(({ user_id: userId, name, seat_label: from }) => {
    const to = seatOf.get(userId)?.label ?? '';
    return to === from ? [] : [{ userId, name, from, to }];
  });
  await updateSeatLabels(tx, plan.id, movedExaminees);
  const addName = (id: number) => ({ id, name: roomsById.get(id)?.name ?? '' });
  return {
    ...(rooms.length > 0 && { rooms: rooms.map(({ from, to }) => ({ from: addName(from), to: addName(to) })) }),
    ...(movedExaminees.length > 0 && { seats: movedExaminees }),
  };
}

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

  const createLookNote = (plan: PlanTableRow) => ({
    entity: 'examPlan',
    id: plan.id,
    name: plan.name,
    before: {},
    after: { releaseCodes: 'seen' },
  });

  /** Prepares the users who join a plan, each with a new attempt id. Refuses if any user cannot join. */
  const prepareJoiners = async (
    schoolId: number,
    ids: readonly number[],
    presentUserIds: ReadonlySet<number>,
  ): Promise<JoiningExaminee[]> => {
    const duplicateIndex = ids.findIndex((one, index) => presentUserIds.has(one) || ids.indexOf(one) !== index);
    if (duplicateIndex >= 0) refuseField('refused', `join.${duplicateIndex}`, messages.joinedAlready());
    if (presentUserIds.size + ids.length > maxExaminees) refuse('refused', messages.tooManyExaminees(maxExaminees));
    const found = new Map((await createUserReads(db).examUsers(schoolId, ids)).map((user) => [user.id, user]));
    const missingIndex = ids.findIndex((one) => !found.has(one));
    if (missingIndex >= 0) refuseField('notFound', `join.${missingIndex}`, messages.examineeNotFound(1));
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
        const joiners = await prepareJoiners(caller.schoolId, join, new Set(people.map((row) => row.user_id)));
        const joinedNames = joiners.length > 0 && { joined: joiners.map(({ user }) => user.name) };
        // The number of the new revision is safe to compute here: `amend` checks the plan's version in its transaction, so no other revision comes in
        // between.
        const revision = plan.revision + 1;
        const entry = {
          entity: 'examPlan',
          id,
          name: plan.name,
          before: computeAmendedTimes(plan, {}),
          after: { ...after, ...wish, ...joinedNames, reason },
        };
        // Register joining examinees with the answer log before they are in the plan, so that no attempt can be entered whose start the log does not
        // know.
        const attempts = [...people.flatMap((row) => row.attempt_id ?? []), ...joiners.map((one) => one.attemptId)];
        // Until the change is committed, the answer log uses the later of the old and the new start, so that no op is taken for early or late by
        // mistake.
        await sync.registerStart(attempts, Math.max(plan.start_ms, after.startMs));
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs };
        try {
          return await runUnitOfWork(db, caller.schoolId, context, async (tx) => {
            const done = await store.amend(tx, { id, version }, reason, (row) => revisePlan(tx, row, wish, { joiners, nowMs }), editor);
            await context.audit.noteIn(tx, entry);
            return { ...done, revision };
          });
        } finally {
          const now = await store.byId(caller.schoolId, id);
          await sync.registerStart(attempts, now?.start_ms ?? plan.start_ms);
        }
      }),

    async getRevisions({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const planRevisions = (await revisions.ofPlans([id])).get(id) ?? [];
      const names = await createUserReads(db).names(planRevisions.map((one) => one.madeBy));
      const receipts = await revisions.receipts(id);
      const readers = (await store.examinees([id])).flatMap((row) => {
        const [newest] = listExamineeRevisions(planRevisions, row.user_id);
        return newest === undefined ? [] : [{ name: row.name, read: (receipts.get(row.user_id) ?? 0) >= newest.revision }];
      });
      const unreadReaders = readers.filter((one) => !one.read);
      return {
        revision: plan.revision,
        items: planRevisions.map(({ revision, ms, madeBy, reason, changes }) => ({
          revision,
          ms,
          by: names.get(madeBy) ?? '',
          reason,
          changes,
        })),
        readers: {
          asked: readers.length,
          read: readers.length - unreadReaders.length,
          unread: unreadReaders.slice(0, shownUnread).map((one) => one.name),
        },
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
      const ownDuties = (await createSeatingStore(db).staff(planId)).filter((one) => one.userId === caller.userId);
      if (ownDuties.length === 0) refuse('notFound', messages.noDuty());
      if (derivePlanState(plan) === planState.withdrawn) refuse('refused', messages.withdrawn(plan.withdraw_reason));
      if (derivePlanState(plan) !== planState.published) refuse('refused', messages.notPublished());
      const fromMs = plan.start_ms - roomCodeLeadMs;
      if (clock.nowMs() < fromMs) refuse('refused', messages.codesNotYet(fromMs));
      if (clock.nowMs() > plan.start_ms + plan.duration_ms) refuse('refused', messages.ended(plan.start_ms + plan.duration_ms));
      audit.note(createLookNote(plan));
      const rooms = await createRoomReads(db).rooms(
        caller.schoolId,
        ownDuties.map((one) => one.roomId),
      );
      const roomByUser = await createSittingStore(db).roomByUser(planId);
      const listSeatCodes = async (roomId: number) => {
        const seats = [];
        for (const { user_id: userId, attempt_id: attemptId } of await store.examinees([planId])) {
          if (attemptId === null || roomByUser.get(userId) !== roomId) continue;
          const epoch = (await sync.currentEpoch(attemptId)) + 1;
          seats.push({ attemptId, epoch, code: seatCode(attemptId, epoch) });
        }
        return seats;
      };
      const items = [];
      for (const { id: roomId, name: room, place, location } of rooms)
        items.push({ roomId, room, place, location, code: codes.codeOf(planId, roomId), seats: await listSeatCodes(roomId) });
      return { startMs: plan.start_ms, items };
    },
  };
}

/** Creates the call that withdraws a published plan. PCs that already have its package never get the key that they ask for. */
export function createWithdrawHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'withdraw'> {
  const store = createExamStore(db);
  const access = createPlanAccess(db);
  return {
    withdraw: ({ id, reason }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller } = context;
        const plan = await access.plan(caller, id);
        // The call repeats one that has already withdrawn the plan: a second click, or a retry after a lost response.
        if (plan.withdrawn_by === caller.userId && plan.withdraw_reason === reason) return { id, version: plan.version };
        const editor = { schoolId: caller.schoolId, userId: caller.userId, nowMs: clock.nowMs() };
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const done = await store.withdraw(tx, plan, reason, editor);
          const sides = { before: { status: examStatus.enabled }, after: { status: examStatus.notEnabled, reason } };
          await context.audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, ...sides });
          return done;
        });
      }),
  };
}
