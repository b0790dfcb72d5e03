import { useAtomValue } from 'jotai';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { sessionEndedAtom, sessionUserAtom } from '../platform/session/session-atoms.ts';
import { OpenPageContext } from '../ui/page-link.tsx';
import { MemoryOwnerContext } from '../ui/list/table-memory.ts';
import { ToasterSlot } from '../ui/feedback/toaster-slot.tsx';
import { useCurrentRoute } from './current-route.ts';
import { signOutDraftCountAtom } from './session-end.ts';
import { UpdateOffer } from './update-offer.tsx';
import { useWindowTitle } from './use-window-title.ts';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));
const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

/**
 * Provides the common behaviour of all pages: the window title, scrolling to the top after a navigation, toasts, and the dialogs to sign in again
 * or out.
 */
export function PageFrame() {
  const row = useCurrentRoute();
  const user = useAtomValue(sessionUserAtom);
  const ended = useAtomValue(sessionEndedAtom) !== null;
  const leaving = useAtomValue(signOutDraftCountAtom) !== null;
  // No dialog covers a running exam: pushing needs only the upload token, no session (SY11).
  const mayAsk = row?.sitting !== true;
  const { pathname } = useLocation();

  useWindowTitle(row?.title);
  const navigate = useNavigate();
  const openPage = useCallback((path: string) => void navigate(path), [navigate]);
  useEffect(() => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <MemoryOwnerContext value={user === null ? '' : String(user.id)}>
        <OpenPageContext value={openPage}>
          <Outlet />
        </OpenPageContext>
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
