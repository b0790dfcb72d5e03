import { integer, text, flag, defineTable } from './table.ts';

export const learnerTables = {
  /** Statistics of a student, computed from `learner_exam`, `learner_assignment` and practice. Triggers and `progress-settle.ts` maintain them. */
  learner: defineTable(
    {
      user_id: integer().primaryKey().references('user', 'CASCADE'),
      school_id: integer(),
      class_id: integer().nullable(),
      status: integer(),
      name: text(),
      student_no: text(),
      /** Number of published exams in which the learner is an examinee, without mock tests. */
      exams: integer().default(0),
      sat: integer().default(0),
      handed_in: integer().default(0),
      absent: integer().default(0),
      scored: integer().default(0),
      passed: integer().default(0),
      /** Mean score of the scored exams, in hundredths of a percent of the full points; null if there are none. */
      average: integer().nullable(),
      /** Number of mock tests that the learner sat. */
      tests: integer().default(0),
      test_average: integer().nullable(),
      last_exam_ms: integer().nullable(),
      active_ms: integer().nullable(),
      /** Bit set by which the list of learners is filtered: 1 was absent, 2 failed, 4 never sat an exam. */
      marks: integer().default(4),
      /** Number of lessons that the learner completed, and total learning time in milliseconds. */
      lessons: integer().default(0),
      learned_ms: integer().default(0),
      /** Number of homework assignments set, handed in, and finished by a teacher. */
      homework: integer().default(0),
      homework_in: integer().default(0),
      homework_done: integer().default(0),
      /** Number of homework assignments whose points may be shown, and their mean score in hundredths of a percent. */
      homework_scored: integer().default(0),
      homework_average: integer().nullable(),
      /**
       * `practised`: number of questions practised. `practice_lately`: number of latest answers that `practice_right` is computed from.
       * `practice_right`: share of correct ones, in hundredths of a percent.
       */
      practised: integer().default(0),
      practice_lately: integer().default(0),
      practice_right: integer().nullable(),
    },
    {
      // The index for each order of the list has all columns that the list's filters and keywords test, so that a page is found without reading rows.
      indexes: {
        learner_student_no: 'school_id, student_no, user_id, class_id, status, marks, name',
        learner_exams: 'school_id, exams, user_id, class_id, status, marks, name, student_no',
        learner_sat: 'school_id, sat, user_id, class_id, status, marks, name, student_no',
        learner_absent: 'school_id, absent, user_id, class_id, status, marks, name, student_no',
        learner_passed: 'school_id, passed, user_id, class_id, status, marks, name, student_no',
        learner_average: 'school_id, average NULLS FIRST, user_id, class_id, status, marks, name, student_no',
        learner_tests: 'school_id, tests, user_id, class_id, status, marks, name, student_no',
        learner_last_exam_ms: 'school_id, last_exam_ms NULLS FIRST, user_id, class_id, status, marks, name, student_no',
        learner_active_ms: 'school_id, active_ms NULLS FIRST, user_id, class_id, status, marks, name, student_no',
        learner_name: 'school_id, name, user_id, class_id, status, marks, student_no',
        learner_lessons: 'school_id, lessons, user_id, class_id, status, marks, name, student_no',
        learner_learned_ms: 'school_id, learned_ms, user_id, class_id, status, marks, name, student_no',
        learner_figures:
          'school_id, class_id, status, marks, exams, sat, handed_in, absent, scored, passed, average, tests, homework, homework_in, homework_done, homework_scored, homework_average, practised, practice_lately, practice_right',
        learner_homework: 'school_id, homework, user_id, class_id, status, marks, name, student_no',
        learner_homework_in: 'school_id, homework_in, user_id, class_id, status, marks, name, student_no',
        learner_homework_done: 'school_id, homework_done, user_id, class_id, status, marks, name, student_no',
        learner_practised: 'school_id, practised, user_id, class_id, status, marks, name, student_no',
        learner_homework_average: 'school_id, homework_average NULLS FIRST, user_id, class_id, status, marks, name, student_no',
        learner_practice_right: 'school_id, practice_right NULLS FIRST, user_id, class_id, status, marks, name, student_no',
      },
    },
  ),
  /** Result of one examinee in one exam at the last computation. */
  learner_exam: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      /** 1: the exam is a mock test. */
      test: flag(),
      sat: flag(),
      handed_in: flag(),
      absent: flag(),
      /** Score of the exam, in hundredths of a percent of the full points; null while any answer waits to be marked. */
      score: integer().nullable(),
      passed: flag().nullable(),
      start_ms: integer(),
      active_ms: integer().nullable(),
    },
    {
      primaryKey: 'user_id, plan_id',
      withoutRowid: true,
      indexes: {
        learner_exam_plan: 'plan_id',
      },
    },
  ),
  learner_assignment: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      plan_id: integer().references('exam_plan', 'CASCADE'),
      handed_in: flag(),
      finished: flag(),
      /** Score of the homework, in hundredths of a percent of the full points; null until a teacher has finished marking it. */
      score: integer().nullable(),
    },
    {
      primaryKey: 'user_id, plan_id',
      withoutRowid: true,
      indexes: {
        learner_assignment_plan: 'plan_id',
      },
    },
  ),
  /**
   * Examinees whose statistics must be computed again. `due_ms`: earliest time of the computation, at once after a change and again when the exam
   * ends. `stamp` shows a running computation that the row has changed.
   */
  learner_due: defineTable(
    {
      plan_id: integer().references('exam_plan', 'CASCADE'),
      user_id: integer().references('user', 'CASCADE'),
      school_id: integer(),
      due_ms: integer(),
      stamp: integer().default(0),
    },
    {
      primaryKey: 'plan_id, user_id',
      withoutRowid: true,
      indexes: {
        learner_due_when: 'school_id, due_ms',
        learner_due_user: 'user_id',
      },
    },
  ),
};

