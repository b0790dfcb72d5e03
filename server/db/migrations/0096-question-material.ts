import type { Migration } from '../migrate.ts';

/** What several questions ask about stands in each of them; frozen papers hold it within the stem. */
export const questionMaterial: Migration = {
  name: '0096-question-material',
  sql: `ALTER TABLE question ADD COLUMN material TEXT NOT NULL DEFAULT '';`,
  postgres: `ALTER TABLE question ADD COLUMN material TEXT NOT NULL DEFAULT '';`,
};
