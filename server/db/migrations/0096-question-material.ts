import type { Migration } from '../opening/migrate.ts';

/** Adds material shared by several questions; each has a copy. Frozen papers contain it within the stem. */
export const questionMaterialMigration: Migration = {
  name: '0096-question-material',
  sql: `ALTER TABLE question ADD COLUMN material TEXT NOT NULL DEFAULT '';`,
  postgres: `ALTER TABLE question ADD COLUMN material TEXT NOT NULL DEFAULT '';`,
};
