import type { Migration } from '../migration-plan.ts';

const column = 'ALTER TABLE migration ADD COLUMN runs_with_older INTEGER NOT NULL DEFAULT 0 CHECK (runs_with_older IN (0, 1));';

/** Adds to each applied migration a mark that says whether programs which do not know it can run on its result. */
export const migrationMark: Migration = {
  name: '0028-migration-mark',
  sqlite: column,
  postgres: column.replace('INTEGER', 'bigint'),
};
