import type { Migration } from '../opening/migrate.ts';

export const paperMigration: Migration = {
  name: '0004-paper',
  sql: `
    CREATE TABLE paper (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      name TEXT NOT NULL,
      status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
      rules TEXT NOT NULL,
      question_count INTEGER NOT NULL,
      total_points REAL NOT NULL,
      seed INTEGER,
      version INTEGER NOT NULL DEFAULT 1,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX paper_school ON paper (school_id, updated_ms);
    CREATE INDEX paper_name ON paper (school_id, name);

    CREATE TABLE paper_section (
      paper_id INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      type INTEGER NOT NULL,
      count INTEGER NOT NULL,
      points_each REAL NOT NULL,
      categories TEXT NOT NULL,
      partial INTEGER NOT NULL CHECK (partial IN (0, 1)),
      PRIMARY KEY (paper_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE paper_question (
      paper_id INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
      section INTEGER NOT NULL,
      position INTEGER NOT NULL,
      question_id INTEGER NOT NULL REFERENCES question (id),
      PRIMARY KEY (paper_id, section, position)
    ) STRICT, WITHOUT ROWID;
    -- No question stands in a paper twice, whatever drew it.
    CREATE UNIQUE INDEX paper_question_once ON paper_question (paper_id, question_id);
  `,
};
