import type { Kysely, Selectable } from 'kysely';
import { machineReport, type MachineReport, spareSeatNumber } from '../../../../../sync/contract/exams/exam-readiness.ts';
import type { Database } from '../../../../db/schema.ts';

export type MachineRow = Selectable<Database['room_machine']>;
type RoomSetup = Selectable<Database['room_setup']>;

/** Stores the registered machines of rooms, their last reports, and who signed that a room is ready. */
export function createReadinessStore(db: Kysely<Database>) {
  return {
    /**
     * Registers a machine and replaces the one at its seat. Spare machines share one seat number; once there are `mostSpares`, the one that was
     * unseen for longest is removed.
     */
    async bind(machine: MachineRow, mostSpares: number): Promise<void> {
      const seatMachines = await db
        .selectFrom('room_machine')
        .select('device_id')
        .where('room_id', '=', machine.room_id)
        .where('seat_no', '=', machine.seat_no)
        .orderBy('seen_ms', 'desc')
        .execute();
      const removedIds = seatMachines.slice(machine.seat_no === spareSeatNumber ? mostSpares - 1 : 0).map((row) => row.device_id);
      if (removedIds.length > 0) await db.deleteFrom('room_machine').where('device_id', 'in', removedIds).execute();
      await db.insertInto('room_machine').values(machine).execute();
    },

    /** Finds the room that a valid registration code belongs to. */
    roomOfCode: (code: string, nowMs: number) =>
      db
        .selectFrom('room_setup')
        .innerJoin('exam_room', 'exam_room.id', 'room_setup.room_id')
        .where('code', '=', code)
        .where('expires_ms', '>', nowMs)
        .selectAll('room_setup')
        .select(['exam_room.school_id', 'exam_room.name as room'])
        .executeTakeFirst(),

    setup: (roomId: number) => db.selectFrom('room_setup').selectAll().where('room_id', '=', roomId).executeTakeFirst(),

    putSetup: (row: RoomSetup) =>
      db
        .insertInto('room_setup')
        .values(row)
        .onConflict((conflict) => conflict.column('room_id').doUpdateSet(row))
        .execute(),

    async setSetup(roomId: number, set: Partial<RoomSetup>): Promise<void> {
      await db.updateTable('room_setup').set(set).where('room_id', '=', roomId).execute();
    },

    async unbind(machineId: string): Promise<void> {
      await db.deleteFrom('room_machine').where('device_id', '=', machineId).execute();
    },

    byHash: (hash: string) =>
      db
        .selectFrom('room_machine')
        .innerJoin('exam_room', 'exam_room.id', 'room_machine.room_id')
        .where('token_hash', '=', hash)
        .selectAll('room_machine')
        .select(['exam_room.school_id', 'exam_room.name as room'])
        .executeTakeFirst(),

    ofRoom: (roomId: number): Promise<MachineRow[]> =>
      db.selectFrom('room_machine').selectAll().where('room_id', '=', roomId).orderBy('seat_no').orderBy('device_id').execute(),

    async markSeen(machineId: string, nowMs: number): Promise<void> {
      await db.updateTable('room_machine').set({ seen_ms: nowMs }).where('device_id', '=', machineId).execute();
    },

    /** Lists up to 20 published exams that use a room between `nowMs` and `untilMs`. */
    plansOfRoom: (schoolId: number, roomId: number, nowMs: number, untilMs: number) =>
      db
        .selectFrom('exam_plan_room')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_plan_room.plan_id')
        .where('room_id', '=', roomId)
        .where('school_id', '=', schoolId)
        .where('published_ms', 'is not', null)
        .where('start_ms', '<', untilMs)
        .where((eb) => eb(eb('start_ms', '+', eb.ref('duration_ms')), '>', nowMs))
        .select(['exam_plan.id', 'exam_plan.name', 'revision', 'start_ms', 'duration_ms'])
        .orderBy('start_ms')
        .limit(20)
        .execute(),

    /** Lists the occupied seats of a room in a plan, with the variant of each. */
    seated: (planId: number, roomId: number) =>
      db
        .selectFrom('exam_seat')
        .innerJoin('exam_examinee', (join) =>
          join.onRef('exam_examinee.plan_id', '=', 'exam_seat.plan_id').onRef('exam_examinee.user_id', '=', 'exam_seat.user_id'),
        )
        .where('exam_seat.plan_id', '=', planId)
        .where('room_id', '=', roomId)
        .select(['seat_no as seatNo', 'variant'])
        .orderBy('seat_no')
        .execute(),

    async firstVariant(planId: number): Promise<string | undefined> {
      const row = await db.selectFrom('exam_package').select('variant').where('plan_id', '=', planId).orderBy('variant').executeTakeFirst();
      return row?.variant;
    },

    report: (planId: number, machine: Pick<MachineRow, 'device_id' | 'room_id' | 'seat_no'>, result: MachineReport, nowMs: number) => {
      const row = {
        room_id: machine.room_id,
        seat_no: machine.seat_no,
        revision: result.revision,
        holds: result.holds,
        persisted: result.persisted === null ? null : result.persisted ? (1 as const) : (0 as const),
        offset_ms: result.offsetMs,
        worker: result.worker,
        untrusted: result.untrusted ? (1 as const) : (0 as const),
        drill: result.drill === null ? '' : JSON.stringify(result.drill),
        seen_ms: nowMs,
      };
      return db
        .insertInto('exam_ready')
        .values({ plan_id: planId, device_id: machine.device_id, ...row })
        .onConflict((conflict) => conflict.columns(['plan_id', 'device_id']).doUpdateSet(row))
        .execute();
    },

    /** Maps each machine to its last report about a plan. */
    async reports(planId: number): Promise<Map<string, { ms: number; report: MachineReport }>> {
      const rows = await db.selectFrom('exam_ready').selectAll().where('plan_id', '=', planId).execute();
      return new Map(
        rows.map((row) => [
          row.device_id,
          {
            ms: row.seen_ms,
            report: machineReport.parse({
              revision: row.revision,
              holds: row.holds,
              persisted: row.persisted === null ? null : row.persisted === 1,
              offsetMs: row.offset_ms,
              worker: row.worker,
              untrusted: row.untrusted === 1,
              drill: row.drill === '' ? null : JSON.parse(row.drill),
            }),
          },
        ]),
      );
    },

    signed: (planId: number, roomId: number) =>
      db.selectFrom('exam_ready_report').selectAll().where('plan_id', '=', planId).where('room_id', '=', roomId).executeTakeFirst(),

    sign: (row: Selectable<Database['exam_ready_report']>) =>
      db
        .insertInto('exam_ready_report')
        .values(row)
        .onConflict((conflict) => conflict.columns(['plan_id', 'room_id']).doUpdateSet(row))
        .execute(),
  };
}
