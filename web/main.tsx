import './lib/old-browsers.ts';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startI18n } from './app/i18n.ts';
import { guardPresses } from './app/presses.ts';
import { createRouter } from './app/router.tsx';
import { showCallFailures } from './app/session-end.ts';
import './app/theme.css';
import { applyTheme, followSystemTheme } from './lib/theme.ts';
import { deliverUndelivered } from './platform/exam-device/delivery-start.ts';
import { registerServiceWorker } from './platform/pwa/service-worker-registration.ts';
import { startFlow } from './platform/session/app-flow.ts';
import { appStore } from './platform/session/session-atoms.ts';
import { listenForSaveKeys } from './ui/form/save-keys.ts';

applyTheme();
// React passes errors that no page caught to `reportError`, so they arrive at these listeners as well.
const tell = (fault: unknown) =>
  void import('./platform/api/fault-report.ts').then(({ reportFault: tellFault }) => tellFault(fault)).catch(() => undefined);
window.addEventListener('error', ({ error }) => tell(error));
window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
followSystemTheme();
showCallFailures();
startFlow();
listenForSaveKeys();

/** Renders the application. The texts are started before the router, because the first page needs them immediately. */
async function showPages(): Promise<void> {
  await startI18n();
  const router = createRouter();
  guardPresses(window, router);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Provider store={appStore}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>,
  );
}
/** Reports the error and reloads after 3 s, for example if the texts could not be loaded, so that the page does not stay empty. */
function tryAgain(fault: unknown): void {
  tell(fault);
  setTimeout(() => location.reload(), 3_000);
}
void showPages().catch(tryAgain);

// Only a built application has a worker. The pre-check shows refusals, for example in a private window or by a policy.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker().catch(() => undefined));

void deliverUndelivered();
