import type { PlanExaminee } from './exam-plan-queries.ts';
import { isDelivered } from '../../../sync/machines/delivery.ts';

/**
 * What a seat still owes. `whole`: handed in, and all of it is here. `files`: all but photos and files on its answers, which lie on a PC or in a file
 * from it. `missing`: handed in, and ops that it lists or that a PC told of are not here. `running`: time is left.
 * `unfinished`: something came, the time is over, and no hand-in. `nothing`: took the seat, and nothing came. `waived`: staff wait no longer.
 * `away`: never asked for the seat.
 */
export const ledgerStates = ['missing', 'files', 'unfinished', 'nothing', 'running', 'waived', 'whole', 'away'] as const;
export type LedgerState = (typeof ledgerStates)[number];

export function ledgerStateOf(
  examinee: Pick<PlanExaminee, 'complete' | 'missingOps' | 'missingFiles' | 'waiver' | 'handedIn' | 'wait'>,
): LedgerState {
  if (isDelivered(examinee)) return 'whole';
  if (examinee.waiver !== null) return 'waived';
  if (examinee.complete && examinee.missingOps === 0) return 'files';
  if (examinee.handedIn) return 'missing';
  if (examinee.wait === 'time') return 'running';
  if (examinee.wait === 'delivery') return 'unfinished';
  return examinee.wait === 'nothingCame' ? 'nothing' : 'away';
}

/** A PC somewhere may hold answers that are not here. */
export const isOutstanding = (state: LedgerState): boolean => ['missing', 'files', 'unfinished', 'nothing', 'running'].includes(state);
