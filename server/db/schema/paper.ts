import type { ColumnType, Generated } from 'kysely';
import type { PaperKind, PaperCategoryTree, PaperStatusCode, SectionTypeCode, VariantName } from '../../../sync/contract/codes.ts';

interface PaperTable {
  id: Generated<number>;
  school_id: number;
  name: string;
  kind: Generated<PaperKind>;
  /** Path in the category tree of the paper's shelf; '' for none. */
  category: Generated<string>;
  status: PaperStatusCode;
  /** JSON of the contract's `paperRules`. */
  rules: string;
  /** JSON of the contract's `paperBlueprint`. */
  blueprint: string | null;
  variant_count: Generated<number>;
  question_count: number;
  total_points: number;
  /** Seed of the last draw. */
  seed: number | null;
  version: Generated<number>;
  created_by: number;
  updated_by: number;
  updated_ms: number;
  created_ms: ColumnType<number, number, never>;
}

interface PaperSectionTable {
  paper_id: number;
  /** From 0. */
  position: number;
  title: string;
  type: SectionTypeCode;
  count: number;
  points_each: number;
  /** JSON list of category paths. */
  categories: string;
  partial: 0 | 1;
  /** JSON of further conditions of the draw: difficulty, tags, level. */
  rule: Generated<string>;
}

interface PaperQuestionTable {
  paper_id: number;
  variant: VariantName;
  section: number;
  /** Position within the section, from 0. */
  position: number;
  question_id: number;
  locked: 0 | 1;
}

/** Co-worker of a paper or plan. */
interface CoWorkerTable {
  thing: 'paper' | 'plan';
  thing_id: number;
  user_id: number;
}

/** Categories that users created. A category that a paper uses need not be listed here. */
interface PaperFolderTable {
  school_id: number;
  shelf: PaperCategoryTree;
  path: string;
}

export interface PaperTables {
  co_worker: CoWorkerTable;
  paper: PaperTable;
  paper_folder: PaperFolderTable;
  paper_section: PaperSectionTable;
  paper_question: PaperQuestionTable;
}
