import type { Migration } from '../opening/migrate.ts';

export const questionSearchMigration: Migration = {
  name: '0007-question-search',
  sql: `
    -- Row id: the question's. What stands in it is made by keyword-grams.ts; SQLite's own tokenizers find no words in Chinese text.
    CREATE VIRTUAL TABLE question_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
  `,
};
