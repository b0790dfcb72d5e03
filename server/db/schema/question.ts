import type { SectionTypeCode, QuestionStatusCode, DifficultyCode, ProfessionLevel } from '../../../sync/contract/codes.ts';
import { rowId, integer, text, real, bytes, defineTable } from './table.ts';

/** Bank id, and so the `school_id`, of the certified bank, which all schools share. No school has this id. */
export const certifiedBankId = 0;

export const questionTables = {
  question: defineTable(
    {
      id: rowId(),
      /** The bank: the id of its school, or `certifiedBankId`. Never NULL, so that the indexes below are in the order of every list. */
      school_id: integer(),
      /** Generated column: the school that owns the question; null for the certified bank. It carries the foreign key. */
      owner_school_id: integer().nullable().generated(`nullif(school_id, ${certifiedBankId})`).references('school'),
      type: integer<SectionTypeCode>(),
      status: integer<QuestionStatusCode>().check('status BETWEEN 0 AND 3'),
      stem: text(),
      /** Options of the question, as a JSON list of { id, html }. */
      options: text(),
      /** The right answer, as JSON of the contract's `answerKey`. */
      answer_key: text(),
      analysis: text(),
      difficulty: integer<DifficultyCode>(),
      uniformity: integer<DifficultyCode>().default(2),
      /** Path of the question's category from the top down, joined by "/". */
      category: text(),
      /** Tags of the question, as a JSON list. */
      tags: text().default('[]'),
      source: text(),
      score_hint: real().nullable(),
      prof_id: integer().nullable().references('profession'),
      trade_id: integer().nullable().references('profession_trade', 'SET NULL'),
      level: integer<ProfessionLevel>().nullable().check('level BETWEEN 1 AND 5'),
      /** Full code of the question's assessment point in the detail table (table of assessment points); '' for none. */
      point_code: text().default(''),
      /** Stem and options as plain text, for the keyword search. */
      plain: text(),
      /** Hash of the question's content, by which equal questions are found; see question-hash.ts. */
      hash: text(),
      /** Numbers of the question's bands (near-duplicates share one, see question-sketch.ts) as a JSON list; each has a row in `question_band`. */
      bands: text().default('[]'),
      /** Number of published exams that contain the question, and number of examinees whose paper contains it. */
      used_count: integer().default(0),
      exposed_count: integer().default(0),
      last_used_ms: integer().nullable(),
      version: integer().default(1),
      created_by: integer(),
      created_ms: integer().immutable(),
      updated_by: integer(),
      updated_ms: integer(),
      /** Material that belongs to the question: HTML with LaTeX between dollar signs. Several questions may share a material; each has a copy. */
      material: text().default(''),
    },
    {
      indexes: {
        question_pool: 'school_id, type, status, category, hash',
        // Not unique, because a teacher may import a duplicate deliberately.
        question_hash: 'school_id, hash',
        question_prof: { on: 'prof_id', where: 'prof_id IS NOT NULL' },
        question_trade: { on: 'trade_id', where: 'trade_id IS NOT NULL' },
        question_created_by: 'created_by',
        // Paper assembly reads a bank from this index alone, because the rows with their texts are ten times as long.
        question_assembly: 'school_id, id, type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash',
        question_point: 'school_id, prof_id, level, point_code, status',
        question_by_id: 'school_id, id, status, prof_id, type, difficulty, level',
        question_by_updated_ms: 'school_id, updated_ms, id, status, prof_id, type, difficulty, level',
        question_by_used_count: 'school_id, used_count, id, status, prof_id, type, difficulty, level',
        question_by_type: 'school_id, type, id, status, prof_id, type, difficulty, level',
        question_by_status: 'school_id, status, id, status, prof_id, type, difficulty, level',
        question_by_difficulty: 'school_id, difficulty, id, status, prof_id, type, difficulty, level',
        question_by_category: 'school_id, category, id, status, prof_id, type, difficulty, level',
        question_category: 'school_id, category, type, status, prof_id',
        // Index by which lists hide the drafts of others from a teacher; there are few drafts at a time.
        question_draft: { on: 'school_id, created_by, id', where: 'status = 0' },
      },
    },
  ),
  question_tag: defineTable(
    {
      question_id: integer().references('question', 'CASCADE'),
      /** Bank that uses the tag: id of its school, or 0 for the certified bank. */
      bank_id: integer(),
      tag: text(),
    },
    {
      primaryKey: 'question_id, tag',
      withoutRowid: true,
      indexes: {
        question_tag_bank: 'bank_id, tag, question_id',
      },
    },
  ),
  /** Values that the fields of a question had before version `version` changed them. Version 1 has no row. */
  question_version: defineTable(
    {
      question_id: integer().references('question', 'CASCADE'),
      version: integer(),
      event: text(),
      /** Old values of the changed fields, as a JSON object: name of the field in the contract → its value in the version before. */
      before: text(),
      note: text().default(''),
      user_id: integer(),
      at_ms: integer(),
    },
    {
      primaryKey: 'question_id, version',
      withoutRowid: true,
    },
  ),
  /** A category that a user created. A category that a question uses need not be listed here. */
  question_folder: defineTable(
    {
      bank_id: integer(),
      path: text(),
    },
    {
      primaryKey: 'bank_id, path',
      withoutRowid: true,
    },
  ),
  /**
   * Bands of questions (buckets of a MinHash search): near-duplicates share at least one (question-sketch.ts). The number of a band depends on the
   * bank, so that banks share none.
   */
  question_band: defineTable(
    {
      band: integer(),
      question_id: integer(),
    },
    {
      primaryKey: 'band, question_id',
      withoutRowid: true,
    },
  ),
  /** Counts the changes of a bank (school id, or 0) that matter to the assembly of papers. */
  question_revision: defineTable({
    /** Bank that was changed: id of its school, or 0 for the certified bank. */
    bank_id: integer().primaryKey(),
    revision: integer(),
  }),
  /**
   * A question file that is being imported. `imported` is set in the transaction that adds the questions, so that a restarted job adds nothing twice.
   */
  question_import: defineTable(
    {
      id: rowId(),
      user_id: integer(),
      school_id: integer(),
      /** Settings of the import: JSON of the call's input without the file. */
      task: text(),
      /** Content of the file; set to NULL when the import job is over. */
      content: bytes().nullable(),
      imported: integer().nullable(),
      skipped: integer().nullable(),
      created_ms: integer(),
      /** Background job that imports the file; null until it is created. */
      job_id: integer().nullable(),
    },
    {
      indexes: {
        question_import_left: { on: 'created_ms', where: 'content IS NOT NULL' },
      },
    },
  ),
};

