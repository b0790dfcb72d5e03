import type { Migration } from '../opening/migrate.ts';

/**
 * Adds double marking, decisions of marking leaders, and the answer that each mark was given for. A plan keeps its groups' rule as it was when
 * published.
 */
export const doubleMarkingMigration: Migration = {
  name: '0090-double-marking',
  sql: `
    ALTER TABLE marker_group ADD COLUMN twice INTEGER NOT NULL DEFAULT 0 CHECK (twice IN (0, 1));
    ALTER TABLE marker_group ADD COLUMN tolerance REAL NOT NULL DEFAULT 1;
    ALTER TABLE exam_plan_group ADD COLUMN twice INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE exam_plan_group ADD COLUMN tolerance_cent INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE item_mark ADD COLUMN answer TEXT NOT NULL DEFAULT '';
    CREATE TABLE item_decision (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      attempt_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      cent INTEGER NOT NULL,
      basis TEXT NOT NULL,
      reason TEXT NOT NULL,
      decided_by INTEGER NOT NULL REFERENCES user (id),
      decided_ms INTEGER NOT NULL,
      PRIMARY KEY (attempt_id, item_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX item_decision_plan ON item_decision (plan_id);
    CREATE INDEX item_decision_by ON item_decision (decided_by);
  `,
  postgres: `
    ALTER TABLE marker_group ADD COLUMN twice bigint NOT NULL DEFAULT 0 CHECK (twice IN (0, 1));
    ALTER TABLE marker_group ADD COLUMN tolerance double precision NOT NULL DEFAULT 1;
    ALTER TABLE exam_plan_group ADD COLUMN twice bigint NOT NULL DEFAULT 0;
    ALTER TABLE exam_plan_group ADD COLUMN tolerance_cent bigint NOT NULL DEFAULT 0;
    ALTER TABLE item_mark ADD COLUMN answer text NOT NULL DEFAULT '';
    CREATE TABLE item_decision (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      attempt_id text NOT NULL,
      item_id text NOT NULL,
      cent bigint NOT NULL,
      basis text NOT NULL,
      reason text NOT NULL,
      decided_by bigint NOT NULL REFERENCES "user" (id),
      decided_ms bigint NOT NULL,
      PRIMARY KEY (attempt_id, item_id)
    );
    CREATE INDEX item_decision_plan ON item_decision (plan_id);
    CREATE INDEX item_decision_by ON item_decision (decided_by);
  `,
};
