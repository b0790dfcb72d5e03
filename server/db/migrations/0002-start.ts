import type { Migration } from '../opening/migrate.ts';

export const startMigration: Migration = {
  name: '0002-start',
  sql: `
    -- What a first start has already done: one that was cut short goes on where it stopped.
    CREATE TABLE start_step (name TEXT PRIMARY KEY, done_ms INTEGER NOT NULL) STRICT;
  `,
};
