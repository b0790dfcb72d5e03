import type { Migration } from '../opening/migrate.ts';

export const uploadMigration: Migration = {
  name: '0010-upload',
  sql: `
    -- Who put which file here, and when. No foreign keys: the record outlives the account and the school.
    CREATE TABLE upload (
      id INTEGER PRIMARY KEY,
      -- Random; also the file's name on disk and the last part of its address.
      name TEXT NOT NULL UNIQUE,
      school_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      -- As it was called on the uploader's device.
      original_name TEXT NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX upload_user ON upload (user_id, created_ms);
    CREATE INDEX upload_school ON upload (school_id, created_ms);
  `,
};
