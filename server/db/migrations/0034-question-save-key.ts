import type { Migration } from '../opening/migrate.ts';

export const questionSaveKeyMigration: Migration = {
  name: '0034-question-save-key',
  sql: `
    -- What a writer's saves are known by until one of them was answered: see decision 023.
    ALTER TABLE question ADD COLUMN add_key TEXT;
    CREATE UNIQUE INDEX question_add_key ON question (created_by, add_key) WHERE add_key IS NOT NULL;
    ALTER TABLE question_version ADD COLUMN save_key TEXT;
  `,
};
