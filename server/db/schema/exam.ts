import type { AttemptKind, ReleaseRule, SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { ExamPart } from '../../../sync/contract/exams/exam-part.ts';
import type { CameraKind, CameraOutcome } from '../../../sync/contract/exams/camera.ts';
import { rowId, integer, text, flag, real, bytes, defineTable } from './table.ts';

export const examTables = {
  exam_plan: defineTable(
    {
      id: rowId(),
      school_id: integer().references('school'),
      name: text(),
      start_ms: integer(),
      duration_ms: integer(),
      entry_limit_ms: integer(),
      earliest_hand_in_ms: integer(),
      notice: text(),
      /** Set by publishing. From then on, only revisions before the start and the release of scores change the plan. Null again after a withdrawal. */
      published_ms: integer().nullable(),
      version: integer().default(1),
      updated_by: integer(),
      updated_ms: integer(),
      created_ms: integer().immutable(),
      /**
       * When scores are released: by a person, or by itself when everything is over. No examinee sees a score before the release (SY23, decision
       * 019).
       */
      release_rule: text<ReleaseRule>().default('byHand').check("release_rule IN ('byHand', 'whenOver')"),
      /** Set once, when the release is recorded in every attempt (SY23). No score is shown before. */
      released_ms: integer().nullable(),
      /** User who released the scores; null if the plan's own rule released them. */
      released_by: integer().nullable(),
      /** Why scores were released although answers or marks were outstanding; '' otherwise. */
      release_reason: text().default(''),
      created_by: integer().defaultOfOldRows(0),
      /** Set once, when a published plan was withdrawn before its start. `published_ms` is null again then, so no query for published plans finds it. */
      withdrawn_ms: integer().nullable(),
      withdrawn_by: integer().nullable(),
      withdraw_reason: text().default(''),
      /** Pattern of the admission ticket numbers of this exam; '': examinees use their own numbers. */
      ticket_pattern: text().default(''),
      /** Seed from which the last seat arrangement was made; 0: none. */
      seat_seed: integer().default(0),
      /** Kind of attempt, copied from the paper when the plan was made. */
      kind: text<AttemptKind>().default('exam').check("kind IN ('exam', 'test', 'homework', 'exercise')"),
      /** Number of the plan's newest revision. 0: not published; 1: as published; each revision adds one. */
      revision: integer().default(0),
      part: text<ExamPart>().default('theory').check("part IN ('theory', 'practical', 'review')"),
      resit: flag().default(0),
      /** 1: a score sheet of a performed task needs the assessor's signature. */
      signature_required: flag().default(0),
      /** Id of the plan of the exam's first part (theory, practical or review); null for the first part itself. */
      part_of: integer().nullable().references('exam_plan'),
      /** Lockdown rules as `serialiseLockdown` writes them and `parseLockdown` reads them; '' for none. */
      lockdown: text().default(''),
      /** Earliest time of release by the plan's rule; null: as soon as all conditions are met. */
      release_at_ms: integer().nullable(),
      /** Number of working days after the release of scores in which a score review may be requested. */
      review_days: integer().default(5),
      /** Paper of the plan; null for a homework that is described in words and has no paper. */
      paper_id: integer().nullable().references('paper'),
    },
    {
      indexes: {
        exam_plan_to_release: { on: 'start_ms', where: "release_rule = 'whenOver' AND published_ms IS NOT NULL AND released_ms IS NULL" },
        exam_plan_list: 'school_id, id, kind, name, created_by',
        exam_plan_start: 'school_id, start_ms, id, kind, name, created_by',
        exam_plan_name: 'school_id, name, id, kind, created_by',
        exam_plan_updated: 'school_id, updated_ms, id, kind, name, created_by',
        exam_plan_part_of: { on: 'part_of', where: 'part_of IS NOT NULL' },
        exam_plan_paper: 'paper_id',
        exam_plan_maker: 'created_by, paper_id',
      },
    },
  ),
  exam_examinee: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      /** Number of the examinee in the plan's list, from 0. Seats are assigned in this order. */
      position: integer(),
      name: text(),
      ticket_no: text(),
      /** Id of the examinee's attempt, made when the plan is published; null before. */
      attempt_id: text().nullable().unique(),
      seat_label: text().defaultOfOldRows(''),
      /** Device on which the examinee sits the attempt, and the epoch that was granted to it. */
      device_id: text().nullable(),
      epoch: integer().defaultOfOldRows(1),
      entered_ms: integer().nullable(),
      /** Variant of the paper that the examinee gets, assigned by the order of the seats. */
      variant: text().default('A'),
      /** When staff decided that the release of scores does not wait for this examinee (waiver); null otherwise. */
      waived_ms: integer().nullable(),
      waived_by: integer().nullable(),
      waive_reason: text().default(''),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
      indexes: {
        exam_examinee_user: 'user_id',
        // Index for signing in with the number on an admission ticket.
        exam_examinee_ticket: 'ticket_no',
      },
    },
  ),
  /** The encrypted paper of one variant, as exam PCs download it. It is frozen when the plan is published. */
  exam_package: defineTable(
    {
      plan_id: integer().references('exam_plan'),
      variant: text(),
      version: integer(),
      paper_name: text(),
      question_count: integer(),
      total_points: real(),
      pass_points: real(),
      /** Title and question type of each section of the paper, as a JSON list of { title, type }. */
      sections: text(),
      sealed: text(),
      size_bytes: integer(),
      /** Key that decrypts `sealed`, itself encrypted with a key of the server. */
      content_key: bytes(),
    },
    {
      primaryKey: 'plan_id, variant',
    },
  ),
  /** One question of the paper as it was frozen at publication, with its answer key. Never leaves the server. */
  exam_item: defineTable(
    {
      plan_id: integer().references('exam_plan'),
      variant: text(),
      item_id: text(),
      section: integer(),
      question_id: integer(),
      question_version: integer(),
      type: integer<SectionTypeCode>(),
      points: real(),
      partial: flag(),
      answer_key: text(),
      stem: text(),
      options: text(),
      analysis: text(),
    },
    {
      primaryKey: 'plan_id, variant, item_id',
      indexes: {
        exam_item_question: 'question_id',
      },
    },
  ),
  /** One revision of a published plan. `changes`: JSON of `PlanChanges`. */
  exam_revision: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      revision: integer(),
      reason: text(),
      /** JSON of `PlanChanges`: each changed value before and after. */
      changes: text(),
      made_by: integer(),
      made_ms: integer(),
    },
    {
      primaryKey: 'plan_id, revision',
      withoutRowid: true,
    },
  ),
  /** One draw of stations and task sheets for a practical part. The newest draw is valid. A draw never changes, except that it is published. */
  station_draw: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      /** Number of the draw in the plan; 1 for the first. */
      number: integer(),
      /** Stations, task sheets and times of the rounds, as JSON of `DrawSetup`. */
      setup: text(),
      seed: integer(),
      /** Users among whom was drawn: JSON list of their ids, in the order that the draw started from. */
      people: text(),
      /** Result of the draw for each examinee, as a JSON list of `DrawnResult`. */
      result: text(),
      /** Reason for drawing again; '' for the first draw. */
      reason: text(),
      drawn_by: integer(),
      drawn_ms: integer(),
      published_by: integer().nullable(),
      /** When the draw was published to the examinees; null: no examinee may see the result. */
      published_ms: integer().nullable(),
    },
    {
      primaryKey: 'plan_id, number',
    },
  ),
  /** Report of one use of the camera at an examinee's PC. */
  camera_report: defineTable(
    {
      attempt_id: text(),
      /** Item id that the PC gave to this report: "entry/3fa9c1d2". */
      item: text(),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      kind: text<CameraKind>().check("kind IN ('entry', 'still')"),
      outcome: text<CameraOutcome>(),
      epoch: integer(),
      /** When the picture was taken, by the clock of the PC. */
      taken_ms: integer(),
      received_ms: integer(),
      /** The picture as the PC sealed it. Null if none was taken, or once its retention is over. */
      sealed: bytes().nullable(),
    },
    {
      primaryKey: 'attempt_id, item',
      indexes: {
        camera_report_plan: 'plan_id, user_id',
        camera_report_retained: { on: 'plan_id', where: 'sealed IS NOT NULL' },
      },
    },
  ),
  /** The newest revision of a plan that a person has confirmed to have read. */
  exam_receipt: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user'),
      revision: integer(),
      read_ms: integer(),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
      indexes: {
        exam_receipt_user: 'user_id',
      },
    },
  ),
  /**
   * Content of a published plan's question, once for all variants of the paper, to find equal and similar questions. Its bands (similar questions
   * share one) are computed for the bank of the plan's school; see question-sketch.ts.
   */
  exam_question: defineTable(
    {
      plan_id: integer().references('exam_plan'),
      question_id: integer(),
      /** `hashQuestion` of the question as it was frozen when the plan was published. */
      hash: text(),
      /** Stem and options of the question as plain text. */
      plain: text(),
      /**
       * Numbers of the question's bands (near-duplicates share one, see question-sketch.ts) as a JSON list; each has a row in `exam_question_band`.
       */
      bands: text(),
    },
    {
      primaryKey: 'plan_id, question_id',
      withoutRowid: true,
      indexes: {
        exam_question_question: 'question_id',
        exam_question_hash: 'hash',
      },
    },
  ),
  exam_question_band: defineTable(
    {
      band: integer(),
      plan_id: integer().references('exam_plan'),
      question_id: integer(),
    },
    {
      primaryKey: 'band, plan_id, question_id',
      withoutRowid: true,
    },
  ),
};
