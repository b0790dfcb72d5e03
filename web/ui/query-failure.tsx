import { useTranslation } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './notice.tsx';

/** Shown for a list or page that failed to load, with the reason and a retry button. */
export function QueryFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <ErrorState title={t('loadFailed')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {error.message}
    </ErrorState>
  );
}
