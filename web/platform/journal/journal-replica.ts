import { StorageFault } from '../../../sync/engine/ports.ts';
import type { JournalThreadReply, JournalCalls } from './journal-messages.ts';

interface PendingCall {
  resolve(value: unknown): void;
  reject(fault: unknown): void;
}

/**
 * Connects the page to the journal replica (SY25). Each call is sent to the journal thread, which starts at the first call. Calls reject with
 * `StorageFault` if the disk or the browser refuses.
 */
function openJournal(): JournalCalls {
  const pendingCalls = new Map<number, PendingCall>();
  let worker: Worker | undefined;
  let ids = 0;
  let broken: StorageFault | undefined;

  const breakDown = (cause: unknown): void => {
    broken = new StorageFault('storage', cause);
    for (const { reject } of pendingCalls.values()) reject(broken);
    pendingCalls.clear();
  };
  function begin(): Worker {
    const newWorker = new Worker(new URL('./journal-worker.ts', import.meta.url), { type: 'module' });
    newWorker.addEventListener('error', (event) => breakDown(event.message));
    newWorker.addEventListener('message', ({ data }: MessageEvent<JournalThreadReply>) => {
      const pendingCall = pendingCalls.get(data.id);
      pendingCalls.delete(data.id);
      if (!('fault' in data)) pendingCall?.resolve(data.value);
      else pendingCall?.reject(data.fault.kind === null ? new Error(data.fault.text) : new StorageFault(data.fault.kind, data.fault.text));
    });
    return newWorker;
  }
  const ask = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      const id = (ids += 1);
      pendingCalls.set(id, { resolve, reject });
      try {
        worker ??= begin();
        worker.postMessage({ id, method, args });
      } catch (cause) {
        breakDown(cause);
      }
    });
  // The proxy forwards every method by name. `then` is excluded, so that returning the object from an async function does not treat it as a promise.
  return new Proxy({} as JournalCalls, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => ask(name, args) : undefined),
  });
}

/** This tab's connection to the journal files, the second replica of what the database holds. */
export const journalReplica = openJournal();

/** Tests by writing whether the disk is full. True also if the test file cannot even be created. False if the browser cannot write files in place. */
export async function isJournalDiskFull(): Promise<boolean> {
  if (!(await journalReplica.isOffered().catch(() => false))) return false;
  return journalReplica.room(1).then(
    (bytes) => bytes === 0,
    () => true,
  );
}
