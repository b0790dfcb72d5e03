import type { LateRule, AnalysisRule } from '../../../sync/contract/codes.ts';
import { integer, text, flag, defineTable } from './table.ts';

export const assignmentTables = {
  /** Settings of a homework or mock test that its plan lacks. The plan's time is the whole window, including the time for late hand-ins. */
  assignment: defineTable({
    plan_id: integer().primaryKey().references('exam_plan', 'CASCADE'),
    due_ms: integer(),
    late_rule: text<LateRule>().check("late_rule IN ('refused', 'marked', 'shareOff')"),
    /** Percentage of its points that an answer gets if it was handed in late. */
    late_percent: integer(),
    analysis_rule: text<AnalysisRule>().check("analysis_rule IN ('never', 'atOnce', 'afterHandIn', 'afterFinish', 'afterWindow')"),
    tries: integer(),
    /** Time limit in minutes, counted from when the learner starts; null: as long as the plan's window is open. */
    minutes: integer().nullable(),
  }),
  /** A class that the assignment was set for. Students who join the class later get it too. */
  assignment_class: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      class_id: integer().references('class', 'CASCADE'),
    },
    {
      primaryKey: 'plan_id, class_id',
      withoutRowid: true,
      indexes: {
        assignment_class_class: 'class_id, plan_id',
      },
    },
  ),
  /** The latest reminder that a learner got about an assignment. */
  assignment_reminder: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user', 'CASCADE'),
      reminded_ms: integer(),
      reminded_by: integer(),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
      indexes: {
        assignment_reminder_user: 'user_id',
      },
    },
  ),
  /**
   * Records of the server and of teachers about one attempt at an assignment, such as its return to the learner. The row is made with the first
   * record. Earlier tries have rows too.
   */
  assignment_work: defineTable(
    {
      attempt_id: text().primaryKey(),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      variant: text(),
      try_no: integer().default(1),
      /** Time of the first hand-in. A correction after a return is not late. */
      first_ms: integer().nullable(),
      returns: integer().default(0),
      returned_ms: integer().nullable(),
      returned_by: integer().nullable(),
      return_reason: text().default(''),
      /** When the learner was shown the points. Answers that arrive later do not count automatically. */
      finished_ms: integer().nullable(),
      finished_by: integer().nullable(),
      /** 1: the learner has begun another try, which replaces this one. */
      past: flag().default(0),
    },
    {
      withoutRowid: true,
      indexes: {
        assignment_work_plan: 'plan_id, user_id',
      },
    },
  ),
  /** Mark and comment of a teacher for one answer. Its points override the automatic points. */
  assignment_mark: defineTable(
    {
      attempt_id: text(),
      item_id: text(),
      /** Points in hundredths; null: the automatic points apply. */
      cent: integer().nullable(),
      comment: text(),
      marked_by: integer(),
      marked_ms: integer(),
      /** Remarks on the photos of the answer as JSON, in a format of the assignment feature; '' if no photo has a remark. */
      pictures: text().default(''),
      /** Notes on passages of the answer's text as JSON, in a format of the assignment feature; '' if no passage has a note. */
      notes: text().default(''),
    },
    {
      primaryKey: 'attempt_id, item_id',
      withoutRowid: true,
    },
  ),
};
