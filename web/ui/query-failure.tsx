import { useTranslation } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './notice.tsx';

/** A list or page that did not load: why, and again. */
export function QueryFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <ErrorState title={t('loadFailed')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {error.message}
    </ErrorState>
  );
}
