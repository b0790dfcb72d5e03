import type { PlanExaminee } from '../exam-plan-queries.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';

/**
 * Delivery states of a seat.
 * - `whole`: handed in, and the server has every op and attachment.
 * - `files`: only attachments are missing; they are on a PC or in an answer file from it.
 * - `missing`: handed in, but ops are missing that the hand-in lists or that a PC reported.
 * - `running`: time is left.
 * - `unfinished`: ops arrived, the time is over, and there is no hand-in.
 * - `nothing`: the examinee started, and no op arrived.
 * - `waived`: staff no longer wait for this attempt.
 * - `away`: the examinee never started.
 */
export const ledgerStates = ['missing', 'files', 'unfinished', 'nothing', 'running', 'waived', 'whole', 'away'] as const;
export type LedgerState = (typeof ledgerStates)[number];

/** Returns the delivery state of an examinee's attempt. */
export function deriveLedgerState(
  examinee: Pick<PlanExaminee, 'complete' | 'missingOps' | 'missingFiles' | 'waiver' | 'handedIn' | 'wait'>,
): LedgerState {
  if (isAttemptDelivered(examinee)) return 'whole';
  if (examinee.waiver !== null) return 'waived';
  if (examinee.complete && examinee.missingOps === 0) return 'files';
  if (examinee.handedIn) return 'missing';
  if (examinee.wait === 'time') return 'running';
  if (examinee.wait === 'delivery') return 'unfinished';
  return examinee.wait === 'nothingCame' ? 'nothing' : 'away';
}

/** True if a PC may hold answers that the server does not have. */
export const isUndeliveredState = (state: LedgerState): boolean => ['missing', 'files', 'unfinished', 'nothing', 'running'].includes(state);
