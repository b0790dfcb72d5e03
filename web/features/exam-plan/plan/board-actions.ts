import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';
import type { ButtonProps } from '../../../ui/primitives/button.tsx';
import { type CallOptions, makeCall } from '../../../platform/api/call.ts';
import type { ExamPlan, PlanExaminee } from '../exam-plan-queries.ts';

export const boardActionKinds = ['extend', 'waive', 'reopen', 'markAbsent', 'markCheating', 'revokeCheating'] as const;
export type BoardActionKind = (typeof boardActionKinds)[number];

export interface BoardActionValues {
  readonly reason: string;
  readonly minutes: number;
  /** Idempotency id, one for each opening of the dialog: a second click or a retry after a lost reply repeats the same act. */
  readonly actId: string;
}

interface Act {
  /** True if the act applies to this examinee. */
  readonly fits: (examinee: PlanExaminee, plan: ExamPlan) => boolean;
  /** The act can be applied to several examinees at once. */
  readonly several?: true;
  readonly minutes?: true;
  /** If scores were released already, ops that arrive after this act count only after a staff decision. The dialog says so beforehand. */
  readonly reopens?: true;
  readonly tone: NonNullable<ButtonProps['variant']>;
  readonly run: (plan: ExamPlan, examinees: readonly PlanExaminee[], values: BoardActionValues, quiet: CallOptions) => Promise<unknown>;
}

const one = (plan: ExamPlan, examinees: readonly PlanExaminee[]) => ({ planId: plan.id, userId: examinees[0]?.userId ?? 0 });
const all = (plan: ExamPlan, examinees: readonly PlanExaminee[]) => ({ planId: plan.id, userIds: examinees.map((each) => each.userId) });
const knowsReleased = (plan: ExamPlan): boolean => plan.release.releasedMs !== null;

/** Acts of staff on the examinees of the board, each with the condition under which it is offered. The server checks its own conditions. */
export const boardActions: Readonly<Record<BoardActionKind, Act>> = {
  extend: {
    fits: (examinee) => examinee.attemptId !== null,
    several: true,
    minutes: true,
    reopens: true,
    tone: 'primary',
    run: (plan, examinees, { minutes, reason, actId }, quiet) =>
      makeCall(
        '/exam/extend',
        {
          ...all(plan, examinees),
          incidentId: actId,
          ms: minutes * 60_000,
          reason,
          knowsReleased: knowsReleased(plan),
        },
        quiet,
      ),
  },
  waive: {
    fits: (examinee, plan) =>
      plan.release.releasedMs === null && examinee.waiver === null && !isAttemptDelivered(examinee) && examinee.attemptId !== null,
    several: true,
    tone: 'primary',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/waive', { ...all(plan, examinees), reason }, quiet),
  },
  reopen: {
    fits: (examinee) => examinee.handedIn,
    reopens: true,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }, quiet) =>
      makeCall('/exam/reopen', { ...one(plan, examinees), reason, knowsReleased: knowsReleased(plan) }, quiet),
  },
  markAbsent: {
    fits: (examinee) => examinee.attemptId !== null && examinee.receivedOps === 0 && examinee.status === examUserStatus.awaiting,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/markAbsent', { ...one(plan, examinees), reason }, quiet),
  },
  markCheating: {
    fits: (examinee) => examinee.attemptId !== null && examinee.status !== examUserStatus.cheating,
    tone: 'sealSolid',
    run: (plan, examinees, { reason, actId }, quiet) =>
      makeCall('/exam/markCheating', { ...one(plan, examinees), markId: actId, reason }, quiet),
  },
  revokeCheating: {
    fits: (examinee) => examinee.status === examUserStatus.cheating,
    tone: 'primary',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/revokeCheating', { ...one(plan, examinees), reason }, quiet),
  },
};