/** Word index of questions; see keyword-grams.ts and question-words.ts. The rowid is the question's id. */
export interface QuestionSearchTables {
  question_text: { rowid: number; grams: string };
}
const refiledColumns = 'type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash';
/** The word index, and the triggers that maintain `question_revision`. */
export const questionStatements = {
  // SQLite's own tokenizers find no words in Chinese text.
  sqlite: `
    CREATE VIRTUAL TABLE question_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
    CREATE TRIGGER question_added AFTER INSERT ON question BEGIN
      INSERT INTO question_revision VALUES (NEW.school_id, 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
    CREATE TRIGGER question_removed AFTER DELETE ON question BEGIN
      INSERT INTO question_revision VALUES (OLD.school_id, 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
    CREATE TRIGGER question_refiled AFTER UPDATE OF ${refiledColumns} ON question BEGIN
      INSERT INTO question_revision VALUES (NEW.school_id, 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
  `,
  postgres: `
    CREATE TABLE question_text (
      rowid bigint PRIMARY KEY, grams text[] NOT NULL,
      question_type smallint, question_status smallint, question_difficulty smallint, question_level smallint, question_prof_id bigint
    );
    -- PostgreSQL visits each row found before it counts it. Words out of line (TOAST) let a page hold 140 rows instead of 8 (decision 016).
    ALTER TABLE question_text SET (toast_tuple_target = 128);
    CREATE INDEX question_text_grams ON question_text USING gin (grams);
    -- Statistics of word frequencies would make the planner expect many matches and scan the table.
    ALTER TABLE question_text ALTER COLUMN grams SET STATISTICS 0;
    -- Columns of the question that searches filter by. A change of such a column replaces the row of the words.
    CREATE FUNCTION question_text_filled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT type, status, difficulty, level, prof_id
        INTO NEW.question_type, NEW.question_status, NEW.question_difficulty, NEW.question_level, NEW.question_prof_id
        FROM question WHERE id = NEW.rowid;
      RETURN NEW;
    END $$;
    CREATE TRIGGER question_text_filled BEFORE INSERT ON question_text FOR EACH ROW EXECUTE FUNCTION question_text_filled();
    CREATE FUNCTION question_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO question_revision AS there VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.school_id ELSE NEW.school_id END, 1)
        ON CONFLICT (bank_id) DO UPDATE SET revision = there.revision + 1;
      RETURN NULL;
    END $$;
    CREATE TRIGGER question_added AFTER INSERT ON question FOR EACH ROW EXECUTE FUNCTION question_changed();
    CREATE TRIGGER question_removed AFTER DELETE ON question FOR EACH ROW EXECUTE FUNCTION question_changed();
    CREATE TRIGGER question_refiled AFTER UPDATE OF ${refiledColumns} ON question FOR EACH ROW EXECUTE FUNCTION question_changed();
  `,
};
