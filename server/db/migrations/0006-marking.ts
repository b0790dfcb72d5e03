import type { Migration } from '../opening/migrate.ts';

export const markingMigration: Migration = {
  name: '0006-marking',
  sql: `
    CREATE TABLE attempt_score (
      attempt_id TEXT PRIMARY KEY,
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id),
      points_cent INTEGER NOT NULL,
      items TEXT NOT NULL,
      answers_version INTEGER NOT NULL,
      marked_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempt_score_plan ON attempt_score (plan_id);
  `,
};
