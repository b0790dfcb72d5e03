import { machinePlanLeadMs, spareSeatNumber } from '../../../../../sync/contract/exams/exam-readiness.ts';
import { listMachineProblems } from '../../../../../sync/domain/exams/machine-readiness.ts';
import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { type Caller, type Handlers, refuse } from '../../../../http/handler.ts';
import { runInScope } from '../../../../db/lock-scope.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { derivePlanState } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { hashMachineTicket } from './room-setup-handlers.ts';
import { createReadinessStore } from './readiness-store.ts';
import { createContentKeyVault } from '../content-key.ts';
import { createRoomCodeService } from '../room-codes.ts';
import { createSeatingStore } from '../seating/seating-store.ts';
import { createSittingStore } from '../sitting-store.ts';

type ReadyCalls = Pick<Handlers<'exam'>, 'machineWork' | 'machinePackage' | 'machineReport' | 'getReadiness' | 'signReadiness'>;

/**
 * Creates the calls of "machines" (PCs that are registered for a seat of an exam room) and of their readiness. A machine fetches the sealed packages
 * of its seat in advance and reports its state. No user is signed in on it, and without a key the packages cannot be opened.
 */
export function createReadinessHandlers(deps: ExamDeps): ReadyCalls {
  const { db, clock, chance } = deps;
  const codes = createRoomCodeService(deps.keys.personal.seal);
  const contentKeys = createContentKeyVault(deps.keys.personal.seal, chance);
  const store = createReadinessStore(db);
  const access = createPlanAccess(db);

  const machineOf = async (ticket: string) =>
    (await store.byHash(hashMachineTicket(ticket))) ?? refuse('forbidden', messages.machineUnknown());
  type Machine = Awaited<ReturnType<typeof machineOf>>;
  const plansOf = (machine: Machine) => {
    const nowMs = clock.nowMs();
    return store.plansOfRoom(machine.school_id, machine.room_id, nowMs, nowMs + machinePlanLeadMs);
  };
  /** Returns the variant of the examinee at this seat, else the plan's first variant. */
  const variantFor = async (planId: number, machine: Machine): Promise<string> => {
    const seat = (await store.seated(planId, machine.room_id)).find((one) => one.seatNo === machine.seat_no);
    return seat?.variant ?? (await store.firstVariant(planId)) ?? '';
  };
  const paperFor = async (planId: number, machine: Machine) =>
    createSittingStore(db).sealedPaper(planId, await variantFor(planId, machine));

  const drillMsOf = async (roomId: number): Promise<number | null> => (await store.setup(roomId))?.drill_ms || null;

  const board = async (caller: Pick<Caller, 'schoolId'>, id: number, roomId: number) => {
    const plan = await access.plan(caller, id);
    const [room] = await createRoomReads(db).rooms(caller.schoolId, [roomId]);
    if (room === undefined || !(await createSeatingStore(db).roomIds(id)).includes(roomId)) refuse('notFound', messages.roomUnknown());
    const reports = await store.reports(id);
    const machines = (await store.ofRoom(roomId)).map((machine) => {
      const machineReport = reports.get(machine.device_id);
      return {
        machineId: machine.device_id,
        seatNo: machine.seat_no,
        seenMs: machine.seen_ms,
        reportedMs: machineReport?.ms ?? null,
        report: machineReport?.report ?? null,
      };
    });
    return { plan, room, machines, seats: await store.seated(id, roomId) };
  };

  return {
    async machineWork({ ticket }) {
      const machine = await machineOf(ticket);
      await runInScope(machine.school_id, () => store.markSeen(machine.device_id, clock.nowMs()));
      const plans = [];
      for (const plan of await plansOf(machine)) {
        const paper = await paperFor(plan.id, machine);
        plans.push({
          planId: plan.id,
          name: plan.name,
          revision: plan.revision,
          startMs: plan.start_ms,
          endMs: plan.start_ms + plan.duration_ms,
          variant: paper.variant,
          version: paper.version,
        });
      }
      return { room: machine.room, seatNo: machine.seat_no, serverNow: clock.nowMs(), drillMs: await drillMsOf(machine.room_id), plans };
    },

    async machinePackage({ ticket, planId }) {
      const machine = await machineOf(ticket);
      if (!(await plansOf(machine)).some((plan) => plan.id === planId)) refuse('notFound', messages.notFound());
      const { variant, version, sealed, size_bytes, content_key } = await paperFor(planId, machine);
      const name = { planId, variant, version };
      const codeWrap = await codes.wrapOf(machine.room_id, name, () => Uint8Array.from(contentKeys.open(content_key, name)));
      return { ...name, sealed, sizeBytes: size_bytes, codeWrap };
    },

    async machineReport({ ticket, planId, report }) {
      const machine = await machineOf(ticket);
      if (!(await plansOf(machine)).some((plan) => plan.id === planId)) refuse('notFound', messages.notFound());
      const nowMs = clock.nowMs();
      await runInScope(machine.school_id, () => store.report(planId, machine, report, nowMs));
      return { serverNow: nowMs };
    },

    async getReadiness({ id, roomId }, { caller }) {
      const found = await board(caller, id, roomId);
      const { plan, room, machines, seats } = found;
      const row = await store.signed(id, roomId);
      const by = row && (await createUserReads(db).nameOf(row.signed_by));
      return {
        serverNow: clock.nowMs(),
        revision: plan.revision,
        startMs: plan.start_ms,
        room,
        drillMs: await drillMsOf(roomId),
        seats,
        machines,
        signed: row
          ? {
              revision: row.revision,
              machines: row.machines,
              ready: row.ready,
              exceptions: row.exceptions,
              by: by ?? '',
              ms: row.signed_ms,
            }
          : null,
      };
    },

    async signReadiness({ id, roomId, exceptions }, context) {
      const { caller, audit } = context;
      const found = await board(caller, id, roomId);
      const { plan, room, machines, seats } = found;
      if (derivePlanState(plan) !== planState.published) refuse('refused', messages.notPublished());
      const nowMs = clock.nowMs();
      const variants = new Map(seats.map((seat) => [seat.seatNo, seat.variant]));
      const isReady = ({ report, seenMs, seatNo }: (typeof machines)[number]): boolean =>
        listMachineProblems(report, seenMs, { revision: plan.revision, variant: variants.get(seatNo), worker: undefined }, nowMs).length ===
        0;
      const readyMachines = machines.filter((machine) => isReady(machine));
      const seatsWithoutMachine = seats.filter((seat) => !readyMachines.some((machine) => machine.seatNo === seat.seatNo));
      const spares = readyMachines.filter((machine) => machine.seatNo === spareSeatNumber).length;
      // If seats have neither a ready machine nor a ready spare, the room can be signed as ready only with a stated reason.
      if (seatsWithoutMachine.length > spares && exceptions === '') refuse('refused', messages.notAllReady(seatsWithoutMachine.length));
      const after = { roomReady: room.name, ready: readyMachines.length, exceptions };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createReadinessStore(tx).sign({
          plan_id: id,
          room_id: roomId,
          revision: plan.revision,
          machines: machines.length,
          ready: readyMachines.length,
          exceptions,
          signed_by: caller.userId,
          signed_ms: nowMs,
        });
        await audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, before: {}, after });
        return { signedMs: nowMs };
      });
    },
  };
}
