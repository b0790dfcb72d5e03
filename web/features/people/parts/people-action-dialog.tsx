import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { ListedPerson } from '../people-queries.ts';

export type PeopleQuestion = { readonly kind: 'remove' | 'disable' | 'reset' | 'reject'; readonly rows: readonly ListedPerson[] };

interface PeopleAskProps {
  question: PeopleQuestion;
  busy: boolean;
  /** Why the deletion was refused; null for the other actions, whose refusals the report lists. */
  error: Error | null;
  onCancel: () => void;
  /** `reason`: text of the rejection; empty if no application is rejected. */
  onConfirm: (reason: string) => void;
}

/** Confirms an action on people. Rejecting an application needs a reason, which the applicant will read. */
export function PeopleActionDialog({ question: { kind, rows }, busy, error, onCancel, onConfirm }: PeopleAskProps) {
  const { t } = useTranslation('people');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wantsReason = kind === 'reject' || (kind === 'disable' && rows.some((row) => row.status === userStatus.applying));
  const confirm = () => {
    if (!wantsReason || reason.trim() !== '') return onConfirm(reason.trim());
    setMissing(true);
    return field.current?.focus();
  };
  const named = { name: rows[0]?.name ?? '', count: rows.length };
  return (
    <AlertDialog
      open
      onOpenChange={onCancel}
      title={t(kind)}
      cancel={t('cancel')}
      confirm={t(kind)}
      tone={kind === 'remove' ? 'sealSolid' : 'primary'}
      busy={busy}
      error={error}
      onConfirm={confirm}
    >
      <p>
        {kind === 'remove' && t('removeAsk', named)}
        {kind === 'disable' && t('disableAsk', named)}
        {kind === 'reset' && t('resetAsk', named)}
        {kind === 'reject' && t(rows.length === 1 ? 'rejectAsk' : 'rejectAskMany', named)}
      </p>
      {wantsReason && (
        <div className="mt-3 text-foreground">
          <Field label={t('rejectReason')} required error={missing && reason.trim() === '' ? t('rejectReasonMissing') : undefined}>
            {(control) => (
              <Textarea
                {...control}
                ref={field}
                rows={3}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
    </AlertDialog>
  );
}
