import { useAtomValue } from 'jotai';
import { useTranslation } from '../lib/i18n.ts';
import { sessionEndedAtom } from '../platform/session/session-atoms.ts';
import { signInAgain } from '../platform/session/session-lost.tsx';
import { OwnQueries } from '../platform/api/own-queries.tsx';
import { ConfirmDialog } from '../platform/dialogs/confirm-dialog.tsx';
import { staySignedOut } from './session-end.ts';

/** Asks 是否重新登录, "sign in again?" (specification section 8). */
export function SessionDialog() {
  const { t } = useTranslation('app');
  const ended = useAtomValue(sessionEndedAtom);
  if (ended === null) return null;
  return (
    <OwnQueries>
      <ConfirmDialog
        title={t('session.title')}
        cancel={t('session.cancel')}
        confirm={t('session.again')}
        onDone={signInAgain}
        onClose={staySignedOut}
      >
        <p>{ended.message}</p>
        <p className="mt-1">{t('session.loggedOut')}</p>
      </ConfirmDialog>
    </OwnQueries>
  );
}
