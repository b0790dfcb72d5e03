import { atom } from 'jotai';
import { appStore } from '../session/session-atoms.ts';

/**
 * State of this site's service worker in this browser. `active`: it controls the pages, so a reload works without a network. `pending`: it is not
 * installed yet. `unsupported`: the browser has no service workers.
 */
export type WorkerState = 'active' | 'pending' | 'unsupported' | WorkerRefusal;
/** Why the browser refused the worker: the certificate, a setting or policy, or a script that did not load. */
export type WorkerRefusal = 'untrusted' | 'forbidden' | 'failed';

function readInitialState(): WorkerState {
  // Firefox offers no service workers in a private window, and no browser does on an insecure origin.
  if (!('serviceWorker' in navigator)) return 'unsupported';
  return navigator.serviceWorker.controller === null ? 'pending' : 'active';
}

export const workerStateAtom = atom<WorkerState>(readInitialState());

/** Returns whether a reload of this page works without a network. */
export const isOfflineReady = (): boolean => appStore.get(workerStateAtom) === 'active';

/** Waits until the worker is active or refused, or until `patienceMs` milliseconds have passed. Resolves with the state. */
export function waitForWorkerState(patienceMs: number): Promise<WorkerState> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve(appStore.get(workerStateAtom));
    };
    const timer = setTimeout(end, patienceMs);
    const stop = appStore.sub(workerStateAtom, end);
    if (appStore.get(workerStateAtom) !== 'pending') end();
  });
}

/**
 * Tells why the browser refused the registration. Chromium names an untrusted certificate in the text of its SecurityError, and Firefox only calls
 * the operation insecure. Safari says that the script did not load, as it does without a network, so there the certificate counts as `failed`.
 */
export function classifyWorkerRefusal(error: unknown): WorkerRefusal {
  const { name = '', message = '' } = error instanceof Error || error instanceof DOMException ? error : {};
  if (/denied permission|policy|disabled|not allowed/i.test(message)) return 'forbidden';
  return name === 'SecurityError' && /certificate|insecure/i.test(message) ? 'untrusted' : 'failed';
}
