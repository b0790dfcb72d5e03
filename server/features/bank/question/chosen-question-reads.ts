import type { Kysely } from 'kysely';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

const stemLength = 120;

/** Returns id and opening text of the given questions that belong to the school's own bank and are in use. `db` may be a transaction. */
export async function readQuestionExcerpts(db: Kysely<Database>, schoolId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const wanted = [...new Set(ids)];
  for (const some of sliceValues(wanted, 500)) {
    const rows = await db
      .selectFrom('question')
      .select(['id', 'plain'])
      .where('school_id', '=', schoolId)
      .where('status', '=', questionStatus.inUse)
      .where('id', 'in', some)
      .execute();
    for (const { id, plain } of rows) found.set(id, plain.slice(0, stemLength));
  }
  return found;
}
