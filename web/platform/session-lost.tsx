import { LogOut } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { session } from './app-session.ts';

/** Forgets the token that is refused; the page that comes anew leads to the sign-in page and back here. */
export function signInAgain(): void {
  session.end();
  location.reload();
}

/** Stands where a page can't be shown because the session is over, with the server's word for why. */
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
