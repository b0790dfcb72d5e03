import type { Migration } from '../opening/migrate.ts';

export const questionWordsMigration: Migration = {
  name: '0020-question-words',
  sql: `
    -- Runs of one to three characters are words now, and so are bank, type, status and difficulty (question-words.ts): a word that
    -- stands everywhere is counted without reading a question. text_runs is runsOf of keyword-grams.ts (open.ts).
    DROP TABLE question_text;
    CREATE VIRTUAL TABLE question_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
    INSERT INTO question_text (rowid, grams)
    SELECT id, 'bank' || ifnull(school_id, 0) || ' type' || type || ' status' || status || ' grade' || difficulty || ' ' || text_runs(plain)
    FROM question;
  `,
};
