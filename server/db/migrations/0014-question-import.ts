import type { Migration } from '../opening/migrate.ts';

export const questionImportMigration: Migration = {
  name: '0014-question-import',
  sql: `
    -- A question file on its way into the bank: what its job reads, also after a restart. Once imported is set the questions are in the bank,
    -- in the same transaction: a job that begins again finds it and writes nothing twice.
    CREATE TABLE question_import (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      school_id INTEGER NOT NULL,
      -- JSON: the call's input without the file.
      task TEXT NOT NULL,
      -- Let go of when the job is over.
      content BLOB,
      imported INTEGER,
      skipped INTEGER,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX question_import_left ON question_import (created_ms) WHERE content IS NOT NULL;
    -- The same picture twice is kept once.
    CREATE INDEX upload_content ON upload (school_id, sha256);
  `,
};
