import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useNavigation } from 'react-router-dom';
import { useAtomValue } from 'jotai';
import { formatDateTime } from '../../lib/format-time.ts';
import { getSchoolLogo } from '../../platform/session/session-user.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { SchoolLogo } from '../../ui/entity/school-logo.tsx';
import { createQueryClient } from '../query-client.ts';
import { useNow } from '../../ui/use-now.ts';

/** Renders the common frame of all layouts: the query client, and a link that lets keyboard users skip the navigation. */
export function LayoutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app');
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus-visible:translate-y-0 print:hidden"
      >
        {t('shell.skipToMain')}
      </a>
      <PrintHead />
      {children}
    </QueryClientProvider>
  );
}

/** Renders the head of printed pages: school and date. Pages with a print layout of their own do not use it. */
function PrintHead() {
  const nowMs = useNow();
  const user = useAtomValue(sessionUserAtom);
  if (user === null || user.school_title === '') return null;
  return (
    <header className="print-head mb-3 hidden items-center gap-2.5 border-b-2 border-current pb-2 print:flex">
      <SchoolLogo title={user.school_title} src={getSchoolLogo(user)} className="size-8" />
      <span className="grow font-serif text-lg font-semibold">{user.school_title}</span>
      <span className="num text-[13px]">{formatDateTime(nowMs)}</span>
    </header>
  );
}

/** Shows a thin line above the page while the next page loads. */
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
