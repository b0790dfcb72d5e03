import type { Selectable } from 'kysely';
import type { QuestionBank } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import { hashQuestion } from './similarity/question-hash.ts';
import { computeBands, getComparisonText } from './similarity/question-sketch.ts';

export type QuestionTableRow = Selectable<Database['question']>;

export const toQuestionBank = (bankId: number): QuestionBank => (bankId === certifiedBankId ? 'certified' : 'school');
/** Returns the school that owns a bank; null for the certified bank, which belongs to no school. */
export const getOwnerSchoolId = (bankId: number): number | null => (bankId === certifiedBankId ? null : bankId);

export const toQuestionBody = (row: QuestionTableRow): QuestionBody => ({
  type: row.type,
  material: row.material,
  stem: row.stem,
  options: JSON.parse(row.options) as QuestionBody['options'],
  key: JSON.parse(row.answer_key) as QuestionBody['key'],
  analysis: row.analysis,
  difficulty: row.difficulty,
  uniformity: row.uniformity,
  category: row.category,
  tags: JSON.parse(row.tags) as string[],
  source: row.source,
  scoreHint: row.score_hint,
  profId: row.prof_id,
  tradeId: row.trade_id,
  level: row.level,
  pointCode: row.point_code,
});

/**
 * Returns the columns of the question table that follow from a question's content. The indexes of tags, bands and words are written by
 * `addQuestionIndexes`.
 */
export function toQuestionColumns(body: QuestionBody, bankId: number) {
  const plain = getComparisonText(body);
  return {
    type: body.type,
    material: body.material,
    stem: body.stem,
    options: JSON.stringify(body.options),
    answer_key: JSON.stringify(body.key),
    analysis: body.analysis,
    difficulty: body.difficulty,
    uniformity: body.uniformity,
    category: body.category,
    tags: JSON.stringify(body.tags),
    source: body.source,
    score_hint: body.scoreHint,
    prof_id: body.profId,
    trade_id: body.tradeId,
    level: body.level,
    point_code: body.pointCode,
    plain,
    hash: hashQuestion(body),
    bands: JSON.stringify(computeBands(plain, bankId)),
  };
}
