import type { Migration } from '../opening/migrate.ts';

/** Adds a release time of its own for scores, and the working days in which a score review may be requested. */
export const releaseTimeMigration: Migration = {
  name: '0135-release-time',
  sql: `
    -- NULL: as soon as everything is met.
    ALTER TABLE exam_plan ADD COLUMN release_at_ms INTEGER;
    ALTER TABLE exam_plan ADD COLUMN review_days INTEGER NOT NULL DEFAULT 5;
  `,
  postgres: `
    ALTER TABLE exam_plan ADD COLUMN release_at_ms bigint;
    ALTER TABLE exam_plan ADD COLUMN review_days bigint NOT NULL DEFAULT 5;
  `,
};
