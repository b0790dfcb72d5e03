import type { Migration } from '../migration-plan.ts';

/** Adds to an uploaded picture of answer cards the exam plan to which the cards belong. */
export const uploadPlan: Migration = {
  name: '0026-upload-plan',
  sqlite: `
    ALTER TABLE upload ADD COLUMN plan_id INTEGER;
    CREATE INDEX upload_plan ON upload (plan_id) WHERE plan_id IS NOT NULL;
  `,
  postgres: `
    ALTER TABLE upload ADD COLUMN plan_id bigint;
    CREATE INDEX upload_plan ON upload (plan_id) WHERE plan_id IS NOT NULL;
  `,
};
