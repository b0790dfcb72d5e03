import type { Migration } from '../opening/migrate.ts';

/** Adds the rule for examinees who leave the paper's window; '': none. */
export const lockdownMigration: Migration = {
  name: '0115-lockdown',
  sql: `ALTER TABLE exam_plan ADD COLUMN lockdown TEXT NOT NULL DEFAULT '';`,
  postgres: `ALTER TABLE exam_plan ADD COLUMN lockdown text NOT NULL DEFAULT '';`,
};
