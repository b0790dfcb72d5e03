import type { Migration } from '../opening/migrate.ts';

/** Adds revisions of published plans, and who has read them. */
export const examRevisionMigration: Migration = {
  name: '0072-exam-revision',
  sql: `
    -- 0: not published. 1: as published; each change after that counts one more.
    ALTER TABLE exam_plan ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    UPDATE exam_plan SET revision = 1 WHERE published_ms IS NOT NULL OR withdrawn_ms IS NOT NULL;

    CREATE TABLE exam_revision (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      reason TEXT NOT NULL,
      -- JSON: what was changed, from what to what.
      changes TEXT NOT NULL,
      made_by INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, revision)
    ) STRICT, WITHOUT ROWID;

    -- The newest revision somebody said they have read.
    CREATE TABLE exam_receipt (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      revision INTEGER NOT NULL,
      read_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exam_receipt_user ON exam_receipt (user_id);
  `,
  postgres: `
    ALTER TABLE exam_plan ADD COLUMN revision bigint NOT NULL DEFAULT 0;
    UPDATE exam_plan SET revision = 1 WHERE published_ms IS NOT NULL OR withdrawn_ms IS NOT NULL;

    CREATE TABLE exam_revision (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      revision bigint NOT NULL,
      reason text NOT NULL,
      changes text NOT NULL,
      made_by bigint NOT NULL,
      made_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, revision)
    );

    CREATE TABLE exam_receipt (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id),
      revision bigint NOT NULL,
      read_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    );
    CREATE INDEX exam_receipt_user ON exam_receipt (user_id);
  `,
};
