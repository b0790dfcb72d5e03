import type { ReactNode } from 'react';
import { Skeleton } from '../primitives/skeleton.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { ErrorState } from './notice.tsx';

interface LoadingStateProps {
  query: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Size of the placeholder. */
  className?: string;
  /** A placeholder in the shape of the content, in place of one grey box. */
  children?: ReactNode;
}

/** Stands where content is not loaded: a placeholder while its query runs, else the reason of the failure with a retry button. */
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
