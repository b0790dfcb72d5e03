import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type Assignment } from '../assignment-queries.ts';

/** Withdraws an assignment with a reason, which the students see. */
export function WithdrawDialog({ task, onClose }: { task: Pick<Assignment, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('assignment');
  const [reason, setReason] = useState('');
  const missing = reason.trim() === '';
  return (
    <ActionDialog
      title={t('withdrawTitle', { name: task.name })}
      confirm={t('withdraw')}
      tone="sealSolid"
      ready={!missing}
      run={(quiet) => makeCall('/task/withdraw', { id: task.id, reason: reason.trim() }, quiet)}
      invalidates={['/task']}
      doneText={t('withdrawnToast')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <p className="text-sm leading-relaxed text-muted-foreground">{t('withdrawText')}</p>
          <Field label={t('withdrawReason')} required error={tried && missing ? t('needReason') : undefined}>
            {(field) => <Textarea {...field} rows={3} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
