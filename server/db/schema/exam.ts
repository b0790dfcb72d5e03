import type { ColumnType, Generated } from 'kysely';
import type { ExamPart } from '../../../sync/contract/exams/exam-part.ts';
import type { ExamContentTables } from './exam-content.ts';
import type { ReadinessTables } from './exam-readiness.ts';
import type { PlanReleaseColumns } from './exam-release.ts';
import type { AnalysisRule, AttemptKind, LateRule, SectionTypeCode } from '../../../sync/contract/codes.ts';

interface ExamPlanTable extends PlanReleaseColumns {
  id: Generated<number>;
  school_id: number;
  /** Copied from the paper when the plan was made. */
  kind: Generated<AttemptKind>;
  part: Generated<ExamPart>;
  resit: Generated<0 | 1>;
  /** Id of the first part's plan; null for the first part itself. */
  part_of: Generated<number | null>;
  name: string;
  /** Null: a homework described in words. */
  paper_id: number | null;
  start_ms: number;
  duration_ms: number;
  entry_limit_ms: number;
  earliest_hand_in_ms: number;
  notice: string;
  /** Set by publishing. From then on, only revisions before the start and the release of scores change the plan. Null again after a withdrawal. */
  published_ms: number | null;
  /** Set once, when a published plan was withdrawn before its start. */
  withdrawn_ms: Generated<number | null>;
  withdrawn_by: Generated<number | null>;
  withdraw_reason: Generated<string>;
  /** Pattern of the admission ticket numbers of this exam; '': examinees use their own numbers. */
  ticket_pattern: Generated<string>;
  /** Result of `parseLockdown`. */
  lockdown: Generated<string>;
  /** Seed of the last seat arrangement; 0: none. */
  seat_seed: Generated<number>;
  /** 0: not published; 1: as published; each revision adds one. */
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
  /** Order in the plan, from 0. Seats are assigned in this order. */
  position: number;
  name: string;
  ticket_no: string;
  /** Set by publishing. */
  attempt_id: string | null;
  seat_label: string;
  /** Device that runs the attempt, and the epoch granted to it. */
  device_id: string | null;
  epoch: number;
  entered_ms: number | null;
  /** Variant of the paper that the examinee gets. */
  variant: Generated<string>;
  /** Set if the release of scores does not wait for this examinee (waiver). */
  waived_ms: Generated<number | null>;
  waived_by: Generated<number | null>;
  waive_reason: Generated<string>;
}

/** The sealed paper, frozen when the plan was published. */
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
  /** The content key, encrypted with the server's own key. */
  content_key: Buffer;
}

/** One question of a frozen paper, with its answer key. Never leaves the server. */
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

/** Settings of a homework or mock test beyond its plan. */
interface ExamTaskTable {
  plan_id: number;
  due_ms: number;
  late_rule: LateRule;
  /** Percentage of the points that a late answer counts. */
  late_percent: number;
  analysis_rule: AnalysisRule;
  tries: number;
  /** Minutes from the learner's own start; null: the whole window. */
  minutes: number | null;
}

/** A class that the assignment was set for. Students who join the class later get it too. */
interface TaskClassTable {
  plan_id: number;
  class_id: number;
}
/** The latest reminder. */
interface TaskReminderTable {
  plan_id: number;
  user_id: number;
  reminded_ms: number;
  reminded_by: number;
}

/** Decisions about one attempt; the row is made with the first decision. */
interface TaskWorkTable {
  attempt_id: string;
  plan_id: number;
  user_id: number;
  variant: string;
  try_no: Generated<number>;
  /** Time of the first hand-in. */
  first_ms: number | null;
  returns: Generated<number>;
  returned_ms: number | null;
  returned_by: number | null;
  return_reason: Generated<string>;
  /** Points were shown to the learner. Answers that arrive later do not count automatically. */
  finished_ms: number | null;
  finished_by: number | null;
  past: Generated<0 | 1>;
}

interface TaskMarkTable {
  attempt_id: string;
  item_id: string;
  /** Null: the automatic points apply. */
  cent: number | null;
  comment: string;
  /** JSON, defined by the assignment module; '' if no photo has a remark. */
  pictures: Generated<string>;
  /** JSON, defined by the assignment module; '' if no passage of the text has a note. */
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
  /** JSON of the contract's `practicePaper`, `practiceSitting` or `practiceStar`. */
  body: string;
}

/** Rooms and marker groups of a plan, in its order. */
interface PlanRoomTable {
  plan_id: number;
  room_id: number;
  position: number;
}
interface PlanGroupTable {
  plan_id: number;
  group_id: number;
  position: number;
  /** The group's rule, as it was when the plan was published. */
  twice: Generated<0 | 1>;
  tolerance_cent: Generated<number>;
}
/** Seat of an examinee. A seat holds one examinee per plan. */
interface ExamSeatTable {
  plan_id: number;
  user_id: number;
  room_id: number;
  seat_no: number;
}
/** Invigilators of a room. */
interface ExamStaffTable {
  plan_id: number;
  user_id: number;
  room_id: number;
}
/** Op log written by a room's tablets during one plan. */
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

/** One revision of a published plan. `changes`: JSON of `PlanChanges`. */
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
export interface ExamTables extends ExamContentTables, ReadinessTables {
  exam_revision: ExamRevisionTable;
  exam_receipt: ExamReceiptTable;
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
