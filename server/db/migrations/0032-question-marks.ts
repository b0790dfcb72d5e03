import type { Migration } from '../opening/migrate.ts';

const columns = 'school_id, type, status, difficulty, uniformity, prof_id, level, category, point_code, tags, plain';
const orders = ['id', 'updated_ms', 'used_count', 'type', 'status', 'difficulty', 'category'];

export const questionMarksMigration: Migration = {
  name: '0032-question-marks',
  sql: `
    -- All that a list is filtered by is a word now, and each word begins with its bank; question_words is markedWords of question-words.ts (open.ts).
    DROP TABLE question_text;
    CREATE VIRTUAL TABLE question_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
    INSERT INTO question_text (rowid, grams) SELECT id, question_words(${columns}) FROM question;

    -- So an order's index needn't hold what is filtered by, but for what a school sees of the certified bank.
    ${orders
      .map(
        (column) => `DROP INDEX question_by_${column};
    CREATE INDEX question_by_${column} ON question (school_id, ${column === 'id' ? '' : `${column}, `}id, status, prof_id);`,
      )
      .join('\n    ')}
    DROP INDEX question_category;
    CREATE INDEX question_category ON question (school_id, category, type, status, prof_id);
  `,
};
