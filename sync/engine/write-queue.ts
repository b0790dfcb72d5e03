import type { SaveResult } from './attempt-session.ts';
import type { Serial } from './serial.ts';

/** Writes in the order they were asked for; while one waits, a newer value of the same thing takes its place. */
export interface WriteQueue {
  put(key: string, write: () => Promise<SaveResult>): Promise<SaveResult>;
}

interface Waiting {
  write: () => Promise<SaveResult>;
  readonly result: Promise<SaveResult>;
}

export function createWriteQueue(serial: Serial): WriteQueue {
  const waiting = new Map<string, Waiting>();
  return {
    put(key, write) {
      const queued = waiting.get(key);
      if (queued) {
        queued.write = write;
        return queued.result;
      }
      const entry: Waiting = {
        write,
        result: serial.run(() => {
          waiting.delete(key);
          return entry.write();
        }),
      };
      waiting.set(key, entry);
      return entry.result;
    },
  };
}
