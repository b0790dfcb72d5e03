import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Assignment } from '../assignment-queries.ts';

/** Withdraws an assignment with a reason, which the students see. */
export function WithdrawDialog({ task, onClose }: { task: Pick<Assignment, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('task');
  const invalidate = useInvalidate();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const withdraw = useAction({
    mutationFn: () => makeCall('/task/withdraw', { id: task.id, reason: reason.trim() }, { quiet: true }),
    onSuccess: async () => {
      toast.success(t('withdrawnToast'));
      onClose();
      await invalidate('/task');
    },
  });
  const submit = () => {
    setTried(true);
    if (reason.trim() !== '' && !withdraw.isPending) withdraw.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !withdraw.isPending && onClose()}
      title={t('withdrawTitle', { name: task.name })}
      footer={
        <>
          <Button disabled={withdraw.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="sealSolid" busy={withdraw.isPending} onClick={submit}>
            {t('withdraw')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm leading-relaxed text-muted-foreground">{t('withdrawText')}</p>
        <Field label={t('withdrawReason')} required error={tried && reason.trim() === '' ? t('needReason') : undefined}>
          {(field) => <Textarea {...field} rows={3} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        {withdraw.error instanceof CallFailure && <Strip tone="seal">{withdraw.error.message}</Strip>}
      </div>
    </Dialog>
  );
}
