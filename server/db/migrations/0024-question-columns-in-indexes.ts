import type { Migration } from '../migration-plan.ts';

const columns = {
  question_by_id: 'school_id, id',
  question_by_updated_ms: 'school_id, updated_ms, id',
  question_by_used_count: 'school_id, used_count, id',
  question_by_type: 'school_id, type, id',
  question_by_status: 'school_id, status, id',
  question_by_difficulty: 'school_id, difficulty, id',
  question_by_category: 'school_id, category, id',
};
const indexes = Object.entries(columns)
  .map(([name, order]) => `DROP INDEX ${name}; CREATE INDEX ${name} ON question (${order}, status, prof_id, type, difficulty, level);`)
  .join('\n');

/**
 * The indexes of the question lists hold type, difficulty and level, so that a filter by them reads no row. PostgreSQL's word index table holds
 * them too, with status and profession.
 */
export const questionColumnsInIndexes: Migration = {
  name: '0024-question-columns-in-indexes',
  sqlite: indexes,
  postgres: `
    ${indexes}
    ALTER TABLE question_text ADD COLUMN question_type smallint, ADD COLUMN question_status smallint, ADD COLUMN question_difficulty smallint,
      ADD COLUMN question_level smallint, ADD COLUMN question_prof_id bigint;
    CREATE FUNCTION question_text_filled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT type, status, difficulty, level, prof_id
        INTO NEW.question_type, NEW.question_status, NEW.question_difficulty, NEW.question_level, NEW.question_prof_id
        FROM question WHERE id = NEW.rowid;
      RETURN NEW;
    END $$;
    CREATE TRIGGER question_text_filled BEFORE INSERT ON question_text FOR EACH ROW EXECUTE FUNCTION question_text_filled();
    -- The table is filled again without its index, which would be maintained row by row. The trigger adds the columns. A compressed array would
    -- stay in its row, so it is copied by an expression.
    DROP INDEX question_text_grams;
    CREATE TEMPORARY TABLE question_word ON COMMIT DROP AS SELECT rowid, grams FROM question_text;
    TRUNCATE question_text;
    INSERT INTO question_text (rowid, grams) SELECT rowid, grams || '{}' FROM question_word ORDER BY rowid;
    CREATE INDEX question_text_grams ON question_text USING gin (grams);
  `,
};
