import type { Migration } from '../opening/migrate.ts';

export const questionMigration: Migration = {
  name: '0003-question',
  sql: `
    CREATE TABLE question (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      type INTEGER NOT NULL,
      stem TEXT NOT NULL,
      options TEXT NOT NULL,
      answer_key TEXT NOT NULL,
      analysis TEXT NOT NULL,
      difficulty INTEGER NOT NULL,
      category TEXT NOT NULL,
      source TEXT NOT NULL,
      plain TEXT NOT NULL,
      hash TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      created_by INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    -- The row id ends every index, so each of these also gives a page in the order of ids.
    CREATE INDEX question_type ON question (school_id, type, category);
    CREATE INDEX question_category ON question (school_id, category, type);
    CREATE INDEX question_school ON question (school_id);
    -- Not unique: a teacher may import a duplicate on purpose.
    CREATE INDEX question_hash ON question (school_id, hash);
  `,
};
