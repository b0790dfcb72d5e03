import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { sessionEndedAtom } from '../platform/session-atoms.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { forgetSession } from './session-end.ts';

/** 是否重新登录 (spec section 8). */
export function SessionDialog() {
  const { t } = useTranslation('app');
  const [ended, setEnded] = useAtom(sessionEndedAtom);
  return (
    <AlertDialog
      open={ended !== null}
      onOpenChange={(open) => !open && setEnded(null)}
      title={t('session.title')}
      cancel={t('session.cancel')}
      confirm={t('session.again')}
      onConfirm={() => {
        forgetSession();
        location.reload();
      }}
    >
      <p>{ended?.message}</p>
      <p className="mt-1">{t('session.loggedOut')}</p>
    </AlertDialog>
  );
}
