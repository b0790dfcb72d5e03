import type { Migration } from '../migrate.ts';

/** The stores keep what people are found by (person-text-store.ts): PostgreSQL has no functions of ours for triggers to call. */
export const wordsByStores: Migration = {
  name: '0041-words-by-stores',
  sql: `
    DROP TRIGGER user_text_add;
    DROP TRIGGER user_text_change;
    DROP TRIGGER user_text_remove;
  `,
};
