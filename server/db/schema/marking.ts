import type { CertificateLevel } from '../../../sync/contract/codes.ts';
import { defaultCertificatePattern } from '../../../sync/contract/certificate-number.ts';
import { reportTemplateResource } from '../../../sync/contract/applications/report.ts';
import { defineResourceTable } from './resource-table.ts';
import { bytes, caselessText, rowId, text, integer, flag, real, defineTable } from './table.ts';

export const markingTables = {
  certificate: defineTable(
    {
      id: rowId(),
      number: text().unique(),
      school_id: integer().references('school'),
      plan_id: integer().references('exam_plan'),
      user_id: integer().references('user'),
      name: text(),
      profession: text(),
      level: integer<CertificateLevel>(),
      /** JSON list of { name, points, passPoints }, one for each part of the exam (theory, practical, review) that was passed. */
      parts: text(),
      issued_by: integer().references('user'),
      issued_ms: integer(),
      revoked_ms: integer().nullable(),
      revoke_reason: text().default(''),
      /** Pattern from which the certificate's number was made. */
      pattern: text().defaultOfOldRows(defaultCertificatePattern),
    },
    {
      unique: 'plan_id, user_id',
      indexes: {
        certificate_user: 'user_id',
        certificate_school: 'school_id',
        certificate_by: 'issued_by',
      },
    },
  ),
  certificate_serial: defineTable(
    {
      prefix: text().primaryKey(),
      last: integer(),
    },
    {
      withoutRowid: true,
    },
  ),
  report_template: defineResourceTable(reportTemplateResource, { name: caselessText(), kind: text(), columns: text() }),
  key_correction: defineTable(
    {
      id: rowId(),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      question_id: integer(),
      /** The corrected answer key as JSON of `KeyCorrection`, or the text `null` if the key that was frozen at publication counts again. */
      correction: text(),
      reason: text(),
      changed: integer(),
      corrected_by: integer().references('user'),
      corrected_ms: integer(),
    },
    {
      indexes: {
        key_correction_plan: 'plan_id, question_id, id',
        key_correction_by: 'corrected_by',
      },
    },
  ),
  score_review: defineTable(
    {
      plan_id: integer(),
      user_id: integer(),
      text: text(),
      asked_ms: integer(),
      granted: flag().nullable(),
      answer: text().default(''),
      answered_by: integer().nullable().references('user'),
      answered_ms: integer().nullable(),
    },
    {
      primaryKey: 'plan_id, user_id',
      foreignKey: '(plan_id, user_id) REFERENCES exam_examinee (plan_id, user_id) ON DELETE CASCADE',
      withoutRowid: true,
      indexes: {
        score_review_user: 'user_id',
        score_review_by: 'answered_by',
      },
    },
  ),
  /** Points of an exam on paper: entered by one of two clerks (`round` 1 or 2), or decided by the marking leader where the two differ (`round` 3). */
  paper_entry: defineTable(
    {
      plan_id: integer(),
      user_id: integer(),
      round: integer().check('round IN (1, 2, 3)'),
      /** Points in hundredths; null means that the examinee was absent. */
      cent: integer().nullable(),
      entered_by: integer().references('user'),
      entered_ms: integer(),
    },
    {
      primaryKey: 'plan_id, user_id, round',
      foreignKey: '(plan_id, user_id) REFERENCES exam_examinee (plan_id, user_id) ON DELETE CASCADE',
      withoutRowid: true,
      indexes: {
        paper_entry_by: 'entered_by',
      },
    },
  ),
  /** Scanned picture of an answer card. `reading`: JSON, null until the job has read the card. `decision`: JSON, null until a person decided. */
  card_scan: defineTable(
    {
      id: rowId(),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      url: text(),
      file_name: text(),
      sha256: bytes(),
      uploaded_by: integer().references('user'),
      uploaded_ms: integer(),
      reading: text().nullable(),
      decision: text().nullable(),
      decided_by: integer().nullable().references('user'),
      decided_ms: integer().nullable(),
      /** When the card's points became the first of the two entries for its examinee (`paper_entry`). */
      entered_ms: integer().nullable(),
    },
    {
      unique: 'plan_id, sha256',
      indexes: {
        card_scan_by: 'uploaded_by',
        card_scan_decided_by: 'decided_by',
      },
    },
  ),
  /** Points of one answer, decided by the marking leader or by a granted score review. They override the marks of all markers. */
  item_decision: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      attempt_id: text(),
      item_id: text(),
      cent: integer(),
      /** `hashAnswer` of the answer about which the decision was made. The decision does not hold for another answer. */
      basis: text(),
      reason: text(),
      decided_by: integer().references('user'),
      decided_ms: integer(),
    },
    {
      primaryKey: 'attempt_id, item_id',
      withoutRowid: true,
      indexes: {
        item_decision_plan: 'plan_id',
        item_decision_by: 'decided_by',
      },
    },
  ),
  /** Mark of one marker for one answer. */
  item_mark: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      attempt_id: text(),
      item_id: text(),
      marker_id: integer().references('user'),
      /** When the marker took the answer to mark it. After a while another marker may take it. */
      taken_ms: integer(),
      /** Points in hundredths; null: not marked yet. */
      cent: integer().nullable(),
      /** Points, comment and remarks of the marker, as JSON of `MarkerPoints`; empty: not marked yet. */
      given: text(),
      /** `hashAnswer` of the answer that the marker saw. The mark does not hold for another answer. */
      basis: text(),
      marked_ms: integer().nullable(),
      /** Answer that the marker saw, as JSON; empty: not marked yet. */
      answer: text().default(''),
    },
    {
      primaryKey: 'attempt_id, item_id, marker_id',
      withoutRowid: true,
      indexes: {
        item_mark_plan: 'plan_id, marker_id',
        item_mark_marker: 'marker_id',
      },
    },
  ),
  attempt_score: defineTable(
    {
      attempt_id: text().primaryKey(),
      plan_id: integer().references('exam_plan'),
      /** Score of the attempt in hundredths of a point, because whole numbers add up exactly. */
      points_cent: integer(),
      /** Points of each question as a JSON list of { itemId, cent, right }. */
      items: text(),
      /** Version of the counted answers that the score was computed from. If the attempt has another version, its score must be recomputed. */
      answers_version: integer(),
      marked_ms: integer(),
    },
    {
      withoutRowid: true,
      indexes: {
        attempt_score_plan: 'plan_id, marked_ms',
      },
    },
  ),
  /** Item analysis of one question in a finished exam. */
  item_figure: defineTable(
    {
      plan_id: integer().references('exam_plan'),
      question_id: integer(),
      /** Number of attempts with a scored answer to the question. */
      attempts: integer(),
      /** Mean share of the question's points that the attempts scored, from 0 to 1. */
      ease: real(),
      /** Correlation of the question's score with that of the rest of the paper; NULL if there are too few attempts or all have the same score. */
      discrimination: real().nullable(),
      /** JSON list of { id, count, mean }: how many attempts chose each option. */
      options: text().default('[]'),
    },
    {
      primaryKey: 'plan_id, question_id',
      withoutRowid: true,
      indexes: {
        item_figure_question: 'question_id',
      },
    },
  ),
  /** Number and newest time of the scores from which a plan's item analysis was computed. If they differ now, the analysis must be recomputed. */
  item_figure_plan: defineTable({
    plan_id: integer().primaryKey().references('exam_plan'),
    attempts: integer(),
    marked_ms: integer(),
  }),
};
