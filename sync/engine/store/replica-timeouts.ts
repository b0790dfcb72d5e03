import type { createFaultReporter } from '../faults.ts';
import { StorageFault, type Timers } from '../ports.ts';

const patienceParts = 4;
const ignoreError = (): undefined => undefined;

export interface ReplicaTimeouts {
  readonly inTime: <T>(work: Promise<T>, ms: number) => Promise<T>;
  readonly succeeds: (work: Promise<unknown>, ms: number) => Promise<boolean>;
}

/**
 * Builds functions that limit how long a local replica (database or journal) may take to answer. `inTime` throws a `StorageFault` when `ms`
 * milliseconds have passed. `report` gets the errors that no caller sees.
 */
export function createReplicaTimeouts(timers: Timers, report: ReturnType<typeof createFaultReporter>): ReplicaTimeouts {
  /** Waits in several parts. When a PC wakes up, its timers fire before pending answers arrive; the wait then loses only one of its parts. */
  async function sleepInParts(ms: number, signal: AbortSignal): Promise<void> {
    for (let part = 0; part < patienceParts && !signal.aborted; part += 1) await timers.sleep(ms / patienceParts, signal);
  }

  async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
    const over = new AbortController();
    const late = sleepInParts(ms, over.signal).then(() => {
      if (over.signal.aborted) return work;
      work.catch(report);
      throw new StorageFault('storage', 'no answer');
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      over.abort(null);
      late.catch(ignoreError);
    }
  }

  /** Resolves to true if the work succeeded in time. If it succeeds later, the next repair of the replicas finds that out. */
  const succeeds = (work: Promise<unknown>, ms: number): Promise<boolean> =>
    inTime(work, ms).then(
      () => true,
      (fault) => {
        report(fault);
        return false;
      },
    );

  return { inTime, succeeds };
}
