import type { Migration } from '../migration-plan.ts';

/** Adds a flag by which one server can cancel a job that another server runs. */
export const jobCancel: Migration = {
  name: '0002-job-cancel',
  sqlite: 'ALTER TABLE job ADD COLUMN cancel_asked INTEGER NOT NULL DEFAULT 0',
  postgres: 'ALTER TABLE job ADD COLUMN cancel_asked bigint NOT NULL DEFAULT 0',
};
