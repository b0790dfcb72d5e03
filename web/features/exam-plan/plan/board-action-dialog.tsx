import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
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
      run={(reason) => act.run(plan, examinees, { reason, minutes, actId })}
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed text-muted-foreground">{t(`act.${kind}.what`)}</p>
      {act.reopens === true && plan.release.releasedMs !== null && <Strip tone="seal">{t('actAfterRelease')}</Strip>}
      {act.minutes === true && (
        <Field label={t('extendMinutes')} required error={wrongMinutes ? t('badMinutes') : undefined}>
          {(field) => (
            <Input
              {...field}
              type="number"
              inputMode="numeric"
              min={1}
              max={720}
              className="num"
              value={Number.isNaN(minutes) ? '' : minutes}
              onChange={(event) => setMinutes(event.target.valueAsNumber)}
            />
          )}
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
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, which is recorded with the user's name, and then runs the action. The dialog stays open until the server answers. */
export function ReasonDialog({ title, confirm, tone, children, blocked = false, hint, run, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('examPlan');
  const invalidate = useInvalidate();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const act = useAction({
    mutationFn: () => run(reason.trim()),
    onSuccess: async () => {
      await invalidate(...planCallPrefixes);
      toast.success(t('actDone'));
      onClose();
    },
  });
  const submit = () => {
    if (reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
    } else if (!blocked && !act.isPending) act.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !act.isPending && onClose()}
      title={title}
      footer={
        <>
          <Button disabled={act.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant={tone} busy={act.isPending} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <Field
          label={t('reason')}
          required
          hint={hint ?? t('reasonHint')}
          error={missing && reason.trim() === '' ? t('needReason') : undefined}
        >
          {(control) => (
            <Textarea
              ref={field}
              {...control}
              rows={2}
              maxLength={400}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {act.error instanceof CallFailure && <Strip tone="seal">{act.error.message}</Strip>}
      </div>
    </Dialog>
  );
}
