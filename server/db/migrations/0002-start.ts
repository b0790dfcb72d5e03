import type { Migration } from '../migrate.ts';

export const start: Migration = {
  name: '0002-start',
  sql: `
    -- What a first start has already done: one that was cut short goes on where it stopped.
    CREATE TABLE start_step (name TEXT PRIMARY KEY, done_ms INTEGER NOT NULL) STRICT;
  `,
};
