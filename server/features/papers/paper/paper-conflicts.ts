import type { Kysely } from 'kysely';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { questionStatus, variantNames } from '../../../../sync/contract/codes.ts';
import type { paperCalls } from '../../../../sync/contract/papers/paper.ts';
import type { Database } from '../../../db/schema.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { createQuestionPoolReads } from '../../bank/question/question-pool-reads.ts';
import { isPlaceInTable } from './assembly/candidate-pool.ts';
import { listVariantQuestionIds, type StoredPaper } from './whole-paper-reads.ts';

type Conflict = CallOutput<(typeof paperCalls)['getConflicts']>['items'][number];

/**
 * Finds conflicts among the chosen questions of a paper: near-duplicates, questions not in use, the wrong profession or level, too many shared
 * questions. Manual choice or later changes cause them; a draw never does.
 */
export async function findPaperConflicts(
  db: Kysely<Database>,
  { row: paper, variants, rules, blueprint }: StoredPaper,
): Promise<Conflict[]> {
  const pool = createQuestionPoolReads(db);
  const ids = variants.map((variant) => listVariantQuestionIds([variant]));
  const near = new Set((await pool.nearPairs(ids)).map((pair) => pair.join(' ')));
  const rows = new Map((await pool.rows(paper.school_id, ids.flat())).map((row) => [row.id, row]));
  const tableId = blueprint?.detailTableId ?? null;
  const table = tableId === null ? undefined : await createDetailReads(db).paperTable(tableId);
  return ids.flatMap((mine, at): Conflict[] => {
    const variant = variantNames[at] ?? 'A';
    const known = mine.flatMap((id) => rows.get(id) ?? []);
    const isNear = (a: (typeof known)[number], b: (typeof known)[number]): boolean =>
      a.hash === b.hash || near.has(`${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`);
    const pairs = known.flatMap((one, index) =>
      known.slice(index + 1).flatMap((other) => (isNear(one, other) ? [[one.id, other.id]] : [])),
    );
    const place = (one: (typeof known)[number]) => ({ professionId: one.prof_id, tradeId: one.trade_id, level: one.level });
    const earlier = ids.slice(0, at).map((theirs) => mine.filter((id) => theirs.includes(id)));
    return [
      ...pairs.map((pair): Conflict => ({ kind: 'near', variant, ids: pair })),
      // The pool lacks retired and deleted questions.
      ...mine
        .filter((id) => rows.get(id)?.status !== questionStatus.inUse)
        .map((id): Conflict => ({ kind: 'notInUse', variant, ids: [id] })),
      ...known
        .filter((one) => table !== undefined && !isPlaceInTable(place(one), table.place))
        .map((one): Conflict => ({ kind: 'otherPlace', variant, ids: [one.id] })),
      ...earlier.filter((shared) => shared.length > rules.maxShared).map((shared): Conflict => ({ kind: 'shared', variant, ids: shared })),
    ];
  });
}
