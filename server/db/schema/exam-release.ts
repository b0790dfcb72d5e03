import type { Generated } from 'kysely';
import type { ReleaseRule } from '../../../sync/contract/codes.ts';

/** Columns of `exam_plan` that decide when its scores are released. */
export interface PlanReleaseColumns {
  release_rule: Generated<ReleaseRule>;
  /** Earliest time of release; null: as soon as all conditions are met. */
  release_at_ms: Generated<number | null>;
  /** Working days after the release in which a score review may be requested. */
  review_days: Generated<number>;
  /** Set once, when every attempt was disclosed (SY23). No score is shown before. */
  released_ms: Generated<number | null>;
  /** Null: released by the plan's own rule. */
  released_by: Generated<number | null>;
  release_reason: Generated<string>;
}
