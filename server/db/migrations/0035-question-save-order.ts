import type { Migration } from '../opening/migrate.ts';

export const questionSaveOrderMigration: Migration = {
  name: '0035-question-save-order',
  sql: `
    -- The newest of a writer's saves under one key: an older one that arrives after it writes nothing. See decision 023.
    CREATE TABLE question_save (
      question_id INTEGER NOT NULL REFERENCES question (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL,
      save_key TEXT NOT NULL,
      save_no INTEGER NOT NULL,
      PRIMARY KEY (question_id, user_id, save_key)
    ) STRICT, WITHOUT ROWID;
  `,
};
