import type { Migration } from '../opening/migrate.ts';

/**
 * Replaces the triggers that maintained `user_text`: queries do it now (person-text-store.ts), because PostgreSQL triggers cannot call our
 * functions.
 */
export const wordsByStoresMigration: Migration = {
  name: '0041-words-by-stores',
  sql: `
    DROP TRIGGER user_text_add;
    DROP TRIGGER user_text_change;
    DROP TRIGGER user_text_remove;
  `,
};
