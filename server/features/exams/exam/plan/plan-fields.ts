import type { ReleaseRule } from '../../../../../sync/contract/codes.ts';
import { type LockdownRules, parseLockdown, serialiseLockdown } from '../../../../../sync/contract/exams/lockdown.ts';
import type { ExamPart } from '../../../../../sync/contract/exams/exam-part.ts';

/** Fields of a plan as a caller gives them, without the examinees. */
export interface PlanFields {
  readonly name: string;
  readonly part: ExamPart;
  readonly resit: boolean;
  readonly signatureRequired: boolean;
  /** Null for an assignment that consists of a text instead of a paper. */
  readonly paperId: number | null;
  readonly startMs: number;
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
  readonly notice: string;
  readonly releaseRule: ReleaseRule;
  readonly roomIds: readonly number[];
  readonly markerGroupIds: readonly number[];
  readonly ticketPattern: string;
  readonly lockdown: LockdownRules;
}
/** Converts the fields to the columns of the plan's own row. */
export const toPlanColumns = (fields: PlanFields) => ({
  name: fields.name,
  part: fields.part,
  resit: fields.resit ? (1 as const) : (0 as const),
  signature_required: fields.signatureRequired ? (1 as const) : (0 as const),
  paper_id: fields.paperId,
  start_ms: fields.startMs,
  duration_ms: fields.durationMs,
  entry_limit_ms: fields.entryLimitMs,
  earliest_hand_in_ms: fields.earliestHandInMs,
  notice: fields.notice,
  release_rule: fields.releaseRule,
  ticket_pattern: fields.ticketPattern,
  lockdown: serialiseLockdown(fields.lockdown),
});

/** Converts the columns of a plan's row, with its rooms and groups, to fields; the inverse of `toPlanColumns`. */
export const toPlanFields = (row: ReturnType<typeof toPlanColumns>, took: Pick<PlanFields, 'roomIds' | 'markerGroupIds'>): PlanFields => ({
  name: row.name,
  part: row.part,
  resit: row.resit === 1,
  signatureRequired: row.signature_required === 1,
  paperId: row.paper_id,
  startMs: row.start_ms,
  durationMs: row.duration_ms,
  entryLimitMs: row.entry_limit_ms,
  earliestHandInMs: row.earliest_hand_in_ms,
  notice: row.notice,
  releaseRule: row.release_rule,
  roomIds: took.roomIds,
  markerGroupIds: took.markerGroupIds,
  ticketPattern: row.ticket_pattern,
  lockdown: parseLockdown(row.lockdown),
});
