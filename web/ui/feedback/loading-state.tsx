import type { ReactNode } from 'react';
import { Skeleton } from '../primitives/skeleton.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { ErrorState } from './notice.tsx';

interface LoadingStateProps {
  query: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Class names that set the size of the placeholder. */
  className?: string;
  /** A placeholder in the shape of the content; one grey box by default. */
  children?: ReactNode;
}

/** Shown in place of content that is not loaded: a placeholder while its query runs, or the reason of a failure with a retry button. */
export function LoadingState({ query, className, children }: LoadingStateProps) {
  if (query.error !== null) return <QueryFailure error={query.error} onRetry={() => void query.refetch()} />;
  return children ?? <Skeleton {...(className !== undefined && { className })} />;
}

/** Explains why a list or page failed to load, with a retry button. */
export function QueryFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <ErrorState title={t('loadFailed')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {error.message}
    </ErrorState>
  );
}
