import type { Kysely } from 'kysely';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import type { QuestionTableRow } from './question-row.ts';
import { sliceValues } from '../../../db/slice-values.ts';

const idsPerQuery = 1000;

/** Returns the existing questions among the ids. `schoolId`: restricts them to the school's own bank and the certified bank. */
export async function readQuestionRows(db: Kysely<Database>, ids: readonly number[], schoolId?: number): Promise<QuestionTableRow[]> {
  const found: QuestionTableRow[] = [];
  for (const some of sliceValues(ids, idsPerQuery)) {
    let rows = db.selectFrom('question').selectAll().where('id', 'in', some);
    if (schoolId !== undefined) rows = rows.where('school_id', 'in', [schoolId, certifiedBankId]);
    found.push(...(await rows.execute()));
  }
  return found;
}
