import type { Migration } from '../migrate.ts';

/** What a plan asks of whoever leaves the paper on the screen; '': nothing. */
export const lockdown: Migration = {
  name: '0115-lockdown',
  sql: `ALTER TABLE exam_plan ADD COLUMN lockdown TEXT NOT NULL DEFAULT '';`,
  postgres: `ALTER TABLE exam_plan ADD COLUMN lockdown text NOT NULL DEFAULT '';`,
};
