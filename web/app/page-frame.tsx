import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { Outlet, useLocation } from 'react-router-dom';
import { refreshPlatformInfo, usePlatformName } from '../platform/pwa/platform-info.ts';
import { shownSchoolAtom } from '../platform/session/school-memory.ts';
import { sessionEndedAtom, sessionUserAtom } from '../platform/session/session-atoms.ts';
import { MemoryOwnerContext } from '../ui/list/table-memory.ts';
import { ToasterSlot } from '../ui/feedback/toaster-slot.tsx';
import { useCurrentRoute } from './current-route.ts';
import { signOutDraftCountAtom } from './session-end.ts';
import { formatWindowTitle } from './window-title.ts';
import { UpdateOffer } from './update-offer.tsx';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));
const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

/**
 * Provides the common behaviour of all pages: the window title, scrolling to the top after a navigation, toasts, and the dialogs to sign in again
 * or out.
 */
export function PageFrame() {
  const { t } = useTranslation('app');
  const row = useCurrentRoute();
  const user = useAtomValue(sessionUserAtom);
  const ended = useAtomValue(sessionEndedAtom) !== null;
  const leaving = useAtomValue(signOutDraftCountAtom) !== null;
  // No dialog covers a running exam: pushing needs only the upload token, no session (SY11).
  const mayAsk = row?.sitting !== true;
  const { pathname } = useLocation();

  const platform = usePlatformName();
  useEffect(() => void refreshPlatformInfo(), []);

  const shownSchool = useAtomValue(shownSchoolAtom);
  const title = formatWindowTitle(row?.title && t(`titles.${row.title}`), shownSchool === '' ? user?.school_title : shownSchool, {
    untitled: t('untitled'),
    platform,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <MemoryOwnerContext value={user === null ? '' : String(user.id)}>
        <Outlet />
      </MemoryOwnerContext>
      {ended && mayAsk && (
        <Suspense>
          <SessionDialog />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <SignOutDialog />
        </Suspense>
      )}
      <UpdateOffer mayShow={mayAsk} />
      <ToasterSlot />
    </>
  );
}