/** Marks the statistics of examinees as due for recomputation at once. `examinees`: SQL condition on `exam_examinee`. */
const markDue = (examinees: string): string => `
  INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
    SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
    FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id
    WHERE exam_plan.published_ms IS NOT NULL AND ${examinees}
    ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;`;
const ofPlan = 'exam_examinee.plan_id = new.plan_id';
const ofExaminee = `${ofPlan} AND exam_examinee.user_id = new.user_id`;
const ofAttempt = 'exam_examinee.attempt_id = new.attempt_id';
/** Database events after which statistics must be computed again, each with the SQL condition for the examinees concerned. */
const dueTriggers = {
  learner_published: ['UPDATE OF published_ms ON exam_plan WHEN new.published_ms IS NOT NULL', 'exam_examinee.plan_id = new.id'],
  learner_entered: ['UPDATE OF entered_ms ON exam_examinee', ofExaminee],
  learner_scored: ['INSERT ON attempt_score', ofAttempt],
  learner_scored_again: ['UPDATE ON attempt_score', ofAttempt],
  learner_work: ['INSERT ON assignment_work', ofExaminee],
  learner_work_again: ['UPDATE ON assignment_work', ofExaminee],
  learner_mark: ['INSERT ON assignment_mark', ofAttempt],
  learner_mark_again: ['UPDATE ON assignment_mark', ofAttempt],
  learner_assignment_changed: ['UPDATE ON assignment', ofPlan],
  learner_withdrawn: ['UPDATE OF withdrawn_ms ON exam_plan', 'exam_examinee.plan_id = new.id'],
} as const;
const addLearner = `
  INSERT INTO learner (user_id, school_id, class_id, status, name, student_no, active_ms)
    SELECT id, school_id, class_id, status, name, student_no, last_sign_in_ms FROM user WHERE user_type IN (7, 8) AND id = new.id;`;

