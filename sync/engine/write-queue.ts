import type { SaveResult } from './attempt-session.ts';
import type { Serial } from './serial.ts';

/** Writes in the order they were asked for; while one waits, a newer value of the same thing takes its place. */
export interface WriteQueue {
  put(key: string, write: () => Promise<SaveResult>): Promise<SaveResult>;
}

interface Waiting {
  write: () => Promise<SaveResult>;
  result: Promise<SaveResult>;
}

/** Stands in until the serial has given the write its place. */
const pending = new Promise<never>(() => undefined);

export function createWriteQueue(serial: Serial): WriteQueue {
  const waiting = new Map<string, Waiting>();
  return {
    put(key, write) {
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
