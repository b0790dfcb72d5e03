import type { Migration } from '../opening/migrate.ts';

/** A running job may be cancelled at another server than the one that runs it. */
export const jobCancel: Migration = {
  name: '0002-job-cancel',
  sqlite: 'ALTER TABLE job ADD COLUMN cancel_asked INTEGER NOT NULL DEFAULT 0',
  postgres: 'ALTER TABLE job ADD COLUMN cancel_asked bigint NOT NULL DEFAULT 0',
};
