import type { ColumnType, Generated } from 'kysely';
import type { ExamPart } from '../../../sync/contract/exam-part.ts';
import type { ExamContentTables } from './exam-content.ts';
import type { PlanReleaseColumns } from './exam-release.ts';
import type { AnalysisRule, AttemptKind, LateRule, SectionTypeCode } from '../../../sync/contract/codes.ts';

interface ExamPlanTable extends PlanReleaseColumns {
  id: Generated<number>;
  school_id: number;
  /** Of its paper when it was made. */
  kind: Generated<AttemptKind>;
  part: Generated<ExamPart>;
  resit: Generated<0 | 1>;
  /** The plan whose part this is; null: the first part, which is the plan itself. */
  part_of: Generated<number | null>;
  name: string;
  /** Null: a task in words. */
  paper_id: number | null;
  start_ms: number;
  duration_ms: number;
  entry_limit_ms: number;
  earliest_hand_in_ms: number;
  notice: string;
  /** Set once, by publishing: from then on the plan changes by revisions alone, before its start, and by the release of its scores. Null again once withdrawn. */
  published_ms: number | null;
  /** Set once: it had been published, and was called off before its start. */
  withdrawn_ms: Generated<number | null>;
  withdrawn_by: Generated<number | null>;
  withdraw_reason: Generated<string>;
  /** '': everybody's own number. Else what their numbers for this exam are made by. */
  ticket_pattern: Generated<string>;
  /** `lockdownOf`. */
  lockdown: Generated<string>;
  /** What the seats were last drawn by; 0: never. */
  seat_seed: Generated<number>;
  /** 0: not published; 1: as published; each change after that counts one more. */
  revision: Generated<number>;
  version: Generated<number>;
  created_by: number;
  updated_by: number;
  updated_ms: number;
  created_ms: ColumnType<number, number, never>;
}

interface ExamExamineeTable {
  plan_id: number;
  user_id: number;
  /** Order in the plan, from 0: seats are given in it. */
  position: number;
  name: string;
  ticket_no: string;
  /** Set by publishing. */
  attempt_id: string | null;
  seat_label: string;
  /** The device that sits the attempt, and the epoch it was given. */
  device_id: string | null;
  epoch: number;
  entered_ms: number | null;
  /** Which of the plan's papers they sit. */
  variant: Generated<string>;
  /** The release of scores does not wait for them. */
  waived_ms: Generated<number | null>;
  waived_by: Generated<number | null>;
  waive_reason: Generated<string>;
}

/** The paper as frozen when a plan was published. */
interface ExamPackageTable {
  plan_id: number;
  variant: string;
  version: number;
  paper_name: string;
  question_count: number;
  total_points: number;
  pass_points: number;
  /** JSON list of { title, type }. */
  sections: string;
  sealed: string;
  size_bytes: number;
  /** The content key under the server's own key. */
  content_key: Buffer;
}

/** One question of a frozen paper, key included: never leaves the server. */
interface ExamItemTable {
  plan_id: number;
  variant: string;
  item_id: string;
  section: number;
  question_id: number;
  question_version: number;
  type: SectionTypeCode;
  points: number;
  partial: 0 | 1;
  answer_key: string;
  stem: string;
  options: string;
  analysis: string;
}

/** What a homework or a mock test has besides its plan. */
interface ExamTaskTable {
  plan_id: number;
  due_ms: number;
  late_rule: LateRule;
  /** Of the points of what came late, so many in a hundred count. */
  late_percent: number;
  analysis_rule: AnalysisRule;
  tries: number;
  /** From one's own beginning; null: the whole window. */
  minutes: number | null;
}

/** A class that a task was set for: who joins it later is given the task, too. */
interface TaskClassTable {
  plan_id: number;
  class_id: number;
}
/** The newest reminder. */
interface TaskReminderTable {
  plan_id: number;
  user_id: number;
  reminded_ms: number;
  reminded_by: number;
}

