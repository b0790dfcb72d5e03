import type { Migration } from '../migrate.ts';

/**
 * The index of words names the rows it finds, and PostgreSQL looks at each of them before it counts: a row with all its words in it is a kilobyte, of
 * which eight fill a page. Beside the table the words are where nobody looks for them, and a page has a hundred and forty rows (decision 206). Nothing
 * but the index reads them. They are spelled out anew, since what is small already is left where it is. SQLite keeps none.
 */
export const wordsBeside: Migration = {
  name: '0206-words-beside',
  sql: '',
  postgres: `
    ALTER TABLE question_text SET (toast_tuple_target = 128);
    ALTER TABLE question_text ALTER COLUMN grams TYPE text[] USING grams || '{}'::text[];
    ALTER TABLE question_text ALTER COLUMN grams SET STATISTICS 0;
  `,
};
