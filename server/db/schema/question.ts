import type { ColumnType, Generated } from 'kysely';
import type { DifficultyCode, SectionTypeCode } from '../../../sync/contract/codes.ts';

interface QuestionTable {
  id: Generated<number>;
  school_id: number;
  type: SectionTypeCode;
  /** HTML with LaTeX between dollar signs. */
  stem: string;
  /** JSON list of { id, html }. */
  options: string;
  /** JSON of the contract's answerKey. */
  answer_key: string;
  analysis: string;
  difficulty: DifficultyCode;
  category: string;
  source: string;
  /** Stem and options as plain text, for the keyword search. */
  plain: string;
  /** See question-hash.ts. */
  hash: string;
  version: Generated<number>;
  created_by: number;
  created_ms: ColumnType<number, number, never>;
}

/** Full-text index of `question.plain`: see keyword-grams.ts. */
interface QuestionTextTable {
  rowid: number;
  grams: string;
}

export interface QuestionTables {
  question: QuestionTable;
  question_text: QuestionTextTable;
}
