import type { Generated } from 'kysely';
import type { ProfessionLevel } from '../../../sync/contract/codes.ts';

interface AttemptScoreTable {
  attempt_id: string;
  plan_id: number;
  /** Hundredths of a point, because whole numbers add up exactly. */
  points_cent: number;
  /** JSON list of { itemId, cent, right }. */
  items: string;
  /** Version of the counted answers that the score was computed from. If the attempt has another version, its score must be recomputed. */
  answers_version: number;
  marked_ms: number;
}

/** Item analysis of one question in a finished exam. */
interface ItemFigureTable {
  plan_id: number;
  question_id: number;
  attempts: number;
  ease: number;
  discrimination: number | null;
  /** JSON list of { id, count, mean }. */
  options: Generated<string>;
}

/** Scores that a plan's item analysis was computed from. */
interface ItemFigurePlanTable {
  plan_id: number;
  attempts: number;
  marked_ms: number;
}

/** Mark of one marker for one answer. */
interface ItemMarkTable {
  plan_id: number;
  attempt_id: string;
  item_id: string;
  marker_id: number;
  /** When the marker took the answer. After a while another marker may take it. */
  taken_ms: number;
  /** Hundredths of a point; null: not marked yet. */
  cent: number | null;
  /** JSON of `MarkerPoints`; empty: not marked yet. */
  given: string;
  /** `hashAnswer` the marked answer. */
  basis: string;
  /** JSON of the marked answer; empty: not marked yet. */
  answer: Generated<string>;
  marked_ms: number | null;
}

/** Points decided by the marking leader or by a granted score review. Overrides all marks. */
interface ItemDecisionTable {
  plan_id: number;
  attempt_id: string;
  item_id: string;
  cent: number;
  /** `hashAnswer` the answer that the decision was made for. */
  basis: string;
  reason: string;
  decided_by: number;
  decided_ms: number;
}

/** Exam on paper: points entered by one of two clerks (`round`), or decided by the leader where they differ. */
interface PaperEntryTable {
  plan_id: number;
  user_id: number;
  round: number;
  /** Null means that the examinee was absent. */
  cent: number | null;
  entered_by: number;
  entered_ms: number;
}

interface KeyCorrectionTable {
  id: Generated<number>;
  plan_id: number;
  question_id: number;
  /** JSON of a `KeyCorrection`, or `null`. */
  correction: string;
  reason: string;
  changed: number;
  corrected_by: number;
  corrected_ms: number;
}

interface ScoreReviewTable {
  plan_id: number;
  user_id: number;
  text: string;
  asked_ms: number;
  granted: Generated<0 | 1 | null>;
  answer: Generated<string>;
  answered_by: Generated<number | null>;
  answered_ms: Generated<number | null>;
}

interface CertificateTable {
  id: Generated<number>;
  number: string;
  school_id: number;
  plan_id: number;
  user_id: number;
  name: string;
  profession: string;
  level: ProfessionLevel;
  /** JSON list of { name, points, passPoints }. */
  parts: string;
  issued_by: number;
  issued_ms: number;
  revoked_ms: Generated<number | null>;
  revoke_reason: Generated<string>;
}

export interface MarkingTables {
  certificate: CertificateTable;
  certificate_serial: { prefix: string; last: number };
  key_correction: KeyCorrectionTable;
  score_review: ScoreReviewTable;
  paper_entry: PaperEntryTable;
  item_decision: ItemDecisionTable;
  item_mark: ItemMarkTable;
  attempt_score: AttemptScoreTable;
  item_figure: ItemFigureTable;
  item_figure_plan: ItemFigurePlanTable;
}
