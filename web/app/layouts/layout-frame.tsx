import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router-dom';
import { queryClient } from '../query-client.ts';

/** What every layout has: server state of its own, and the way past its navigation for who uses the keyboard. */
export function LayoutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus-visible:translate-y-0 print:hidden"
      >
        {t('shell.skipToMain')}
      </a>
      {children}
    </QueryClientProvider>
  );
}

/** A hair above the page while the next one is fetched. */
export function LoadingLine() {
  const { t } = useTranslation('app');
  const busy = useNavigation().state === 'loading';
  return (
    <div role="status" className="relative h-0 print:hidden">
      {busy && (
        <>
          <span className="absolute inset-x-0 top-0 z-10 h-0.5 animate-pulse bg-primary" />
          <span className="sr-only">{t('shell.loadingPage')}</span>
        </>
      )}
    </div>
  );
}
