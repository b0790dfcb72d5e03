import { LogOut } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { EmptyState } from '../../ui/feedback/notice.tsx';
import { appSession } from './app-session.ts';

/** Drops the refused token and reloads; the page then leads to the sign-in page and back. */
export function signInAgain(): void {
  appSession.end();
  location.reload();
}

/** Replaces a page that cannot be shown because the session has ended. `message`: the server's reason. */
export function SessionLost({ message }: { message: string }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      icon={<LogOut strokeWidth={1.6} />}
      title={t('sessionLost')}
      action={
        <Button variant="primary" onClick={signInAgain}>
          {t('signInAgain')}
        </Button>
      }
    >
      {message}
    </EmptyState>
  );
}
