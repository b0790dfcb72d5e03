import type { Migration } from '../opening/migrate.ts';

const sql = `
    -- Questions of a quiz, in order; the first picture of a film.
    ALTER TABLE courseware ADD COLUMN question_ids TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE courseware ADD COLUMN poster TEXT NOT NULL DEFAULT '';
    -- Courses that come before this one.
    ALTER TABLE course ADD COLUMN before_ids TEXT NOT NULL DEFAULT '[]';
    -- The newest answer to each question of a quiz.
    ALTER TABLE learn_progress ADD COLUMN results TEXT NOT NULL DEFAULT '[]';
    -- What a learner wrote at a moment or a page; removed ones stay, so that every device hears of it.
    CREATE TABLE learn_note (
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      courseware_id INTEGER NOT NULL REFERENCES courseware (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      body TEXT NOT NULL,
      changed_ms INTEGER NOT NULL,
      removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
      PRIMARY KEY (user_id, id)
    ) STRICT;
    CREATE INDEX learn_note_course ON learn_note (user_id, course_id);
    CREATE INDEX learn_note_of_course ON learn_note (course_id);
    CREATE INDEX learn_note_courseware ON learn_note (courseware_id);
`;

/** Adds quizzes, notes, posters and prerequisites of courses. */
export const lessonsMigration: Migration = {
  name: '0165-lessons',
  sql,
  postgres: sql.replaceAll('INTEGER', 'bigint').replaceAll(') STRICT;', ');'),
};
