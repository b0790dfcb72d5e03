import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { requireVersion } from '../../../../http/stale-version.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { readExamineeFacts } from '../../../people/user/examinee-facts-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { createStationDrawStore, findOwnDraw } from '../draw/station-draw-store.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages, planFieldNames } from '../exam-messages.ts';
import { createExamStore, type PlanTableRow, derivePlanState, planHistoryKind } from '../plan/exam-store.ts';
import { listPaperRecords } from '../paper-register/paper-register-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createSameValueTest, runPlanChecks, listPlanVariants } from './plan-checks.ts';
import { createSittingStore } from '../sitting-store.ts';
import { createSupervisionStore, findOtherDuty } from '../supervision/supervision-store.ts';
import { arrangeSeatsInThread } from '../seating/arrange-seats-in-thread.ts';
import { readPlanSeating, computeTicketNumbers } from '../seating/plan-seating.ts';
import { countNeighbourPairs, countRelatedNeighbours, type OccupiedSeat } from '../seating/seat-arrangement.ts';
import { createSeatingStore } from '../seating/seating-store.ts';

type SeatingCalls = Pick<Handlers<'exam'>, 'getSeating' | 'arrange' | 'moveSeat' | 'getChecklist'>;

/**
 * Creates the calls that show and arrange the seats of a plan. A published plan shows the seat labels, variants and ticket numbers that were
 * published.
 */
export function createSeatingHandlers(deps: ExamDeps): SeatingCalls {
  const { db, clock, keys } = deps;
  const store = createExamStore(db);
  const access = createPlanAccess(db);
  const editor = (caller: { schoolId: number; userId: number }) => ({
    schoolId: caller.schoolId,
    userId: caller.userId,
    nowMs: clock.nowMs(),
  });

  /** Refuses a stale version before the expensive arrangement; the transaction checks the version again. */
  const notAsSeen = (plan: PlanTableRow, version: number): Promise<void> =>
    requireVersion(db, { ...plan, kind: planHistoryKind }, version, messages.called(), planFieldNames);

  const readSeatingDetails = async (caller: { schoolId: number }, id: number) => {
    const plan = await access.plan(caller, id);
    const examinees = await store.examinees([id]);
    const ids = examinees.map((row) => row.user_id);
    const variants = await listPlanVariants(deps, plan);
    const facts = await readExamineeFacts(db, keys.personal, ids);
    const people = ids.flatMap((userId) => facts.get(userId) ?? []);
    return { plan, examinees, variants, people, ...(await readPlanSeating(db, plan, ids, variants)) };
  };

  return {
    async getSeating({ id }, { caller }) {
      const found = await readSeatingDetails(caller, id);
      const { plan, examinees, variants, people, rooms, occupiedSeats, seatOf } = found;
      const published = derivePlanState(plan) !== planState.draft;
      const tickets = computeTicketNumbers(plan, people, seatOf);
      const papers = await listPaperRecords(db, id);
      const recorders = await createUserReads(db).names(papers.map((one) => one.updatedBy));
      const rowOf = new Map(examinees.map((row) => [row.user_id, row]));
      const variantOf = (userId: number): string => (published ? rowOf.get(userId)?.variant : seatOf.get(userId)?.variant) ?? '';
      return {
        id,
        version: plan.version,
        revision: plan.revision,
        name: plan.name,
        part: plan.part,
        startMs: plan.start_ms,
        durationMs: plan.duration_ms,
        entryLimitMs: plan.entry_limit_ms,
        published,
        variants: [...variants],
        seed: plan.seat_seed,
        rooms: rooms.map(({ seats: _seats, ...room }) => room),
        people: people.map(({ ownTicketNo: _own, ...person }) => {
          const row = rowOf.get(person.userId);
          const seat = seatOf.get(person.userId);
          return {
            ...person,
            name: row?.name ?? person.name,
            roomId: seat?.roomId ?? null,
            seatNo: seat?.seatNo ?? null,
            ticketNo: published ? (row?.ticket_no ?? '') : (tickets.get(person.userId) ?? ''),
            seatLabel: published ? (row?.seat_label ?? '') : (seat?.label ?? ''),
            variant: variantOf(person.userId),
          };
        }),
        staff: (await createSeatingStore(db).staff(id)).map(({ userId, ...one }) => ({ ...one, id: userId })),
        supervisors: await Promise.all(
          (await createSupervisionStore(db).ofPlan(id)).map(async (one) => ({ ...one, otherDuty: await findOtherDuty(db, plan, one.id) })),
        ),
        papers: papers.map((one) => ({ ...one, updatedBy: recorders.get(one.updatedBy) ?? '' })),
        sameGroup: countRelatedNeighbours(rooms, people, occupiedSeats),
        // Neighbours get different variants by their seats. But an examinee who is moved after publication keeps their paper, so neighbours can have
        // the same variant.
        sameVariant:
          variants.length < 2
            ? 0
            : countNeighbourPairs(
                rooms,
                occupiedSeats,
                createSameValueTest((userId) => variantOf(userId)),
              ),
      };
    },

    async arrange({ id, version, anew, fill, seed }, context) {
      const { caller, signal } = context;
      const found = await readSeatingDetails(caller, id);
      const { plan, people, rooms, occupiedSeats } = found;
      await notAsSeen(plan, version);
      if (rooms.length === 0) refuse('refused', messages.noRooms());
      const keptSeats = anew ? [] : occupiedSeats;
      const task = { rooms: rooms.map(({ id: roomId, seats }) => ({ id: roomId, seats })), people, keptSeats, fill, seed };
      const seats = await arrangeSeatsInThread(task, signal);
      const sameGroup = countRelatedNeighbours(rooms, people, seats);
      const summary = { seated: seats.length, kept: keptSeats.length, unseated: people.length - seats.length, sameGroup };
      const [before, after] = [{ seats: occupiedSeats.length }, { seats: seats.length, seed }];
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const versionKey = await store.reseat(tx, { id, version }, seats, seed, editor(caller));
        await context.audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, before, after });
        return { ...versionKey, ...summary };
      });
    },

    async moveSeat({ id, version, userId, to }, context) {
      const { caller } = context;
      const found = await readSeatingDetails(caller, id);
      const { plan, rooms, occupiedSeats, seatOf, people } = found;
      await notAsSeen(plan, version);
      const person = people.find((one) => one.userId === userId);
      if (!person) refuse('notFound', messages.examineeUnknown());
      const room = rooms.find((one) => one.id === to?.roomId);
      if (to !== null && (room === undefined || to.seatNo > room.seats.length)) refuse('notFound', messages.seatUnknown());
      const from = occupiedSeats.find((seat) => seat.userId === userId);
      const sits = to && occupiedSeats.find((seat) => seat.roomId === to.roomId && seat.seatNo === to.seatNo);
      const rest = occupiedSeats.filter((seat) => seat !== from && seat !== sits);
      const seats: OccupiedSeat[] = [
        ...rest,
        ...(to === null ? [] : [{ ...to, userId }]),
        // If another examinee has the wanted seat (`sits`), they take the seat that the moved examinee leaves, if there is one.
        ...(sits && sits !== from && from ? [{ ...from, userId: sits.userId }] : []),
      ];
      const [before, after] = [{ seat: seatOf.get(userId)?.label ?? '' }, { seat: to === null ? '' : `${room?.name ?? ''} ${to.seatNo}` }];
      const sides = { before: { person: person.name, ...before }, after: { person: person.name, ...after } };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const done = await store.reseat(tx, { id, version }, seats, undefined, editor(caller));
        await context.audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, ...sides });
        return done;
      });
    },

    async getChecklist({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      return { items: await runPlanChecks(deps, plan) };
    },
  };
}

