import { Provider } from 'jotai';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, followSystemTheme } from '../lib/theme.ts';
import { hasDeviceData, startDelivering } from '../platform/exam-device/delivery-start.ts';
import { registerServiceWorker } from '../platform/pwa/service-worker-registration.ts';
import { followRoomLater } from '../platform/room/follow-room-later.ts';
import { startFlow } from '../platform/session/app-flow.ts';
import { appStore } from '../platform/session/session-atoms.ts';
import { listenForSaveKeys } from '../ui/form/save-keys.ts';
import { startI18n } from './i18n.ts';
import type { loadCatalogue } from './texts.ts';
import { showCallFailures } from './session-end.ts';
import './theme.css';

const tell = (fault: unknown) =>
  void import('../platform/api/fault-report.ts').then(({ reportFault }) => reportFault(fault)).catch(() => undefined);

/** Reports the error and reloads after 3 s, for example if the texts could not be loaded, so that the page does not stay empty. */
function tryAgain(fault: unknown): void {
  tell(fault);
  setTimeout(() => location.reload(), 3_000);
}

/**
 * Delivers the undelivered answers of all users of this PC, on any page and for any signed-in user (SY7a), and follows the exam room of this PC. A PC
 * without stored data loads neither database nor engine.
 */
async function deliverUndelivered(): Promise<void> {
  if (!(await hasDeviceData())) return;
  await startDelivering();
  await followRoomLater();
}

/**
 * Starts everything that each HTML page of the application needs, and renders the result of `createPage`. The texts are loaded first,
 * because the page needs them at once. `loadTexts` loads a catalogue by its name.
 */
export function startPage(loadTexts: typeof loadCatalogue, createPage: () => ReactNode | Promise<ReactNode>): void {
  applyTheme();
  // React passes errors that no page caught to `reportError`, so they arrive at these listeners as well.
  window.addEventListener('error', ({ error }) => tell(error));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  followSystemTheme();
  showCallFailures();
  startFlow();
  listenForSaveKeys();

  const show = async (): Promise<void> => {
    await startI18n(loadTexts);
    const page = await createPage();
    const root = document.getElementById('root');
    if (root === null) throw new Error('the document has no #root');
    createRoot(root).render(
      <StrictMode>
        <Provider store={appStore}>{page}</Provider>
      </StrictMode>,
    );
  };
  void show().catch(tryAgain);

  // Only a built application has a service worker. A failed registration, for example in a private window, is ignored: the pre-check of an
  // exam reports it to the user.
  if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker().catch(() => undefined));

  void deliverUndelivered();
}
