import type { PaperStatusCode, PaperKind, SectionTypeCode, VariantName, PaperCategoryTree } from '../../../sync/contract/codes.ts';
import { rowId, integer, text, real, flag, defineTable } from './table.ts';

export const paperTables = {
  paper: defineTable(
    {
      id: rowId(),
      school_id: integer().references('school'),
      name: text(),
      status: integer<PaperStatusCode>().check('status BETWEEN 0 AND 3'),
      /** Rules of the paper, such as layout, shuffling and minutes, as JSON of the contract's `paperRules`. */
      rules: text(),
      question_count: integer(),
      total_points: real(),
      /** Seed of the last random draw of questions. */
      seed: integer().nullable(),
      version: integer().default(1),
      updated_by: integer(),
      updated_ms: integer(),
      created_ms: integer().immutable(),
      kind: text<PaperKind>().default('exam').check("kind IN ('exam', 'test', 'homework', 'exercise')"),
      variant_count: integer().default(1).check('variant_count BETWEEN 1 AND 4'),
      /** Requirements by which questions are chosen for the paper, as JSON of the contract's `paperBlueprint`. */
      blueprint: text().nullable(),
      /** Path of the paper's category in the category tree of its kind (exam, mock test or homework); '' for none. */
      category: text().default(''),
      /** Owner of the paper; co-workers stand in `co_worker` (decision 022). */
      created_by: integer().defaultOfOldRows(0),
    },
    {
      indexes: {
        paper_maker: 'created_by',
        paper_list: 'school_id, id, kind, status, category, name, created_by',
        paper_updated: 'school_id, updated_ms, id, kind, status, category, name, created_by',
        paper_name: 'school_id, name, id, kind, status, category, created_by',
        paper_points: 'school_id, total_points, id, kind, status, category, name, created_by',
        // A category holds few papers, so that its papers can be counted and sorted within the index.
        paper_category: 'school_id, category, kind, status, updated_ms, created_by',
      },
    },
  ),
  paper_section: defineTable(
    {
      paper_id: integer().references('paper', 'CASCADE'),
      /** Position of the section in the paper, from 0. */
      position: integer(),
      title: text(),
      type: integer<SectionTypeCode>(),
      count: integer(),
      points_each: real(),
      /** Categories from which the section's questions are drawn, as a JSON list of paths. */
      categories: text(),
      partial: flag(),
      /** Conditions, besides `categories`, for the questions that are drawn for the section, as JSON: difficulty mix, tags and level. */
      rule: text().default('{}'),
    },
    {
      primaryKey: 'paper_id, position',
      withoutRowid: true,
    },
  ),
  paper_question: defineTable(
    {
      paper_id: integer().references('paper', 'CASCADE'),
      variant: text<VariantName>().check("variant IN ('A', 'B', 'C', 'D')"),
      section: integer(),
      /** Position of the question within the section, from 0. */
      position: integer(),
      question_id: integer().references('question'),
      locked: flag(),
    },
    {
      primaryKey: 'paper_id, variant, section, position',
      withoutRowid: true,
      indexes: {
        // A variant contains no question twice, however it was drawn.
        paper_question_once: { on: 'paper_id, variant, question_id', unique: true },
        paper_question_question: 'question_id',
      },
    },
  ),
  /** A user who may work on a paper or exam plan together with its owner. */
  co_worker: defineTable(
    {
      kind: text<'paper' | 'plan'>().check("kind IN ('paper', 'plan')"),
      row_id: integer(),
      user_id: integer().references('user', 'CASCADE'),
    },
    {
      primaryKey: 'kind, row_id, user_id',
      withoutRowid: true,
      indexes: {
        co_worker_user: 'user_id, kind, row_id',
      },
    },
  ),
  /** Categories that users created. A category that a paper uses need not be listed here. */
  paper_folder: defineTable(
    {
      school_id: integer().references('school'),
      shelf: text<PaperCategoryTree>().check("shelf IN ('exam', 'test', 'homework')"),
      path: text(),
    },
    {
      primaryKey: 'school_id, shelf, path',
      withoutRowid: true,
    },
  ),
};

/** Deletes the co-workers of a deleted paper or plan. */
export const paperStatements = {
  sqlite: `
    CREATE TRIGGER co_worker_paper_gone AFTER DELETE ON paper BEGIN DELETE FROM co_worker WHERE kind = 'paper' AND row_id = OLD.id; END;
    CREATE TRIGGER co_worker_plan_gone AFTER DELETE ON exam_plan BEGIN DELETE FROM co_worker WHERE kind = 'plan' AND row_id = OLD.id; END;
  `,
  postgres: `
    CREATE FUNCTION co_worker_gone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN DELETE FROM co_worker WHERE kind = TG_ARGV[0] AND row_id = OLD.id; RETURN NULL; END $$;
    CREATE TRIGGER co_worker_paper_gone AFTER DELETE ON paper FOR EACH ROW EXECUTE FUNCTION co_worker_gone('paper');
    CREATE TRIGGER co_worker_plan_gone AFTER DELETE ON exam_plan FOR EACH ROW EXECUTE FUNCTION co_worker_gone('plan');
  `,
};
