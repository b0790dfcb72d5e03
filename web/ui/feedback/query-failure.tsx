import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { ErrorState } from './notice.tsx';

/** Explains why a list or page failed to load, with a retry button. */
export function QueryFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <ErrorState title={t('loadFailed')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {error.message}
    </ErrorState>
  );
}
