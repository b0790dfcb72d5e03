import type { Migration } from '../opening/migrate.ts';

/**
 * Moves the words of the word index out of line (TOAST) on PostgreSQL (decision 016). PostgreSQL visits each row found before it counts it.
 * A row that contains its words takes a kilobyte, so a page holds 8; otherwise a page holds 140 rows. Only the index reads the words.
 * All rows are rewritten, because the setting does not move values already stored. SQLite stores no words in the rows.
 */
export const wordsBesideMigration: Migration = {
  name: '0206-words-beside',
  sql: '',
  postgres: `
    ALTER TABLE question_text SET (toast_tuple_target = 128);
    ALTER TABLE question_text ALTER COLUMN grams TYPE text[] USING grams || '{}'::text[];
    ALTER TABLE question_text ALTER COLUMN grams SET STATISTICS 0;
  `,
};
