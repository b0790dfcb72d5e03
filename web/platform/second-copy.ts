import { StorageFault } from '../../sync/engine/ports.ts';
import type { JournalAnswer, JournalCalls } from './journal-messages.ts';

interface Asked {
  resolve(value: unknown): void;
  reject(fault: unknown): void;
}

/**
 * The second copy on this device (SY25), as a page sees it: each call is asked of the journal's own thread, which starts with the first.
 * Rejects with `StorageFault` where the disk, or the browser, refuses.
 */
function openJournal(): JournalCalls {
  const asked = new Map<number, Asked>();
  let worker: Worker | undefined;
  let ids = 0;
  let broken: StorageFault | undefined;

  const breakDown = (cause: unknown): void => {
    broken = new StorageFault('storage', cause);
    for (const { reject } of asked.values()) reject(broken);
    asked.clear();
  };
  function begin(): Worker {
    const started = new Worker(new URL('./journal-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('error', (event) => breakDown(event.message));
    started.addEventListener('message', ({ data }: MessageEvent<JournalAnswer>) => {
      const waiting = asked.get(data.id);
      asked.delete(data.id);
      if (!('fault' in data)) waiting?.resolve(data.value);
      else waiting?.reject(data.fault.kind === null ? new Error(data.fault.text) : new StorageFault(data.fault.kind, data.fault.text));
    });
    return started;
  }
  const ask = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      const id = (ids += 1);
      asked.set(id, { resolve, reject });
      try {
        worker ??= begin();
        worker.postMessage({ id, method, args });
      } catch (cause) {
        breakDown(cause);
      }
    });
  // By name: every method of the second copy travels the same way. It is no promise, though it is handed on by some.
  return new Proxy({} as JournalCalls, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => ask(name, args) : undefined),
  });
}

/** This tab's. */
export const secondCopy = openJournal();

/** Tests by writing. A full disk may not even take the file for it; a browser without such files can't tell, and says no. */
export async function isDiskFull(): Promise<boolean> {
  if (!(await secondCopy.isOffered().catch(() => false))) return false;
  return secondCopy.room(1).then(
    (bytes) => bytes === 0,
    () => true,
  );
}