/** Lists the caller's own exams with room, seat, invigilators and marker groups. The caller is the only examinee that it names. */
export function createArrangementHandlers({ db, keys }: ExamDeps): Pick<Handlers<'exam'>, 'myArrangement'> {
  const seats = createSeatingStore(db);
  return {
    async myArrangement(_input, { caller }) {
      const sittings = (await createSittingStore(db).allOfUser(caller.schoolId, caller.userId)).filter((one) => one.withdrawn_ms === null);
      const me = (await readExamineeFacts(db, keys.personal, [caller.userId])).get(caller.userId);
      if (!me) return { items: [] };
      const { ownTicketNo: _own, ...own } = me;
      const items = [];
      for (const sitting of sittings) {
        const seat = await seats.seatOf(sitting.plan_id, caller.userId);
        const [room] = seat ? await createRoomReads(db).rooms(caller.schoolId, [seat.roomId]) : [];
        const staff = seat ? (await seats.staff(sitting.plan_id)).filter((one) => one.roomId === seat.roomId) : [];
        const groups = await createRoomReads(db).groups(caller.schoolId, await seats.groupIds(sitting.plan_id));
        items.push({
          planId: sitting.plan_id,
          name: sitting.name,
          startMs: sitting.start_ms,
          durationMs: sitting.duration_ms,
          entryLimitMs: sitting.entry_limit_ms,
          room: room ?? null,
          seatNo: seat?.seatNo ?? null,
          invigilators: staff.map((one) => one.name),
          markerGroups: groups.map((group) => group.name),
          draw: findOwnDraw(await createStationDrawStore(db).newest(sitting.plan_id), sitting.start_ms, caller.userId),
          me: {
            ...own,
            ticketNo: sitting.ticket_no,
            seatLabel: sitting.seat_label,
            roomId: seat?.roomId ?? null,
            seatNo: seat?.seatNo ?? null,
          },
        });
      }
      return { items };
    },
  };
}
