import { StorageFault, type Timers } from './ports.ts';

const patienceParts = 4;
const calm = (): undefined => undefined;

export interface Limits {
  readonly inTime: <T>(work: Promise<T>, ms: number) => Promise<T>;
  readonly succeeds: (work: Promise<unknown>, ms: number) => Promise<boolean>;
}

/** How long a copy is waited for. */
export function limits(timers: Timers): Limits {
  /** A PC that wakes up finds its timers due before the answers that came long ago: that uses up one part only. */
  async function patience(ms: number, signal: AbortSignal): Promise<void> {
    for (let part = 0; part < patienceParts && !signal.aborted; part += 1) await timers.sleep(ms / patienceParts, signal);
  }

  async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
    const over = new AbortController();
    const late = patience(ms, over.signal).then(() => {
      if (!over.signal.aborted) throw new StorageFault('storage', 'no answer');
      return work;
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      over.abort(null);
      late.catch(calm);
    }
  }

  /** True: done, and in time. What comes later is found by the mend. */
  const succeeds = (work: Promise<unknown>, ms: number): Promise<boolean> =>
    inTime(work, ms).then(
      () => true,
      () => false,
    );

  return { inTime, succeeds };
}
