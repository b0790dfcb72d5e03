import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { Database } from '../../../../db/schema.ts';
import { createDetailReads } from '../../detail/detail-reads.ts';
import { createProfessionReads } from '../../../people/profession/profession-reads.ts';
import { findNearestPoint } from '../similarity/point-nearness.ts';
import type { QuestionBodyError } from '../question-check.ts';
import { questionMessages as messages } from '../question-messages.ts';

export type Classification = Pick<QuestionBody, 'profId' | 'tradeId' | 'level' | 'pointCode'>;

export interface ClassificationNames {
  readonly profName: string;
  readonly tradeName: string;
  readonly pointName: string;
}

/**
 * Checks the classification of a question: whether its profession, trade, level and assessment point exist. Returns the faults, the names, and the
 * detail table that has the point.
 */
export async function checkClassification(
  db: Kysely<Database>,
  { profId, tradeId, level, pointCode }: Classification,
): Promise<{ readonly faults: readonly QuestionBodyError[]; readonly tableId: number | null; readonly names: ClassificationNames }> {
  const none: ClassificationNames = { profName: '', tradeName: '', pointName: '' };
  const fault = (path: keyof Classification, message: QuestionBodyError['message'], names = none) => ({
    faults: [{ path, message }],
    tableId: null,
    names,
  });
  if (profId === null) {
    if (tradeId !== null) return fault('tradeId', messages.needsProfession());
    return pointCode === '' ? { faults: [], tableId: null, names: none } : fault('pointCode', messages.pointNeedsLevel());
  }
  const profession = await createProfessionReads(db).byId(profId);
  if (!profession) return fault('profId', messages.noProfession());
  const trade = tradeId === null ? undefined : profession.trades.find((each) => each.id === tradeId);
  const names = { ...none, profName: profession.name, tradeName: trade?.name ?? '' };
  if (tradeId !== null && !trade) return fault('tradeId', messages.noTrade(profession.name), names);
  if (level !== null && !profession.levels.includes(level)) return fault('level', messages.noLevel(profession.name), names);
  if (pointCode === '') return { faults: [], tableId: null, names };
  if (level === null) return fault('pointCode', messages.pointNeedsLevel(), names);
  const table = await createDetailReads(db).pointsOf({ professionId: profId, tradeId, level });
  const pointName = table?.points.get(pointCode);
  if (table === undefined || pointName === undefined)
    return fault('pointCode', messages.noPoint(pointCode, table ? findNearestPoint(pointCode, table.points) : null), names);
  return { faults: [], tableId: table.tableId, names: { ...names, pointName } };
}
