import { useAtomValue } from 'jotai';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { sessionEndedAtom, sessionUserAtom } from '../platform/session/session-atoms.ts';
import { useLabelText } from '../ui/form/use-label-text.ts';
import { PageTitleContext } from '../ui/page-title.ts';
import { OpenPageContext } from '../ui/page-link.tsx';
import { MemoryOwnerContext } from '../ui/memory-owner-context.ts';
import { ToasterSlot } from '../ui/feedback/toaster-slot.tsx';
import { useCurrentRoute } from './routes/current-route.ts';
import { signOutDraftCountAtom } from './session-end.ts';
import { useWindowTitle } from './use-window-title.ts';
import { useTranslation } from '../lib/i18n.ts';
import { toast } from '../ui/feedback/toast.ts';
import { applyUpdate, updateReadyAtom } from '../platform/pwa/service-worker-registration.ts';

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
  // True if session dialogs may be shown. No dialog covers a running exam, because delivering answers needs only the upload token and no
  // session (SY11).
  const mayAsk = row?.sitting !== true;
  const { pathname } = useLocation();

  const label = useLabelText();
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
          <PageTitleContext value={label(row?.title)}>
            <Outlet />
          </PageTitleContext>
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

const id = 'update';

/** Offers to load a new build of the application. The user decides; during an exam there is no offer. */
function UpdateOffer({ mayShow }: { mayShow: boolean }) {
  const { t } = useTranslation('app');
  const ready = useAtomValue(updateReadyAtom);
  useEffect(() => {
    if (!ready || !mayShow) return;
    const apply = async (): Promise<void> => {
      if (!(await applyUpdate())) toast.info(t('update.busy'), { duration: 3000 });
    };
    toast.info(t('update.ready'), { id, duration: Infinity, action: { label: t('update.apply'), onClick: () => void apply() } });
    return () => void toast.dismiss(id);
  }, [ready, mayShow, t]);
  return null;
}
