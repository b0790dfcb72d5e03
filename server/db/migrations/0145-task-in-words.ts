import type { Migration } from '../opening/migrate.ts';

/** Adds homework described in words, which has no paper; the classes an assignment was set for; and reminders. */
export const textAssignmentMigration: Migration = {
  name: '0145-task-in-words',
  sql: `
    -- A column's NOT NULL can't be taken away: another column takes its place.
    ALTER TABLE exam_plan ADD COLUMN frozen_paper_id INTEGER REFERENCES paper (id);
    UPDATE exam_plan SET frozen_paper_id = paper_id;
    DROP INDEX exam_plan_paper;
    DROP INDEX exam_plan_maker;
    ALTER TABLE exam_plan DROP COLUMN paper_id;
    ALTER TABLE exam_plan RENAME COLUMN frozen_paper_id TO paper_id;
    CREATE INDEX exam_plan_paper ON exam_plan (paper_id);
    CREATE INDEX exam_plan_maker ON exam_plan (created_by, paper_id);
    CREATE TABLE task_class (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      class_id INTEGER NOT NULL REFERENCES class (id) ON DELETE CASCADE,
      PRIMARY KEY (plan_id, class_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_class_class ON task_class (class_id, plan_id);
    CREATE TABLE task_reminder (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      reminded_ms INTEGER NOT NULL,
      reminded_by INTEGER NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_reminder_user ON task_reminder (user_id);
  `,
  postgres: `
    ALTER TABLE exam_plan ALTER COLUMN paper_id DROP NOT NULL;
    CREATE TABLE task_class (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      class_id bigint NOT NULL REFERENCES class (id) ON DELETE CASCADE,
      PRIMARY KEY (plan_id, class_id)
    );
    CREATE INDEX task_class_class ON task_class (class_id, plan_id);
    CREATE TABLE task_reminder (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      reminded_ms bigint NOT NULL,
      reminded_by bigint NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    );
    CREATE INDEX task_reminder_user ON task_reminder (user_id);
  `,
};
