import type { Generated } from 'kysely';
import type { ReleaseRule } from '../../../sync/contract/codes.ts';

/** When the scores of a plan are told. */
export interface PlanReleaseColumns {
  release_rule: Generated<ReleaseRule>;
  /** Not before; null: as soon as everything is met. */
  release_at_ms: Generated<number | null>;
  /** Working days after the release in which a review may be asked for. */
  review_days: Generated<number>;
  /** Set once, when everybody's attempt was disclosed (SY23): nothing is told before. */
  released_ms: Generated<number | null>;
  /** Null: by the plan's own rule. */
  released_by: Generated<number | null>;
  release_reason: Generated<string>;
}
