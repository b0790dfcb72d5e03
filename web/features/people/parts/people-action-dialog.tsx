import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { ListedUser } from '../people-queries.ts';

export type PeopleQuestion = { readonly kind: 'remove' | 'disable' | 'reset' | 'reject'; readonly rows: readonly ListedUser[] };

interface PeopleActionDialogProps {
  question: PeopleQuestion;
  /** Runs any action except a removal, and reports its result. `reason`: reason of a rejected application; empty if no application is rejected. */
  run: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Confirms an action on people, and removes a person. Rejecting an application needs a reason, which the applicant will read. */
export function PeopleActionDialog({ question: { kind, rows }, run, onClose }: PeopleActionDialogProps) {
  const { t } = useTranslation(['people', 'words']);
  const [reason, setReason] = useState('');
  const wantsReason = kind === 'reject' || (kind === 'disable' && rows.some((row) => row.status === userStatus.applying));
  const missing = wantsReason && reason.trim() === '';
  const [first] = rows;
  const removed = kind === 'remove' ? first : undefined;
  const textValues = { name: first?.name ?? '', count: rows.length };
  return (
    <ConfirmDialog<unknown>
      title={t(kind)}
      confirm={t(kind)}
      tone={kind === 'remove' ? 'sealSolid' : 'primary'}
      ready={!missing}
      {...(removed === undefined
        ? { run: () => run(reason.trim()) }
        : {
            run: (quiet) => makeCall('/user/remove', { id: removed.id, version: removed.version }, quiet),
            invalidates: ['/user', '/class'],
            doneText: t('words:removed'),
          })}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <p>
            {kind === 'remove' && t('removeAsk', textValues)}
            {kind === 'disable' && t('disableAsk', textValues)}
            {kind === 'reset' && t('resetAsk', textValues)}
            {kind === 'reject' && t(rows.length === 1 ? 'rejectAsk' : 'rejectAskMany', textValues)}
          </p>
          {wantsReason && (
            <div className="mt-3 text-foreground">
              <Field label={t('rejectReason')} required error={tried && missing ? t('rejectReasonMissing') : undefined}>
                {(control) => (
                  <Textarea {...control} rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
                )}
              </Field>
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
