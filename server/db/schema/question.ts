import type { ColumnType, Generated } from 'kysely';
import type { DifficultyCode, ProfessionLevel, QuestionStatusCode, SectionTypeCode } from '../../../sync/contract/codes.ts';

interface QuestionTable {
  id: Generated<number>;
  /** Null: the certified bank. */
  school_id: number | null;
  type: SectionTypeCode;
  status: QuestionStatusCode;
  /** HTML with LaTeX between dollar signs. Several questions may share this text; each has a copy. */
  material: Generated<string>;
  stem: string;
  /** JSON list of { id, html }. */
  options: string;
  /** JSON of the contract's `answerKey`. */
  answer_key: string;
  analysis: string;
  difficulty: DifficultyCode;
  uniformity: Generated<DifficultyCode>;
  /** Category path from the top down, joined by "/". */
  category: string;
  /** JSON list. */
  tags: Generated<string>;
  source: string;
  score_hint: number | null;
  prof_id: number | null;
  trade_id: number | null;
  level: ProfessionLevel | null;
  point_code: Generated<string>;
  /** Stem and options as plain text, for the keyword search. */
  plain: string;
  /** Content hash; see question-hash.ts. */
  hash: string;
  /** JSON list of the question's bands in `question_band`. */
  bands: Generated<string>;
  /** Number of published exams that contained the question, and of examinees who got it. */
  used_count: Generated<number>;
  exposed_count: Generated<number>;
  last_used_ms: number | null;
  version: Generated<number>;
  created_by: number;
  created_ms: ColumnType<number, number, never>;
  updated_by: number;
  updated_ms: number;
}

/** Word index of questions; see keyword-grams.ts and question-words.ts. */
interface QuestionTextTable {
  rowid: number;
  grams: string;
}

interface QuestionTagTable {
  question_id: number;
  bank_id: number;
  tag: string;
}

interface QuestionVersionTable {
  question_id: number;
  version: number;
  event: string;
  before: string;
  note: Generated<string>;
  user_id: number;
  at_ms: number;
}

interface QuestionFolderTable {
  bank_id: number;
  path: string;
}

interface QuestionBandTable {
  band: number;
  question_id: number;
}

/** Counts the changes of a bank (school id, or 0) that matter to the assembly of papers. */
interface QuestionRevisionTable {
  bank_id: number;
  revision: number;
}

/** A question file that is being imported. */
interface QuestionImportTable {
  id: Generated<number>;
  user_id: number;
  school_id: number;
  task: string;
  content: Buffer | null;
  imported: number | null;
  skipped: number | null;
  created_ms: number;
  /** The job that imports the file. */
  job_id: number | null;
}

export interface QuestionTables {
  question_import: QuestionImportTable;
  question_revision: QuestionRevisionTable;
  question: QuestionTable;
  question_text: QuestionTextTable;
  question_tag: QuestionTagTable;
  question_version: QuestionVersionTable;
  question_folder: QuestionFolderTable;
  question_band: QuestionBandTable;
}
