import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { sessionUserAtom } from '../platform/session-atoms.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useCurrentRow } from './current-row.ts';
import { SessionDialog } from './session-dialog.tsx';
import { UpdateOffer } from './update-offer.tsx';

/** What every page has: its title, the top after a navigation, toasts, and the question whether to log in again. */
export function PageFrame() {
  const { t } = useTranslation('app');
  const row = useCurrentRow();
  const user = useAtomValue(sessionUserAtom);
  const { pathname } = useLocation();

  const title = row === undefined ? t('platform') : `${t(`titles.${row.title}`)}-${user?.school_title ?? t('platform')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <Outlet />
      <SessionDialog mayShow={row?.sitting !== true} />
      <UpdateOffer mayShow={row?.sitting !== true} />
      <Toaster />
    </>
  );
}
