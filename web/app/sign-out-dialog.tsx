import { useAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { AlertDialog } from '../ui/primitives/alert-dialog.tsx';
import { signOutDraftCountAtom, signOutNow } from './session-end.ts';

/** Warns that signing out deletes unsaved drafts on this PC, because the next user of the PC must not find them. */
export function SignOutDialog() {
  const { t } = useTranslation('app');
  const [drafts, setDrafts] = useAtom(signOutDraftCountAtom);
  const [busy, setBusy] = useState(false);
  return (
    <AlertDialog
      open={drafts !== null}
      onOpenChange={(open) => !open && setDrafts(null)}
      title={t('shell.signOutTitle')}
      cancel={t('shell.stay')}
      confirm={t('shell.signOutDrop')}
      tone="sealSolid"
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        void signOutNow();
      }}
    >
      {t('shell.signOutDrafts', { count: drafts ?? 0 })}
    </AlertDialog>
  );
}
