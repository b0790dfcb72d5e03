import type { Kysely } from 'kysely';
import type { QuestionBody } from '../../../sync/contract/question.ts';
import type { Database } from '../../db/schema.ts';
import { detailReads } from '../detail/detail-reads.ts';
import { profReads } from '../prof/prof-reads.ts';
import { nearestPoint } from './point-nearness.ts';
import type { BodyFault } from './question-check.ts';
import { questionMessages as messages } from './question-messages.ts';

export type Filing = Pick<QuestionBody, 'profId' | 'tradeId' | 'level' | 'pointCode'>;

export interface FilingNames {
  readonly profName: string;
  readonly tradeName: string;
  readonly pointName: string;
}

/** Checks where a question is filed: whether profession, trade, level and point exist, their names, and the detail table of the point. */
export async function readFiling(
  db: Kysely<Database>,
  { profId, tradeId, level, pointCode }: Filing,
): Promise<{ readonly faults: readonly BodyFault[]; readonly tableId: number | null; readonly names: FilingNames }> {
  const none: FilingNames = { profName: '', tradeName: '', pointName: '' };
  const fault = (path: keyof Filing, message: BodyFault['message'], names = none) => ({
    faults: [{ path, message }],
    tableId: null,
    names,
  });
  if (profId === null) {
    if (tradeId !== null) return fault('tradeId', messages.needsProfession());
    return pointCode === '' ? { faults: [], tableId: null, names: none } : fault('pointCode', messages.pointNeedsLevel());
  }
  const profession = await profReads(db).byId(profId);
  if (!profession) return fault('profId', messages.noProfession());
  const trade = tradeId === null ? undefined : profession.trades.find((each) => each.id === tradeId);
  const names = { ...none, profName: profession.name, tradeName: trade?.name ?? '' };
  if (tradeId !== null && !trade) return fault('tradeId', messages.noTrade(profession.name), names);
  if (level !== null && !profession.levels.includes(level)) return fault('level', messages.noLevel(profession.name), names);
  if (pointCode === '') return { faults: [], tableId: null, names };
  if (level === null) return fault('pointCode', messages.pointNeedsLevel(), names);
  const table = await detailReads(db).pointsOf({ professionId: profId, tradeId, level });
  const pointName = table?.points.get(pointCode);
  if (table === undefined || pointName === undefined)
    return fault('pointCode', messages.noPoint(pointCode, table ? nearestPoint(pointCode, table.points) : null), names);
  return { faults: [], tableId: table.tableId, names: { ...names, pointName } };
}
