import type { Generated } from 'kysely';

/** A machine registered in a room. `seat_no` 0: spare. */
interface RoomMachineTable {
  device_id: string;
  room_id: number;
  seat_no: number;
  token_hash: string;
  bound_by: number;
  bound_ms: number;
  seen_ms: number;
}
/** The registration code of a room and its last rehearsal. */
interface RoomSetupTable {
  room_id: number;
  /** '': nobody may register. */
  code: string;
  expires_ms: number;
  left_count: number;
  opened_by: number;
  opened_ms: number;
  /** 0: never. */
  drill_ms: number;
}
/** The latest readiness report of a device for an exam. */
interface ExamReadyTable {
  plan_id: number;
  device_id: string;
  room_id: number;
  seat_no: number;
  revision: number;
  holds: string;
  persisted: 0 | 1 | null;
  offset_ms: number;
  worker: string;
  drill: string;
  untrusted: Generated<0 | 1>;
  seen_ms: number;
}
interface ReadyReportTable {
  plan_id: number;
  room_id: number;
  revision: number;
  machines: number;
  ready: number;
  exceptions: string;
  signed_by: number;
  signed_ms: number;
}

/** Tables of the PCs in exam rooms and of their readiness. */
export interface ReadinessTables {
  room_machine: RoomMachineTable;
  room_setup: RoomSetupTable;
  exam_ready: ExamReadyTable;
  exam_ready_report: ReadyReportTable;
}
