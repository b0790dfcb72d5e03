import type { Migration } from '../opening/migrate.ts';

/** Adds item analysis of past exams, and the number of questions per profession and detail point. */
export const itemFiguresMigration: Migration = {
  name: '0024-question',
  sql: `
    CREATE TABLE item_figure (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id),
      question_id INTEGER NOT NULL,
      -- Attempts whose answer to it is scored.
      attempts INTEGER NOT NULL,
      -- The share of its points they got, from 0 to 1.
      ease REAL NOT NULL,
      -- Correlation with the rest of the paper; NULL where too few sat it, or all did alike.
      discrimination REAL,
      PRIMARY KEY (plan_id, question_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX item_figure_question ON item_figure (question_id);
    -- What a plan's figures were made of: other scores there mean: make them again.
    CREATE TABLE item_figure_plan (
      plan_id INTEGER PRIMARY KEY REFERENCES exam_plan (id),
      attempts INTEGER NOT NULL,
      marked_ms INTEGER NOT NULL
    ) STRICT;
    -- When was the last of a plan's attempts marked? Without reading what each of them got.
    DROP INDEX attempt_score_plan;
    CREATE INDEX attempt_score_plan ON attempt_score (plan_id, marked_ms);

    CREATE INDEX question_point ON question (school_id, prof_id, level, point_code, status);
  `,
};
