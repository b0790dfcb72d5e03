import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DateTimeField } from '../../../ui/date/date-time-field.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

interface GiveBackDialogProps {
  name: string;
  closeMs: number;
  /** Saves the notes on the answers first, because the student receives them with the return. */
  before: () => Promise<unknown>;
  give: (reason: string, untilMs: number) => Promise<unknown>;
  onClose: () => void;
}

/** Returns work for correction, with a reason and a deadline. */
export function GiveBackDialog({ name, closeMs, before, give, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation('task');
  const invalidate = useInvalidate();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => toLocalInput(Math.max(closeMs, Date.now() + 2 * 86_400_000)));
  const [tried, setTried] = useState(false);
  const untilMs = fromLocalInput(until);
  const back = useAction({
    mutationFn: async () => {
      await before();
      await give(reason.trim(), untilMs ?? 0);
    },
    onSuccess: async () => {
      toast.success(t('givenBack'));
      onClose();
      await invalidate('/task');
    },
  });
  const submit = () => {
    setTried(true);
    if (reason.trim() !== '' && untilMs !== null && !back.isPending) back.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !back.isPending && onClose()}
      title={t('giveBackTitle', { name })}
      footer={
        <>
          <Button disabled={back.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={back.isPending} onClick={submit}>
            {t('giveBack')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm leading-relaxed text-muted-foreground">{t('giveBackText')}</p>
        <Field label={t('reason')} required error={tried && reason.trim() === '' ? t('needReason') : undefined}>
          {(field) => <Textarea {...field} rows={3} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        <Field label={t('until')} required error={tried && untilMs === null ? t('needTime') : undefined}>
          {(field) => <DateTimeField {...field} value={until} onChange={setUntil} defaultTime="22:00" />}
        </Field>
        {back.error instanceof CallFailure && <Strip tone="seal">{back.error.message}</Strip>}
      </div>
    </Dialog>
  );
}
