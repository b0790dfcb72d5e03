import type { Migration } from '../opening/migrate.ts';

export const planWithdrawnMigration: Migration = {
  name: '0040-plan-withdrawn',
  sql: `
    -- A published plan that was called off before its start. published_ms is NULL again: nothing that asks for published plans finds it.
    ALTER TABLE exam_plan ADD COLUMN withdrawn_ms INTEGER;
    ALTER TABLE exam_plan ADD COLUMN withdrawn_by INTEGER;
    ALTER TABLE exam_plan ADD COLUMN withdraw_reason TEXT NOT NULL DEFAULT '';
  `,
};
