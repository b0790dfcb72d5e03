import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { DateTimeField } from '../../../ui/date/date-time-field.tsx';
import type { CallOptions } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

interface GiveBackDialogProps {
  name: string;
  closeMs: number;
  /** Saves the notes on the answers first, because the student receives them with the return. */
  before: () => Promise<unknown>;
  give: (reason: string, untilMs: number, quiet: CallOptions) => Promise<unknown>;
  onClose: () => void;
}

/** Returns work for correction, with a reason and a deadline. */
export function GiveBackDialog({ name, closeMs, before, give, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation('assignment');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => toLocalInput(Math.max(closeMs, Date.now() + 2 * 86_400_000)));
  const untilMs = fromLocalInput(until);
  const missing = reason.trim() === '';
  return (
    <ActionDialog
      title={t('giveBackTitle', { name })}
      confirm={t('giveBack')}
      ready={!missing && untilMs !== null}
      run={async (quiet) => {
        await before();
        await give(reason.trim(), untilMs ?? 0, quiet);
      }}
      invalidates={['/task']}
      doneText={t('givenBack')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <p className="text-sm leading-relaxed text-muted-foreground">{t('giveBackText')}</p>
          <Field label={t('reason')} required error={tried && missing ? t('needReason') : undefined}>
            {(field) => <Textarea {...field} rows={3} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          <Field label={t('until')} required error={tried && untilMs === null ? t('needTime') : undefined}>
            {(field) => <DateTimeField {...field} value={until} onChange={setUntil} defaultTime="22:00" />}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
