import type { Migration } from '../opening/migrate.ts';

const sql = `
    -- The newest reminder of each learner of a course.
    CREATE TABLE course_reminder (
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (course_id, user_id)
    ) STRICT;
    CREATE INDEX course_reminder_user ON course_reminder (user_id);
`;

/** Adds reminders of teachers to the learners of a course. */
export const courseReminderMigration: Migration = {
  name: '0166-course-reminder',
  sql,
  postgres: sql.replaceAll('INTEGER', 'bigint').replaceAll(') STRICT;', ');'),
};
