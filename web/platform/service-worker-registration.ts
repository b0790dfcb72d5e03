import { atom } from 'jotai';
import { isSitting } from './sitting-here.ts';
import { appStore } from './session-atoms.ts';
import type { WorkerAnswer, WorkerQuestion } from './service-worker-messages.ts';

/** Its name never changes: a browser asks for exactly this one for ever. */
const workerUrl = '/service-worker.js';
/** How long a worker may take to look into the device's database. */
const patienceMs = 10_000;
const lookAgainMs = 10 * 60_000;

/** A new build lies ready and nothing on this device would be disturbed by it: the page may offer it. */
export const updateReadyAtom = atom(false);

/** The browser refused the worker, because it does not trust the certificate: the page was opened past a warning, and has no offline half. */
export const certificateUntrustedAtom = atom(false);

/** Tells a refused certificate from other refusals, such as a policy or blocked cookies. Browsers call both SecurityError. */
export const isCertificateRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'SecurityError' && !/denied permission|policy|disabled/i.test(error.message);

/** Registers the worker and watches for new builds; does nothing where there are no workers. Call once, after the first paint. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' }).catch((error: unknown) => {
    appStore.set(certificateUntrustedAtom, isCertificateRefusal(error));
    throw error;
  });
  const look = async (): Promise<void> => {
    const waiting = registration.waiting;
    // Without a controller the worker that waits is the first one, and there is nothing to replace.
    const offer = waiting !== null && navigator.serviceWorker.controller !== null && (await ask(waiting, 'isQuiet')) === 'quiet';
    appStore.set(updateReadyAtom, offer);
  };
  const follow = (): void => {
    registration.installing?.addEventListener('statechange', () => void look());
  };
  registration.addEventListener('updatefound', follow);
  follow();
  setInterval(() => {
    // Asking for a new build reads and writes what the browser stores: not beside an exam (SY25).
    if (isSitting()) return;
    void registration.update().catch(() => undefined);
    void look();
  }, lookAgainMs);
  await look();
}

/** The person said yes: lets the new build take over and reloads. False: something is going on after all, nothing changed. */
export async function applyUpdate(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const waiting = registration?.waiting;
  if (!waiting) return false;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  const applied = (await ask(waiting, 'activate')) === 'quiet';
  if (!applied) appStore.set(updateReadyAtom, false);
  return applied;
}

function ask(worker: ServiceWorker, question: WorkerQuestion): Promise<WorkerAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const done = (answer: WorkerAnswer): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => done('busy'), patienceMs);
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => done(data);
    worker.postMessage(question, [port2]);
  });
}
