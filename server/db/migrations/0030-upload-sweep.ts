import type { Migration } from '../opening/migrate.ts';

export const uploadSweptMigration: Migration = {
  name: '0030-upload-sweep',
  sql: `
    -- Since when nothing is known to refer to the file; see upload-sweep.ts.
    ALTER TABLE upload ADD COLUMN unused_ms INTEGER;
    CREATE INDEX upload_created ON upload (created_ms);
  `,
};
