import type { Migration } from '../migration-plan.ts';

const jobIndexes = {
  job_created: 'created_ms, id',
  job_user: 'user_id, created_ms, id',
  job_state: 'state, created_ms, id, kind',
  job_kind: 'kind, created_ms, id, state',
};
const auditColumns = 'code, call, entity, entity_id, user_id, user_name, login_name';
const auditIndexes = {
  audit_time: `at_ms, id, ${auditColumns}`,
  audit_school: `school_id, at_ms, id, ${auditColumns}`,
};
const tested = 'user_id, class_id, status, marks';
const learnerIndexes: Readonly<Record<string, string>> = {
  learner_student_no: `school_id, student_no, ${tested}, name`,
  ...Object.fromEntries(
    ['exams', 'sat', 'absent', 'passed', 'tests', 'lessons', 'learned_ms', 'homework', 'homework_in', 'homework_done', 'practised'].map(
      (column) => [`learner_${column}`, `school_id, ${column}, ${tested}, name, student_no`],
    ),
  ),
};
const nullableFigures = ['average', 'last_exam_ms', 'active_ms', 'homework_average', 'practice_right'];

/** Builds the statements that replace the indexes. `nullsFirst`: needed by an engine that sorts NULL last by default. */
function replaceIndexes(nullsFirst: '' | ' NULLS FIRST'): string {
  const figures = nullableFigures.map((column) => [`learner_${column}`, `school_id, ${column}${nullsFirst}, ${tested}, name, student_no`]);
  const replaced = [
    ...Object.entries(jobIndexes).map(([name, columns]) => [name, `job (${columns})`]),
    ...Object.entries(auditIndexes).map(([name, columns]) => [name, `audit (${columns})`]),
    ...[...Object.entries(learnerIndexes), ...figures].map(([name, columns]) => [name, `learner (${columns})`]),
  ];
  return replaced.map(([name, on]) => `DROP INDEX ${name}; CREATE INDEX ${name} ON ${on};`).join('\n');
}

/**
 * Adds columns to indexes: to those of jobs and audit log the id, which orders rows of the same time; to those of learners the name and the student
 * number, which keywords search. PostgreSQL's word index table of users gets type and status, as that of questions has.
 */
export const listColumnsInIndexes: Migration = {
  name: '0027-list-columns-in-indexes',
  sqlite: replaceIndexes(''),
  postgres: `
    ${replaceIndexes(' NULLS FIRST')}
    CREATE FUNCTION user_text_filled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT user_type, status INTO NEW.person_type, NEW.person_status FROM "user" WHERE id = NEW.rowid;
      RETURN NEW;
    END $$;
    ALTER TABLE user_text ADD COLUMN person_type smallint, ADD COLUMN person_status smallint;
    CREATE TRIGGER user_text_filled BEFORE INSERT ON user_text FOR EACH ROW EXECUTE FUNCTION user_text_filled();
    -- The table is filled again without its index, which would be maintained row by row. The trigger adds the columns.
    DROP INDEX user_text_grams;
    CREATE TEMPORARY TABLE person_word ON COMMIT DROP AS SELECT rowid, grams FROM user_text;
    TRUNCATE user_text;
    INSERT INTO user_text (rowid, grams) SELECT rowid, grams FROM person_word ORDER BY rowid;
    CREATE INDEX user_text_grams ON user_text USING gin (grams);
  `,
};
