import type { ColumnType, Generated } from 'kysely';
import type { PaperStatusCode, SectionTypeCode } from '../../../sync/contract/codes.ts';

interface PaperTable {
  id: Generated<number>;
  school_id: number;
  name: string;
  status: PaperStatusCode;
  /** JSON of the contract's paperRules. */
  rules: string;
  question_count: number;
  total_points: number;
  /** Of the last draw. */
  seed: number | null;
  version: Generated<number>;
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
  /** JSON list. */
  categories: string;
  partial: 0 | 1;
}

interface PaperQuestionTable {
  paper_id: number;
  section: number;
  /** Within the section, from 0. */
  position: number;
  question_id: number;
}

export interface PaperTables {
  paper: PaperTable;
  paper_section: PaperSectionTable;
  paper_question: PaperQuestionTable;
}
