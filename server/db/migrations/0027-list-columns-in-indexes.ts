import type { Migration } from '../opening/migrate.ts';

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

/** Makes the statements that replace the indexes. `nullsFirst`: the engine does not sort NULL first without being told to. */
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
 * The indexes of the jobs and of the audit log hold the id, which orders rows of one moment. Those of the learners hold the name and the student
 * number, which keywords are compared with. PostgreSQL's word index table of users holds type and status, as that of questions
 * does; a second table holds the texts of questions, to test one row.
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
    -- The marks of a question and its text, in which each of its words is found as a part. Testing a row so takes a quarter of reading its words.
    CREATE TABLE question_text_row (rowid bigint PRIMARY KEY REFERENCES question_text ON DELETE CASCADE, marks text NOT NULL, runs text);
    -- Joins the runs of three characters to texts again. NULL: a run may end within a character of two code units, so that only the words tell.
    CREATE FUNCTION question_text_row_add(id bigint, grams text[]) RETURNS void LANGUAGE sql AS $$
      WITH stripped AS (
        SELECT substr(gram, strpos(gram, '§') + 1) AS word, place FROM unnest(grams) WITH ORDINALITY AS each (gram, place)
      ), run AS (
        SELECT word, place, lag(word) OVER (ORDER BY place) AS earlier FROM stripped WHERE char_length(word) = 3 AND left(word, 1) <> '§'
      )
      INSERT INTO question_text_row (rowid, marks, runs) SELECT id,
        concat(' ', (SELECT string_agg(word, ' ') FROM stripped WHERE left(word, 1) = '§'), ' '),
        CASE WHEN array_to_string(grams, '') !~ '[^\\u0001-\\ufffc]' THEN coalesce(
          (SELECT string_agg(CASE WHEN left(word, 2) = right(earlier, 2) THEN right(word, 1) ELSE ' ' || word END, '' ORDER BY place) FROM run),
          (SELECT string_agg(word, ' ') FROM stripped WHERE left(word, 1) <> '§'), '') END
    $$;
    CREATE FUNCTION question_text_row_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM question_text_row_add(NEW.rowid, NEW.grams); RETURN NULL; END $$;
    CREATE TRIGGER question_text_row_added AFTER INSERT ON question_text FOR EACH ROW EXECUTE FUNCTION question_text_row_added();
    DO $$ BEGIN PERFORM question_text_row_add(rowid, grams) FROM question_text ORDER BY rowid; END $$;
  `,
};
