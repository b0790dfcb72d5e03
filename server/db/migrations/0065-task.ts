import type { Migration } from '../opening/migrate.ts';

const late = `CHECK (late_rule IN ('refused', 'marked', 'shareOff'))`;
const analysis = `CHECK (analysis_rule IN ('never', 'atOnce', 'afterHandIn', 'afterFinish', 'afterWindow'))`;

export const assignmentMigration: Migration = {
  name: '0065-task',
  sql: `
    -- What a homework or a mock test has besides its plan, whose time is the window with what is taken late.
    CREATE TABLE exam_task (
      plan_id INTEGER PRIMARY KEY REFERENCES exam_plan (id) ON DELETE CASCADE,
      due_ms INTEGER NOT NULL,
      late_rule TEXT NOT NULL ${late},
      late_percent INTEGER NOT NULL,
      analysis_rule TEXT NOT NULL ${analysis},
      tries INTEGER NOT NULL,
      minutes INTEGER
    ) STRICT;

    -- What was decided about one attempt: one row once anything was. Older tries stand here too.
    CREATE TABLE task_work (
      attempt_id TEXT PRIMARY KEY,
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      variant TEXT NOT NULL,
      try_no INTEGER NOT NULL DEFAULT 1,
      -- When it was handed in for the first time: what is corrected after a return is not late.
      first_ms INTEGER,
      returns INTEGER NOT NULL DEFAULT 0,
      returned_ms INTEGER,
      returned_by INTEGER,
      return_reason TEXT NOT NULL DEFAULT '',
      finished_ms INTEGER,
      finished_by INTEGER,
      -- 1: another try took its place.
      past INTEGER NOT NULL DEFAULT 0 CHECK (past IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_work_plan ON task_work (plan_id, user_id);

    -- What a teacher says of one answer. Points stand above those that were counted by themselves.
    CREATE TABLE task_mark (
      attempt_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      cent INTEGER,
      comment TEXT NOT NULL,
      marked_by INTEGER NOT NULL,
      marked_ms INTEGER NOT NULL,
      PRIMARY KEY (attempt_id, item_id)
    ) STRICT, WITHOUT ROWID;
  `,
  postgres: `
    CREATE TABLE exam_task (
      plan_id bigint PRIMARY KEY REFERENCES exam_plan (id) ON DELETE CASCADE,
      due_ms bigint NOT NULL,
      late_rule text NOT NULL ${late},
      late_percent bigint NOT NULL,
      analysis_rule text NOT NULL ${analysis},
      tries bigint NOT NULL,
      minutes bigint
    );
    CREATE TABLE task_work (
      attempt_id text PRIMARY KEY,
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id),
      variant text NOT NULL,
      try_no bigint NOT NULL DEFAULT 1,
      first_ms bigint,
      returns bigint NOT NULL DEFAULT 0,
      returned_ms bigint,
      returned_by bigint,
      return_reason text NOT NULL DEFAULT '',
      finished_ms bigint,
      finished_by bigint,
      past bigint NOT NULL DEFAULT 0 CHECK (past IN (0, 1))
    );
    CREATE INDEX task_work_plan ON task_work (plan_id, user_id);
    CREATE TABLE task_mark (
      attempt_id text NOT NULL,
      item_id text NOT NULL,
      cent bigint,
      comment text NOT NULL,
      marked_by bigint NOT NULL,
      marked_ms bigint NOT NULL,
      PRIMARY KEY (attempt_id, item_id)
    );
  `,
};
