import type { Leadership } from '../../../sync/engine/ports.ts';

interface Surroundings {
  /** Undefined if the browser has no Web Locks. Then every tab leads, which costs additional requests but is safe (SY10). */
  readonly locks: LockManager | undefined;
  readonly channel: BroadcastChannel;
  readonly nowMs: () => number;
  /** Tells whether this tab is visible. A visible tab must not wait for a frozen leader. */
  readonly visible: () => boolean;
}

const lockName = 'wenkao.leader';
const beatMs = 2_000;
/** Browsers run timers of hidden tabs only once a minute, so hidden tabs wait longer for a sign of the leader. */
const silenceMs = { visible: 10_000, hidden: 150_000 };

/** Milliseconds before leading starts again after it ended by itself. */
const againMs = 1_000;

/** Elects one leading tab by a Web Lock. The leader broadcasts a heartbeat; a tab that hears none for too long steals the lock (SY10). */
export function createLeadership({ locks, channel, nowMs, visible }: Surroundings): Leadership {
  let heardMs = nowMs();
  channel.addEventListener('message', () => {
    heardMs = nowMs();
  });

  /** Leads until the signal aborts, the lock is stolen, or `lead` resolves. Rejects if the wait for the lock is given up. */
  async function once(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal, manager: LockManager): Promise<void> {
    const giveUp = new AbortController();
    const lost = new AbortController();
    const ends = AbortSignal.any([signal, lost.signal]);
    let leading: Promise<void> | undefined;
    const hold = (): Promise<void> => {
      channel.postMessage('beat');
      const beats = setInterval(() => channel.postMessage('beat'), beatMs);
      leading = lead(ends).finally(() => clearInterval(beats));
      return leading;
    };
    heardMs = nowMs();
    const watch = setInterval(() => {
      if (!leading && nowMs() - heardMs > (visible() ? silenceMs.visible : silenceMs.hidden)) giveUp.abort('steal');
    }, beatMs);
    const stop = (): void => giveUp.abort('stop');
    signal.addEventListener('abort', stop);
    try {
      await manager.request(lockName, { signal: giveUp.signal }, hold).catch(async (error: unknown) => {
        // If `lead` has started, the rejection means that another tab has stolen the lock.
        if (leading || giveUp.signal.reason !== 'steal') throw error;
        await manager.request(lockName, { steal: true }, hold);
      });
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      lost.abort();
      await leading?.catch(() => undefined);
    }
  }

  return {
    async run(lead, signal) {
      while (!signal.aborted) {
        if (locks) await once(lead, signal, locks).catch(() => undefined);
        else await lead(signal).catch(() => undefined);
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    },
  };
}
