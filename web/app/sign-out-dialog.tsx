import { useAtom } from 'jotai';
import { useTranslation } from '../lib/i18n.ts';
import { OwnQueries } from '../platform/api/own-queries.tsx';
import { ConfirmDialog } from '../platform/dialogs/confirm-dialog.tsx';
import { signOutDraftCountAtom, signOutNow } from './session-end.ts';

/** Warns that signing out deletes unsaved drafts on this PC, because the next user of the PC must not find them. */
export function SignOutDialog() {
  const { t } = useTranslation('app');
  const [drafts, setDrafts] = useAtom(signOutDraftCountAtom);
  if (drafts === null) return null;
  return (
    <OwnQueries>
      <ConfirmDialog
        title={t('shell.signOutTitle')}
        cancel={t('shell.stay')}
        confirm={t('shell.signOutDrop')}
        tone="sealSolid"
        run={() => signOutNow()}
        onClose={() => setDrafts(null)}
      >
        {t('shell.signOutDrafts', { count: drafts })}
      </ConfirmDialog>
    </OwnQueries>
  );
}
