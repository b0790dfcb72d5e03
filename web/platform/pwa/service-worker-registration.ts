import { atom } from 'jotai';
import { isPlayerOpen } from './sitting-here.ts';
import { appStore } from '../session/session-atoms.ts';
import type { WorkerNotice, WorkerReply, WorkerRequest } from './service-worker-messages.ts';
import { classifyWorkerRefusal, isOfflineReady, workerStateAtom } from './worker-state.ts';

/** Address of the service worker. It must never change: browsers look for updates only at the registered address. */
const workerUrl = '/service-worker.js';
/** Longest wait in milliseconds for the worker to read the device database. */
const patienceMs = 10_000;
const lookAgainMs = 10 * 60_000;
const secondTryMs = 3_000;

/** True if a new build is ready and an update would disturb nothing on this device, so that the page can offer the update. */
export const updateReadyAtom = atom(false);

/** Registers the service worker and watches for new builds. Does nothing without browser support. Call it once, after the first paint. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Resolves when a worker is active. This may be the worker of an earlier visit, which stays even if the certificate is no longer trusted.
  void navigator.serviceWorker.ready.then(({ active }) => {
    // A page that was loading while its worker became active was not taken over, and could load no further chunk without a network.
    if (navigator.serviceWorker.controller === null) active?.postMessage('claim' satisfies WorkerNotice);
    appStore.set(workerStateAtom, 'active');
  });
  const registration = await registerPatiently().catch((error: unknown) => {
    if (!isOfflineReady()) appStore.set(workerStateAtom, classifyWorkerRefusal(error));
    throw error;
  });
  const look = async (): Promise<void> => {
    const waiting = registration.waiting;
    // Without a controller, the waiting worker is the first one, so there is nothing to update.
    const offer = waiting !== null && navigator.serviceWorker.controller !== null && (await ask(waiting, 'isQuiet')) === 'quiet';
    appStore.set(updateReadyAtom, offer);
  };
  const follow = (): void => {
    registration.installing?.addEventListener('statechange', () => void look());
  };
  registration.addEventListener('updatefound', follow);
  follow();
  setInterval(() => {
    // An update check reads and writes browser storage, so skip it during an exam (SY25).
    if (isPlayerOpen()) return;
    void registration.update().catch(() => undefined);
    void look();
  }, lookAgainMs);
  await look();
}

/** Registers the worker. Repeats a failed download once, because the network may have come back meanwhile. */
async function registerPatiently(): Promise<ServiceWorkerRegistration> {
  const register = () => navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' });
  try {
    return await register();
  } catch (error) {
    if (classifyWorkerRefusal(error) !== 'failed') throw error;
    await new Promise((resolve) => setTimeout(resolve, secondTryMs));
    return register();
  }
}

/** Lets the new build take over and reloads the page. Resolves with false if that would disturb something on this device; then nothing changes. */
export async function applyUpdate(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const waiting = registration?.waiting;
  if (!waiting) return false;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  const applied = (await ask(waiting, 'activate')) === 'quiet';
  if (!applied) appStore.set(updateReadyAtom, false);
  return applied;
}

function ask(worker: ServiceWorker, question: WorkerRequest): Promise<WorkerReply> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const done = (answer: WorkerReply): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => done('busy'), patienceMs);
    port1.onmessage = ({ data }: MessageEvent<WorkerReply>) => done(data);
    worker.postMessage(question, [port2]);
  });
}
