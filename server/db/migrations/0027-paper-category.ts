import type { Migration } from '../opening/migrate.ts';

export const paperCategoryMigration: Migration = {
  name: '0027-paper-category',
  sql: `
    ALTER TABLE paper ADD COLUMN category TEXT NOT NULL DEFAULT '';
    -- A category is counted, and listed in order, within the index: few papers stand in each.
    CREATE INDEX paper_category ON paper (school_id, category, kind, status, updated_ms);

    CREATE TABLE paper_folder (
      school_id INTEGER NOT NULL REFERENCES school (id),
      shelf TEXT NOT NULL CHECK (shelf IN ('exam', 'test', 'homework')),
      path TEXT NOT NULL,
      PRIMARY KEY (school_id, shelf, path)
    ) STRICT, WITHOUT ROWID;
  `,
};
