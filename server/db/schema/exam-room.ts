import { examPlaceResource, examRoomResource, markerGroupResource } from '../../../sync/contract/exams/exam-place.ts';
import { defineResourceTable } from './resource-table.ts';
import { caselessText, text, flag, integer, defineTable } from './table.ts';

export const examRoomTables = {
  exam_place: defineResourceTable(examPlaceResource, {
    name: caselessText(),
    address: text(),
    way: text(),
    phone: text(),
    open: flag(),
  }),
  exam_room: defineResourceTable(
    examRoomResource,
    {
      place_id: integer().nullable().references('exam_place'),
      name: text(),
      location: text(),
      rows: integer(),
      columns: integer(),
      aisles: text(),
      marks: text(),
      numbering: text(),
      machines: text(),
      open: flag(),
      note: text(),
    },
    {
      indexes: {
        exam_room_place: 'place_id',
      },
    },
  ),
  marker_group: defineResourceTable(markerGroupResource, {
    name: caselessText(),
    leader_id: integer().nullable().references('user'),
    members: text(),
    note: text(),
  }),
  /** Room of a plan, with its position in the plan's list of rooms. */
  exam_plan_room: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      room_id: integer().references('exam_room'),
      position: integer(),
    },
    {
      primaryKey: 'plan_id, room_id',
      withoutRowid: true,
      indexes: {
        exam_plan_room_room: 'room_id',
      },
    },
  ),
  exam_plan_group: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      group_id: integer().references('marker_group'),
      position: integer(),
      /**
       * Marking rule of the marker group when the plan was published. `twice`: 1 if two markers mark each answer. `tolerance_cent`: largest allowed
       * difference of the two markers' points, in hundredths of a point.
       */
      twice: integer<0 | 1>().default(0),
      tolerance_cent: integer().default(0),
    },
    {
      primaryKey: 'plan_id, group_id',
      withoutRowid: true,
      indexes: {
        exam_plan_group_group: 'group_id',
      },
    },
  ),
  /** Seat of an examinee. A seat holds one examinee per plan. Its row and column decide which variant of the paper the examinee gets. */
  exam_seat: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      room_id: integer().references('exam_room'),
      seat_no: integer(),
    },
    {
      primaryKey: 'plan_id, user_id',
      unique: 'plan_id, room_id, seat_no',
      withoutRowid: true,
    },
  ),
  /** Invigilators of each room during a plan. */
  exam_staff: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      room_id: integer().references('exam_room'),
    },
    {
      primaryKey: 'plan_id, user_id, room_id',
      withoutRowid: true,
      indexes: {
        exam_staff_user: 'user_id',
      },
    },
  ),
  /** Internal supervisors of a plan, with the report of each. */
  exam_supervisor: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      /** Report of the supervisor as JSON of `SupervisionReport`; null before the first report. */
      report: text().nullable(),
      revision: integer(),
      reported_ms: integer().nullable(),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
      indexes: {
        exam_supervisor_user: 'user_id',
      },
    },
  ),
  /** Papers handed out and taken back in a room. */
  paper_register: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      room_id: integer().references('exam_room'),
      /** Numbers of papers handed out and taken back, by whom and when, as JSON of `PaperHandling`. */
      handling: text(),
      revision: integer(),
      updated_by: integer(),
      updated_ms: integer(),
    },
    {
      primaryKey: 'plan_id, room_id',
      withoutRowid: true,
    },
  ),
  /** Id of the op log that the invigilators' tablets of a room write during one plan. */
  exam_room_log: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      room_id: integer().references('exam_room', 'CASCADE'),
      log_id: text().unique(),
    },
    {
      primaryKey: 'plan_id, room_id',
      withoutRowid: true,
      indexes: {
        exam_room_log_room: 'room_id',
      },
    },
  ),
  /** Examiners and invigilators who confirmed that they will come to the exam. */
  exam_confirmation: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      confirmed_ms: integer(),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
    },
  ),
  /** When an assessor signed in on the day of an exam. */
  assessor_sign_in: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      signed_in_ms: integer(),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
    },
  ),
  /** A PC that is registered in a room. */
  room_machine: defineTable(
    {
      device_id: text().primaryKey(),
      room_id: integer().references('exam_room', 'CASCADE'),
      /** Number of the seat at which the machine stands; 0: a spare PC. */
      seat_no: integer(),
      token_hash: text().unique(),
      bound_by: integer(),
      bound_ms: integer(),
      seen_ms: integer(),
    },
    {
      withoutRowid: true,
      indexes: {
        room_machine_room: 'room_id, seat_no',
      },
    },
  ),
  /** The registration code of a room and its last rehearsal. */
  room_setup: defineTable(
    {
      room_id: integer().primaryKey().references('exam_room', 'CASCADE'),
      /** Code that is typed in on a PC to register it in this room; '': none may register. */
      code: text(),
      expires_ms: integer(),
      /** Number of PCs that may still register with this code. */
      left_count: integer(),
      opened_by: integer(),
      opened_ms: integer(),
      /** When the last rehearsal of the whole room was requested; 0: never. */
      drill_ms: integer(),
    },
    {
      indexes: {
        room_setup_code: 'code',
      },
    },
  ),
  /** The latest readiness report of a device for an exam. */
  exam_ready: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      device_id: text(),
      room_id: integer(),
      seat_no: integer(),
      revision: integer(),
      /** Variants of the sealed paper that are stored on the device, such as "AB". */
      holds: text(),
      /** Whether the browser keeps the site's storage when space is short; null: unknown. */
      persisted: flag().nullable(),
      offset_ms: integer(),
      worker: text(),
      /** Result of the last rehearsal on the device as JSON; '' if there was none. */
      drill: text(),
      seen_ms: integer(),
      /**
       * 1: the PC's browser refused to install the program for work without a network (service worker), because it does not trust the server's
       * certificate.
       */
      untrusted: flag().default(0),
    },
    {
      primaryKey: 'plan_id, device_id',
      withoutRowid: true,
    },
  ),
  exam_ready_report: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      room_id: integer(),
      revision: integer(),
      machines: integer(),
      ready: integer(),
      exceptions: text(),
      signed_by: integer(),
      signed_ms: integer(),
    },
    {
      primaryKey: 'plan_id, room_id',
      withoutRowid: true,
    },
  ),
};
