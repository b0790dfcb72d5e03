import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { type CallOptions, makeCall } from '../../../platform/api/call.ts';
import { ReasonDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/form-fields.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type ExamPlan, type PlanExaminee, planCallPrefixes } from '../exam-plan-queries.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';
import type { ButtonProps } from '../../../ui/primitives/button.tsx';

export interface BoardActionRequest {
  readonly kind: BoardActionKind;
  readonly examinees: readonly PlanExaminee[];
  readonly actId: string;
}

interface BoardActionDialogProps {
  plan: ExamPlan;
  request: BoardActionRequest;
  onClose: () => void;
}

/** Asks staff to confirm an action on examinees of the plan's board, such as more time: shows its effect, names them, and asks for a reason. */
export function BoardActionDialog({ plan, request: { kind, examinees, actId }, onClose }: BoardActionDialogProps) {
  const { t } = useTranslation('examPlan');
  const act = boardActions[kind];
  const [minutes, setMinutes] = useState(10);
  const wrongMinutes = act.minutes === true && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 720);
  const names = examinees.slice(0, namesShown).map((each) => each.name);
  return (
    <PlanReasonDialog
      title={t(`act.${kind}.title`, { names: joinWords(names), count: examinees.length, more: examinees.length > namesShown ? '…' : '' })}
      confirm={t(`act.${kind}.do`)}
      tone={act.tone}
      blocked={wrongMinutes}
      run={(reason, quiet) => act.run(plan, examinees, { reason, minutes, actId }, quiet)}
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed text-muted-foreground">{t(`act.${kind}.what`)}</p>
      {act.reopens === true && plan.release.releasedMs !== null && <Strip tone="seal">{t('actAfterRelease')}</Strip>}
      {act.minutes === true && (
        <Field label={t('extendMinutes')} required error={wrongMinutes ? t('badMinutes') : undefined}>
          {(field) => <NumberInput {...field} min={1} max={720} value={minutes} onChange={setMinutes} />}
        </Field>
      )}
    </PlanReasonDialog>
  );
}

const namesShown = 5;

interface PlanReasonDialogProps {
  title: string;
  confirm: string;
  tone: (typeof boardActions)[BoardActionKind]['tone'];
  children: ReactNode;
  blocked?: boolean;
  /** Hint below the field of the reason; says who else reads the reason besides the readers of the audit log. */
  hint?: string;
  run: (reason: string, quiet: CallOptions) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, which is recorded with the user's name, and then runs the action on the plan. */
export function PlanReasonDialog({ blocked = false, hint, ...dialog }: PlanReasonDialogProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  return (
    <ReasonDialog
      {...dialog}
      words={{ label: t('words:reason'), hint: hint ?? t('reasonHint'), missing: t('needReason') }}
      rows={2}
      ready={!blocked}
      invalidates={planCallPrefixes}
      doneText={t('actDone')}
    />
  );
}

export const boardActionKinds = ['extend', 'waive', 'reopen', 'markAbsent', 'markCheating', 'revokeCheating'] as const;
export type BoardActionKind = (typeof boardActionKinds)[number];

interface BoardActionValues {
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
  /**
   * True if ops may arrive after this act. If scores are already released, these ops count only after a staff decision; the dialog says so
   * beforehand.
   */
  readonly reopens?: true;
  readonly tone: NonNullable<ButtonProps['variant']>;
  readonly run: (plan: ExamPlan, examinees: readonly PlanExaminee[], values: BoardActionValues, quiet: CallOptions) => Promise<unknown>;
}

const toSingleTarget = (plan: ExamPlan, examinees: readonly PlanExaminee[]) => ({ planId: plan.id, userId: examinees[0]?.userId ?? 0 });
const toTargets = (plan: ExamPlan, examinees: readonly PlanExaminee[]) => ({
  planId: plan.id,
  userIds: examinees.map((each) => each.userId),
});
const isReleased = (plan: ExamPlan): boolean => plan.release.releasedMs !== null;

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
          ...toTargets(plan, examinees),
          incidentId: actId,
          ms: minutes * 60_000,
          reason,
          knowsReleased: isReleased(plan),
        },
        quiet,
      ),
  },
  waive: {
    fits: (examinee, plan) =>
      plan.release.releasedMs === null && examinee.waiver === null && !isAttemptDelivered(examinee) && examinee.attemptId !== null,
    several: true,
    tone: 'primary',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/waive', { ...toTargets(plan, examinees), reason }, quiet),
  },
  reopen: {
    fits: (examinee) => examinee.handedIn,
    reopens: true,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }, quiet) =>
      makeCall('/exam/reopen', { ...toSingleTarget(plan, examinees), reason, knowsReleased: isReleased(plan) }, quiet),
  },
  markAbsent: {
    fits: (examinee) => examinee.attemptId !== null && examinee.receivedOps === 0 && examinee.status === examUserStatus.awaiting,
    tone: 'sealSolid',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/markAbsent', { ...toSingleTarget(plan, examinees), reason }, quiet),
  },
  markCheating: {
    fits: (examinee) => examinee.attemptId !== null && examinee.status !== examUserStatus.cheating,
    tone: 'sealSolid',
    run: (plan, examinees, { reason, actId }, quiet) =>
      makeCall('/exam/markCheating', { ...toSingleTarget(plan, examinees), markId: actId, reason }, quiet),
  },
  revokeCheating: {
    fits: (examinee) => examinee.status === examUserStatus.cheating,
    tone: 'primary',
    run: (plan, examinees, { reason }, quiet) => makeCall('/exam/revokeCheating', { ...toSingleTarget(plan, examinees), reason }, quiet),
  },
};