/** Triggers that maintain `learner` and `learner_due`. Scores count in the statistics once they are released. */
export const learnerStatements = {
  sqlite: `
    CREATE TRIGGER learner_add AFTER INSERT ON user WHEN new.user_type IN (7, 8) BEGIN ${addLearner} END;
    CREATE TRIGGER learner_change AFTER UPDATE OF school_id, class_id, status, name, student_no, last_sign_in_ms ON user BEGIN
      UPDATE learner SET school_id = new.school_id, class_id = new.class_id, status = new.status, name = new.name,
          student_no = new.student_no, active_ms = nullif(max(ifnull(active_ms, 0), ifnull(new.last_sign_in_ms, 0)), 0)
        WHERE user_id = new.id;
    END;
    CREATE TRIGGER learner_type AFTER UPDATE OF user_type ON user WHEN (old.user_type IN (7, 8)) <> (new.user_type IN (7, 8)) BEGIN
      DELETE FROM learner WHERE user_id = new.id;
      ${addLearner}
      ${markDue('exam_examinee.user_id = new.id')}
    END;
    CREATE TRIGGER learner_released AFTER UPDATE OF released_ms ON exam_plan WHEN new.released_ms IS NOT NULL BEGIN
      INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
        SELECT plan_id, user_id, new.school_id, 0 FROM exam_examinee WHERE plan_id = new.id
        ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;
    END;
    ${Object.entries(dueTriggers)
      .map(([name, [change, examinees]]) => `CREATE TRIGGER ${name} AFTER ${change} BEGIN ${markDue(examinees)} END;`)
      .join('\n')}
  `,
  postgres: `
    -- Marks examinees' figures as due for recomputation at once; NULL matches any.
    CREATE FUNCTION learner_due_now(of_plan bigint, of_user bigint, of_attempt text) RETURNS void LANGUAGE sql AS $$
      INSERT INTO learner_due AS there (plan_id, user_id, school_id, due_ms)
        SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
        FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id
        WHERE exam_plan.published_ms IS NOT NULL AND (of_plan IS NULL OR exam_examinee.plan_id = of_plan)
          AND (of_user IS NULL OR exam_examinee.user_id = of_user) AND (of_attempt IS NULL OR exam_examinee.attempt_id = of_attempt)
        ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = there.stamp + 1;
    $$;
    CREATE FUNCTION learner_of(person "user") RETURNS void LANGUAGE sql AS $$
      INSERT INTO learner (user_id, school_id, class_id, status, name, student_no, active_ms)
        SELECT person.id, person.school_id, person.class_id, person.status, person.name, person.student_no, person.last_sign_in_ms
        WHERE person.user_type IN (7, 8);
    $$;
    CREATE FUNCTION learner_add() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_of(NEW); RETURN NULL; END $$;
    CREATE TRIGGER learner_add AFTER INSERT ON "user" FOR EACH ROW EXECUTE FUNCTION learner_add();
    CREATE FUNCTION learner_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE learner SET school_id = NEW.school_id, class_id = NEW.class_id, status = NEW.status, name = NEW.name, student_no = NEW.student_no,
          active_ms = nullif(greatest(coalesce(active_ms, 0), coalesce(NEW.last_sign_in_ms, 0)), 0)
        WHERE user_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER learner_change AFTER UPDATE OF school_id, class_id, status, name, student_no, last_sign_in_ms
      ON "user" FOR EACH ROW EXECUTE FUNCTION learner_change();
    CREATE FUNCTION learner_type() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM learner WHERE user_id = NEW.id;
      PERFORM learner_of(NEW);
      PERFORM learner_due_now(NULL, NEW.id, NULL);
      RETURN NULL;
    END $$;
    CREATE TRIGGER learner_type AFTER UPDATE OF user_type ON "user" FOR EACH ROW
      WHEN ((OLD.user_type IN (7, 8)) <> (NEW.user_type IN (7, 8))) EXECUTE FUNCTION learner_type();
    CREATE FUNCTION learner_plan() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.id, NULL, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_published AFTER UPDATE OF published_ms ON exam_plan FOR EACH ROW
      WHEN (NEW.published_ms IS NOT NULL) EXECUTE FUNCTION learner_plan();
    CREATE TRIGGER learner_released AFTER UPDATE OF released_ms ON exam_plan FOR EACH ROW
      WHEN (NEW.released_ms IS NOT NULL) EXECUTE FUNCTION learner_plan();
    CREATE FUNCTION learner_entered() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.plan_id, NEW.user_id, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_entered AFTER UPDATE OF entered_ms ON exam_examinee FOR EACH ROW EXECUTE FUNCTION learner_entered();
    CREATE FUNCTION learner_scored() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NULL, NULL, NEW.attempt_id); RETURN NULL; END $$;
    CREATE TRIGGER learner_scored AFTER INSERT ON attempt_score FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE TRIGGER learner_scored_again AFTER UPDATE ON attempt_score FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE FUNCTION learner_work() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.plan_id, NEW.user_id, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_work AFTER INSERT ON assignment_work FOR EACH ROW EXECUTE FUNCTION learner_work();
    CREATE TRIGGER learner_work_again AFTER UPDATE ON assignment_work FOR EACH ROW EXECUTE FUNCTION learner_work();
    CREATE TRIGGER learner_mark AFTER INSERT ON assignment_mark FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE TRIGGER learner_mark_again AFTER UPDATE ON assignment_mark FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE FUNCTION learner_assignment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.plan_id, NULL, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_assignment_changed AFTER UPDATE ON assignment FOR EACH ROW EXECUTE FUNCTION learner_assignment_changed();
    CREATE TRIGGER learner_withdrawn AFTER UPDATE OF withdrawn_ms ON exam_plan FOR EACH ROW EXECUTE FUNCTION learner_plan();
  `,
};
