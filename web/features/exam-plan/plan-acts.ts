import { examUserStatus } from '../../../sync/contract/codes.ts';
import { isDelivered } from '../../../sync/machines/delivery.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { call } from '../../platform/call.ts';
import type { Plan, PlanExaminee } from './exam-plan-queries.ts';

export const actKinds = ['extend', 'waive', 'reopen', 'markAbsent', 'markCheating', 'revokeCheating'] as const;
export type ActKind = (typeof actKinds)[number];

export interface ActValues {
  readonly reason: string;
  readonly minutes: number;
  /** Idempotency id, one for each opening of the dialog: a second click or a retry after a lost reply repeats the same act. */
  readonly actId: string;
}

interface Act {
  /** True if the act applies to this examinee. */
  readonly fits: (examinee: PlanExaminee, plan: Plan) => boolean;
  /** The act can be applied to several examinees at once. */
  readonly several?: true;
  readonly minutes?: true;
  /** If scores were released already, ops that arrive after this act count only after a staff decision. The dialog says so beforehand. */
  readonly reopens?: true;
  readonly tone: NonNullable<ButtonProps['variant']>;
  readonly run: (plan: Plan, examinees: readonly PlanExaminee[], values: ActValues) => Promise<unknown>;
}

const one = (plan: Plan, examinees: readonly PlanExaminee[]) => ({ planId: plan.id, userId: examinees[0]?.userId ?? 0 });
const all = (plan: Plan, examinees: readonly PlanExaminee[]) => ({ planId: plan.id, userIds: examinees.map((each) => each.userId) });
const knowsReleased = (plan: Plan): boolean => plan.release.releasedMs !== null;

/** Acts of staff on the examinees of the board, each with the condition under which it is offered. The server checks its own conditions. */
export const acts: Readonly<Record<ActKind, Act>> = {
  extend: {
    fits: (examinee) => examinee.attemptId !== null,
    several: true,
    minutes: true,
    reopens: true,
    tone: 'primary',
    run: (plan, examinees, { minutes, reason, actId }) =>
      call('/exam/extend', {
        ...all(plan, examinees),
        incidentId: actId,
        ms: minutes * 60_000,
        reason,
        knowsReleased: knowsReleased(plan),
      }),
  },
  waive: {
    fits: (examinee, plan) =>
      plan.release.releasedMs === null && examinee.waiver === null && !isDelivered(examinee) && examinee.attemptId !== null,
    several: true,
    tone: 'primary',
    run: (plan, examinees, { reason }) => call('/exam/waive', { ...all(plan, examinees), reason }),
  },
  reopen: {
    fits: (examinee) => examinee.handedIn,
    reopens: true,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }) => call('/exam/reopen', { ...one(plan, examinees), reason, knowsReleased: knowsReleased(plan) }),
  },
  markAbsent: {
    fits: (examinee) => examinee.attemptId !== null && examinee.receivedOps === 0 && examinee.status === examUserStatus.awaiting,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }) => call('/exam/markAbsent', { ...one(plan, examinees), reason }),
  },
  markCheating: {
    fits: (examinee) => examinee.attemptId !== null && examinee.status !== examUserStatus.cheating,
    tone: 'sealSolid',
    run: (plan, examinees, { reason, actId }) => call('/exam/markCheating', { ...one(plan, examinees), markId: actId, reason }),
  },
  revokeCheating: {
    fits: (examinee) => examinee.status === examUserStatus.cheating,
    tone: 'primary',
    run: (plan, examinees, { reason }) => call('/exam/revokeCheating', { ...one(plan, examinees), reason }),
  },
};
