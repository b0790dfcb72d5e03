import type { Migration } from '../opening/migrate.ts';

/**
 * Builds the SQL that marks an examinee's figures as due for recomputation. `stamp` tells a running recomputation that the row changed meanwhile.
 */
const dueNow = (from: string): string => `
  INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
    SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
    FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id
    WHERE exam_plan.published_ms IS NOT NULL AND ${from}
    ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;`;

const learnerOf = (from: string): string => `
  INSERT INTO learner (user_id, school_id, class_id, status, name, student_no, active_ms)
    SELECT id, school_id, class_id, status, name, student_no, last_sign_in_ms FROM user WHERE user_type IN (7, 8) AND ${from};`;

/** Sort orders of the list of learners. Each index covers all filter columns, so only the rows shown are read. */
const orders = ['name', 'student_no', 'exams', 'sat', 'absent', 'passed', 'average', 'tests', 'last_exam_ms', 'active_ms'];

export const learnersMigration: Migration = {
  name: '0023-people',
  sql: `
    -- How a student stands, in figures; what they are counted from is learner_exam. Later areas (courses, homework) add their columns.
    CREATE TABLE learner (
      user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      school_id INTEGER NOT NULL,
      class_id INTEGER,
      status INTEGER NOT NULL,
      name TEXT NOT NULL,
      student_no TEXT NOT NULL,
      -- Published exams they are an examinee of, mock tests apart.
      exams INTEGER NOT NULL DEFAULT 0,
      sat INTEGER NOT NULL DEFAULT 0,
      handed_in INTEGER NOT NULL DEFAULT 0,
      absent INTEGER NOT NULL DEFAULT 0,
      scored INTEGER NOT NULL DEFAULT 0,
      passed INTEGER NOT NULL DEFAULT 0,
      -- Mean of the scored ones in hundredths of a percent of the full points; null without any.
      average INTEGER,
      -- Mock tests sat.
      tests INTEGER NOT NULL DEFAULT 0,
      test_average INTEGER,
      last_exam_ms INTEGER,
      active_ms INTEGER,
      -- 1 was absent, 2 failed, 4 never sat one.
      marks INTEGER NOT NULL DEFAULT 4
    ) STRICT;
    ${orders.map((column) => `CREATE INDEX learner_${column} ON learner (school_id, ${column}, user_id, class_id, status, marks);`).join('\n')}
    CREATE INDEX learner_class ON learner (class_id, status, marks) WHERE class_id IS NOT NULL;
    CREATE INDEX learner_figures ON learner (school_id, class_id, status, marks, exams, sat, handed_in, absent, scored, passed, average, tests);

    -- What came of an exam for one examinee, as of the last look at it.
    CREATE TABLE learner_exam (
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      -- 1: a mock test.
      test INTEGER NOT NULL CHECK (test IN (0, 1)),
      sat INTEGER NOT NULL CHECK (sat IN (0, 1)),
      handed_in INTEGER NOT NULL CHECK (handed_in IN (0, 1)),
      absent INTEGER NOT NULL CHECK (absent IN (0, 1)),
      -- Hundredths of a percent; null while anything in it waits to be marked.
      score INTEGER,
      passed INTEGER CHECK (passed IN (0, 1)),
      start_ms INTEGER NOT NULL,
      active_ms INTEGER,
      PRIMARY KEY (user_id, plan_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX learner_exam_plan ON learner_exam (plan_id);

    -- Who must be looked at again and from when on: at once after a change, once more when the exam is over.
    CREATE TABLE learner_due (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      school_id INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      stamp INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX learner_due_when ON learner_due (school_id, due_ms);
    CREATE INDEX learner_due_user ON learner_due (user_id);

    CREATE TRIGGER learner_add AFTER INSERT ON user WHEN new.user_type IN (7, 8) BEGIN
      ${learnerOf('id = new.id')}
    END;
    CREATE TRIGGER learner_change AFTER UPDATE OF school_id, class_id, status, name, student_no, last_sign_in_ms ON user BEGIN
      UPDATE learner SET school_id = new.school_id, class_id = new.class_id, status = new.status, name = new.name,
          student_no = new.student_no, active_ms = nullif(max(ifnull(active_ms, 0), ifnull(new.last_sign_in_ms, 0)), 0)
        WHERE user_id = new.id;
    END;
    CREATE TRIGGER learner_type AFTER UPDATE OF user_type ON user WHEN (old.user_type IN (7, 8)) <> (new.user_type IN (7, 8)) BEGIN
      DELETE FROM learner WHERE user_id = new.id;
      ${learnerOf('id = new.id')}
      ${dueNow('exam_examinee.user_id = new.id')}
    END;
    CREATE TRIGGER learner_published AFTER UPDATE OF published_ms ON exam_plan WHEN new.published_ms IS NOT NULL BEGIN
      ${dueNow('exam_examinee.plan_id = new.id')}
    END;
    CREATE TRIGGER learner_entered AFTER UPDATE OF entered_ms ON exam_examinee BEGIN
      ${dueNow('exam_examinee.plan_id = new.plan_id AND exam_examinee.user_id = new.user_id')}
    END;
    CREATE TRIGGER learner_scored AFTER INSERT ON attempt_score BEGIN
      ${dueNow('exam_examinee.attempt_id = new.attempt_id')}
    END;
    CREATE TRIGGER learner_scored_again AFTER UPDATE ON attempt_score BEGIN
      ${dueNow('exam_examinee.attempt_id = new.attempt_id')}
    END;

    ${learnerOf('true')}
    ${dueNow('true')}
  `,
};
