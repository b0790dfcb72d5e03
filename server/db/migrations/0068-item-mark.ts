import type { Migration } from '../opening/migrate.ts';

/** Adds marks by people, and which marker has taken which answer. */
export const itemMarkMigration: Migration = {
  name: '0068-item-mark',
  sql: `
    CREATE TABLE item_mark (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      attempt_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      marker_id INTEGER NOT NULL REFERENCES user (id),
      taken_ms INTEGER NOT NULL,
      cent INTEGER,
      given TEXT NOT NULL,
      basis TEXT NOT NULL,
      marked_ms INTEGER,
      PRIMARY KEY (attempt_id, item_id, marker_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX item_mark_plan ON item_mark (plan_id, marker_id);
    CREATE INDEX item_mark_marker ON item_mark (marker_id);
  `,
  postgres: `
    CREATE TABLE item_mark (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      attempt_id text NOT NULL,
      item_id text NOT NULL,
      marker_id bigint NOT NULL REFERENCES "user" (id),
      taken_ms bigint NOT NULL,
      cent bigint,
      given text NOT NULL,
      basis text NOT NULL,
      marked_ms bigint,
      PRIMARY KEY (attempt_id, item_id, marker_id)
    );
    CREATE INDEX item_mark_plan ON item_mark (plan_id, marker_id);
    CREATE INDEX item_mark_marker ON item_mark (marker_id);
  `,
};
