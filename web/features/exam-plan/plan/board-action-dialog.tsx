import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOptions } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/number-field.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type ExamPlan, type PlanExaminee, planCallPrefixes } from '../exam-plan-queries.ts';
import { type BoardActionKind, boardActions } from './board-actions.ts';

export interface BoardActionRequest {
  readonly kind: BoardActionKind;
  readonly examinees: readonly PlanExaminee[];
  readonly actId: string;
}

interface ActDialogProps {
  plan: ExamPlan;
  asked: BoardActionRequest;
  onClose: () => void;
}

/** Confirms one act on the board: shows its effect and the examinees, and asks for a reason. */
export function BoardActionDialog({ plan, asked: { kind, examinees, actId }, onClose }: ActDialogProps) {
  const { t } = useTranslation('examPlan');
  const act = boardActions[kind];
  const [minutes, setMinutes] = useState(10);
  const wrongMinutes = act.minutes === true && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 720);
  const names = examinees.slice(0, namesShown).map((each) => each.name);
  return (
    <ReasonDialog
      title={t(`act.${kind}.title`, { names: names.join('、'), count: examinees.length, more: examinees.length > namesShown ? '…' : '' })}
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
    </ReasonDialog>
  );
}

const namesShown = 5;

interface ReasonDialogProps {
  title: string;
  confirm: string;
  tone: (typeof boardActions)[BoardActionKind]['tone'];
  children: ReactNode;
  blocked?: boolean;
  /** Names the readers of the reason, if others than the readers of the audit log see it. */
  hint?: string;
  run: (reason: string, quiet: CallOptions) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, which is recorded with the user's name, and then runs the action. The dialog stays open until the server answers. */
export function ReasonDialog({ title, confirm, tone, children, blocked = false, hint, run, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const [reason, setReason] = useState('');
  const missing = reason.trim() === '';
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      tone={tone}
      ready={!missing && !blocked}
      run={(quiet) => run(reason.trim(), quiet)}
      invalidates={planCallPrefixes}
      doneText={t('actDone')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {children}
          <Field label={t('words:reason')} required hint={hint ?? t('reasonHint')} error={tried && missing ? t('needReason') : undefined}>
            {(control) => (
              <Textarea {...control} rows={2} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
