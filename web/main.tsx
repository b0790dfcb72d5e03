import './platform/old-browsers.ts';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startI18n } from './app/i18n.ts';
import { guardPresses } from './app/presses.ts';
import { createRouter } from './app/router.tsx';
import { reactToFailures } from './app/session-end.ts';
import './app/theme.css';
import { applyTheme, followSystemTheme } from './lib/theme.ts';
import { deliverWhatIsLeft } from './platform/delivery-start.ts';
import { registerServiceWorker } from './platform/service-worker-registration.ts';
import { startFlow } from './platform/app-flow.ts';
import { appStore } from './platform/session-atoms.ts';
import { listenForSaveKeys } from './ui/save-keys.ts';

applyTheme();
// React hands what no page caught to `reportError`, which is heard here too.
const tell = (fault: unknown) => void import('./platform/fault-report.ts').then(({ tellFault }) => tellFault(fault)).catch(() => undefined);
window.addEventListener('error', ({ error }) => tell(error));
window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
followSystemTheme();
reactToFailures();
startFlow();
listenForSaveKeys();

/** The first page asks for texts as soon as there is a router. */
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
/** What the first page needs did not come, its texts perhaps: nobody sits before an empty page for long. */
function tryAgain(fault: unknown): void {
  tell(fault);
  setTimeout(() => location.reload(), 3_000);
}
void showPages().catch(tryAgain);

// Only a built app has a worker; refusals (a private window, a policy) are shown by the pre-check.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker().catch(() => undefined));

void deliverWhatIsLeft();
