import type { SaveResult } from './attempt-session.ts';
import type { SerialQueue } from '../ops/serial.ts';

/** Runs writes in the order of the calls. A newer value under the same key replaces one that is still waiting. */
export interface WriteQueue {
  enqueue(key: string, write: () => Promise<SaveResult>): Promise<SaveResult>;
}

interface Waiting {
  write: () => Promise<SaveResult>;
  result: Promise<SaveResult>;
}

/** Placeholder for `Waiting.result` until the serial queue returns the real promise of the write. */
const pending = new Promise<never>(() => undefined);

export function createWriteQueue(serial: SerialQueue): WriteQueue {
  const waiting = new Map<string, Waiting>();
  return {
    enqueue(key, write) {
      const queued = waiting.get(key);
      if (queued) {
        queued.write = write;
        return queued.result;
      }
      const entry: Waiting = { write, result: pending };
      waiting.set(key, entry);
      entry.result = serial.run(() => {
        waiting.delete(key);
        return entry.write();
      });
      return entry.result;
    },
  };
}
