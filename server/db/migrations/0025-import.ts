import type { Migration } from '../opening/migrate.ts';

export const importKeyMigration: Migration = {
  name: '0025-import',
  sql: `
    -- The caller's own name for an import: asked for again, after an answer was lost on its way, it is still the same import.
    ALTER TABLE question_import ADD COLUMN request_key TEXT;
    ALTER TABLE question_import ADD COLUMN job_id INTEGER;
    CREATE UNIQUE INDEX question_import_key ON question_import (user_id, request_key) WHERE request_key IS NOT NULL;
  `,
};