/** What was decided about one attempt; there is a row once anything was. */
interface TaskWorkTable {
  attempt_id: string;
  plan_id: number;
  user_id: number;
  variant: string;
  try_no: Generated<number>;
  /** First handed in. */
  first_ms: number | null;
  returns: Generated<number>;
  returned_ms: number | null;
  returned_by: number | null;
  return_reason: Generated<string>;
  /** Points were told; nothing that comes from then on counts by itself. */
  finished_ms: number | null;
  finished_by: number | null;
  past: Generated<0 | 1>;
}

interface TaskMarkTable {
  attempt_id: string;
  item_id: string;
  /** Null: what was counted by itself stands. */
  cent: number | null;
  comment: string;
  /** JSON of the task module; '' where nothing was said of a photo. */
  pictures: Generated<string>;
  /** JSON of the task module; '' where nothing was said of a stretch of the words. */
  notes: Generated<string>;
  marked_by: number;
  marked_ms: number;
}

interface PracticeCategoryTable {
  id: Generated<number>;
  school_id: number;
  category: string;
  opened_by: number;
  opened_ms: number;
}

interface PracticeAnswerTable {
  id: string;
  user_id: number;
  question_id: number;
  answered_ms: number;
  correct: 0 | 1;
  sitting_id: string | null;
}

interface PracticeOwnTable {
  user_id: number;
  id: string;
  kind: 'paper' | 'sitting' | 'star';
  changed_ms: number;
  /** JSON of the contract's practicePaper, practiceSitting or practiceStar. */
  body: string;
}

/** Rooms and marker groups a plan takes, in its order. */
interface PlanRoomTable {
  plan_id: number;
  room_id: number;
  position: number;
}
interface PlanGroupTable {
  plan_id: number;
  group_id: number;
  position: number;
  /** The group's rule as it was when the plan was published. */
  twice: Generated<0 | 1>;
  tolerance_cent: Generated<number>;
}
/** Who sits where; nobody else sits there in this plan. */
interface ExamSeatTable {
  plan_id: number;
  user_id: number;
  room_id: number;
  seat_no: number;
}
/** Invigilators by room. */
interface ExamStaffTable {
  plan_id: number;
  user_id: number;
  room_id: number;
}
/** The log that a room's tablets write during one plan. */
interface ExamRoomLogTable {
  plan_id: number;
  room_id: number;
  log_id: string;
}
interface ExamConfirmationTable {
  plan_id: number;
  user_id: number;
  confirmed_ms: number;
}

/** What was changed of a published plan. `changes`: JSON of `PlanChanges`. */
interface ExamRevisionTable {
  plan_id: number;
  revision: number;
  reason: string;
  changes: string;
  made_by: number;
  made_ms: number;
}
interface ExamReceiptTable {
  plan_id: number;
  user_id: number;
  revision: number;
  read_ms: number;
}
/** A machine of a room. `seat_no` 0: in reserve. */
interface RoomMachineTable {
  device_id: string;
  room_id: number;
  seat_no: number;
  token_hash: string;
  bound_by: number;
  bound_ms: number;
  seen_ms: number;
}
/** What a device last said it holds of an exam. */
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

export interface ExamTables extends ExamContentTables {
  exam_revision: ExamRevisionTable;
  exam_receipt: ExamReceiptTable;
  room_machine: RoomMachineTable;
  exam_ready: ExamReadyTable;
  exam_ready_report: ReadyReportTable;
  exam_task: ExamTaskTable;
  task_class: TaskClassTable;
  task_reminder: TaskReminderTable;
  task_work: TaskWorkTable;
  task_mark: TaskMarkTable;
  practice_category: PracticeCategoryTable;
  practice_answer: PracticeAnswerTable;
  practice_own: PracticeOwnTable;
  exam_plan_room: PlanRoomTable;
  exam_plan_group: PlanGroupTable;
  exam_seat: ExamSeatTable;
  exam_staff: ExamStaffTable;
  exam_room_log: ExamRoomLogTable;
  exam_confirmation: ExamConfirmationTable;
  exam_plan: ExamPlanTable;
  exam_examinee: ExamExamineeTable;
  exam_package: ExamPackageTable;
  exam_item: ExamItemTable;
}
