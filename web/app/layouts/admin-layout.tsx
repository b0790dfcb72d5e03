import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { queryClient } from '../query-client.ts';
import { Navbar } from './navbar.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';

/** Sidebar, navbar, main area (spec section 2). Under 992 px the sidebar lies over the page and closes after each step. */
export function AdminLayout() {
  const { t } = useTranslation('app');
  const sidebar = useSidebar();
  const busy = useNavigation().state === 'loading';
  const [client] = useState(queryClient);
  return (
    <QueryClientProvider client={client}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus-visible:translate-y-0"
      >
        {t('shell.skipToMain')}
      </a>
      <div className="flex h-dvh overflow-hidden print:h-auto print:overflow-visible">
        {sidebar.narrow && sidebar.open && (
          <div aria-hidden onClick={sidebar.close} className="fixed inset-0 z-20 bg-[oklch(0.2_0.02_262/.42)]" />
        )}
        {sidebar.open && (
          <Sidebar className={cn(sidebar.narrow && 'fixed inset-y-0 left-0 z-30')} onStep={sidebar.narrow ? sidebar.close : undefined} />
        )}
        <div className="flex min-w-0 grow flex-col">
          <Navbar sidebar={sidebar} />
          <div aria-hidden={!busy} role="status" className="relative h-0">
            {busy && (
              <>
                <span className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-primary" />
                <span className="sr-only">{t('shell.loadingPage')}</span>
              </>
            )}
          </div>
          <main
            id="main"
            tabIndex={-1}
            className="scroll-slim relative min-h-0 grow overflow-y-auto px-[22px] py-[18px] outline-none print:overflow-visible print:p-0"
          >
            <Outlet />
          </main>
        </div>
      </div>
    </QueryClientProvider>
  );
}
