/** Content of a published plan's question, for comparison with other questions. */
interface ExamQuestionTable {
  plan_id: number;
  question_id: number;
  /** `hashQuestion` of the frozen question. */
  hash: string;
  /** Stem and options as plain text. */
  plain: string;
  /** JSON list of the question's bands in `exam_question_band`. */
  bands: string;
}
interface ExamQuestionBandTable {
  band: number;
  plan_id: number;
  question_id: number;
}

export interface ExamContentTables {
  exam_question: ExamQuestionTable;
  exam_question_band: ExamQuestionBandTable;
}
