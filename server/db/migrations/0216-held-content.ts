import type { Migration } from '../opening/migrate.ts';

/** Builds the step's SQL. `bands`: an expression that expands the JSON list `bands` to rows of numbers. */
const tables = (integer: string, options: string, bands: string): string => `
  -- What each question of a published plan says, once for all variants. Bands are those of the plan's school: see question-sketch.ts.
  CREATE TABLE exam_question (
    plan_id ${integer} NOT NULL REFERENCES exam_plan (id),
    question_id ${integer} NOT NULL,
    hash TEXT NOT NULL,
    plain TEXT NOT NULL,
    bands TEXT NOT NULL,
    PRIMARY KEY (plan_id, question_id)
  )${options};
  CREATE INDEX exam_question_question ON exam_question (question_id);
  CREATE INDEX exam_question_hash ON exam_question (hash);
  CREATE TABLE exam_question_band (
    band ${integer} NOT NULL,
    plan_id ${integer} NOT NULL REFERENCES exam_plan (id),
    question_id ${integer} NOT NULL,
    PRIMARY KEY (band, plan_id, question_id)
  )${options};
  INSERT INTO exam_question
    SELECT DISTINCT exam_item.plan_id, exam_item.question_id, question.hash, question.plain,
      CASE WHEN question.school_id = exam_plan.school_id THEN question.bands ELSE '[]' END
    FROM exam_item
    JOIN exam_plan ON exam_plan.id = exam_item.plan_id
    JOIN question ON question.id = exam_item.question_id;
  INSERT INTO exam_question_band SELECT DISTINCT ${bands};
`;

/** Records the content of published questions, so that a copy of a question under another id is held as well (decision 038). */
export const heldContentMigration: Migration = {
  name: '0216-held-content',
  sql: tables('INTEGER', ' STRICT, WITHOUT ROWID', 'band.value, plan_id, question_id FROM exam_question, json_each(bands) AS band'),
  postgres: tables(
    'bigint',
    '',
    'band.value::bigint, plan_id, question_id FROM exam_question, json_array_elements_text(bands::json) AS band (value)',
  ),
};
