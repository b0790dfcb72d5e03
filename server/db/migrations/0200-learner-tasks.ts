import type { Migration } from '../opening/migrate.ts';

const type = (text: string): string => text.replaceAll('INTEGER', 'bigint').replaceAll(') STRICT, WITHOUT ROWID;', ');');

/** Homework figures have a table of their own, because homework has no pass mark and no absence, unlike the rows of `learner_exam`. */
const tables = `
    ALTER TABLE learner ADD COLUMN homework INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN homework_in INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN homework_done INTEGER NOT NULL DEFAULT 0;
    -- Those whose points may be told, and the mean of their shares in hundredths of a percent.
    ALTER TABLE learner ADD COLUMN homework_scored INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN homework_average INTEGER;
    -- Questions ever answered in practice; of the newest answers (so many at most) the share that was right.
    ALTER TABLE learner ADD COLUMN practised INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN practice_lately INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN practice_right INTEGER;
    CREATE TABLE learner_task (
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      handed_in INTEGER NOT NULL CHECK (handed_in IN (0, 1)),
      finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
      -- Hundredths of a percent; null until a teacher has finished marking it.
      score INTEGER,
      PRIMARY KEY (user_id, plan_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX learner_task_plan ON learner_task (plan_id);
    CREATE INDEX practice_answer_when ON practice_answer (user_id, answered_ms, id, correct);
    DROP INDEX learner_figures;
    CREATE INDEX learner_figures ON learner (school_id, class_id, status, marks, exams, sat, handed_in, absent, scored, passed, average, tests,
      homework, homework_in, homework_done, homework_scored, homework_average, practised, practice_lately, practice_right);
`;

const counts = ['homework', 'homework_in', 'homework_done', 'practised'];
const shares = ['homework_average', 'practice_right'];
const orders = (nulls: string): string =>
  [...counts, ...shares.map((column) => `${column}${nulls}`)]
    .map((column) => `CREATE INDEX learner_${column.split(' ', 1)[0]} ON learner (school_id, ${column}, user_id, class_id, status, marks);`)
    .join('\n');

/** Recomputes practice figures, and marks everyone with an assignment as due: homework used to be counted as an exam once entered. */
const anew = `
    UPDATE learner SET practised = (SELECT count(DISTINCT question_id) FROM practice_answer WHERE practice_answer.user_id = learner.user_id);
    UPDATE learner SET (practice_lately, practice_right) = (
      SELECT count(*), cast(round(avg(correct) * 10000) AS INTEGER) FROM (
        SELECT correct FROM practice_answer WHERE practice_answer.user_id = learner.user_id
        ORDER BY answered_ms DESC, id DESC LIMIT 100) AS newest)
      WHERE practised > 0;
    DELETE FROM learner_exam WHERE plan_id IN (SELECT id FROM exam_plan WHERE kind <> 'exam');
`;

const dueNow = (from: string): string => `
      INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
        SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
        FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id
        WHERE exam_plan.published_ms IS NOT NULL AND ${from}
        ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;`;
const work = 'exam_examinee.plan_id = new.plan_id AND exam_examinee.user_id = new.user_id';
/** Changes of assignments that make learners' figures due for recomputation. */
const heard = [
  ['learner_work', 'INSERT ON task_work', work],
  ['learner_work_again', 'UPDATE ON task_work', work],
  ['learner_mark', 'INSERT ON task_mark', 'exam_examinee.attempt_id = new.attempt_id'],
  ['learner_mark_again', 'UPDATE ON task_mark', 'exam_examinee.attempt_id = new.attempt_id'],
  ['learner_task_changed', 'UPDATE ON exam_task', 'exam_examinee.plan_id = new.plan_id'],
  ['learner_withdrawn', 'UPDATE OF withdrawn_ms ON exam_plan', 'exam_examinee.plan_id = new.id'],
] as const;

/** Adds homework and practice to the figures of learners. */
export const learnerAssignmentsMigration: Migration = {
  name: '0200-learner-tasks',
  sql: `
    ${tables}
    ${orders('')}
    ${heard.map(([name, on, from]) => `CREATE TRIGGER ${name} AFTER ${on} BEGIN ${dueNow(from)} END;`).join('\n')}
    ${anew}
    ${dueNow("exam_plan.kind <> 'exam'")}
  `,
  postgres: `
    ${type(tables)}
    ${orders(' NULLS FIRST')}
    CREATE FUNCTION learner_work() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.plan_id, NEW.user_id, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_work AFTER INSERT ON task_work FOR EACH ROW EXECUTE FUNCTION learner_work();
    CREATE TRIGGER learner_work_again AFTER UPDATE ON task_work FOR EACH ROW EXECUTE FUNCTION learner_work();
    CREATE TRIGGER learner_mark AFTER INSERT ON task_mark FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE TRIGGER learner_mark_again AFTER UPDATE ON task_mark FOR EACH ROW EXECUTE FUNCTION learner_scored();
    CREATE FUNCTION learner_task_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM learner_due_now(NEW.plan_id, NULL, NULL); RETURN NULL; END $$;
    CREATE TRIGGER learner_task_changed AFTER UPDATE ON exam_task FOR EACH ROW EXECUTE FUNCTION learner_task_changed();
    CREATE TRIGGER learner_withdrawn AFTER UPDATE OF withdrawn_ms ON exam_plan FOR EACH ROW EXECUTE FUNCTION learner_plan();
    ${anew}
    SELECT learner_due_now(id, NULL, NULL) FROM exam_plan WHERE kind <> 'exam';
  `,
};
