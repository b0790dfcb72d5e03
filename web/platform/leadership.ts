import type { Leadership } from '../../sync/engine/ports.ts';

interface Surroundings {
  /** Undefined where the browser has none: then every tab leads, which costs requests and nothing else (SY10). */
  readonly locks: LockManager | undefined;
  readonly channel: BroadcastChannel;
  readonly nowMs: () => number;
  /** Is this tab the one in front? It is the one that must not wait for a frozen leader. */
  readonly visible: () => boolean;
}

const lockName = 'wenkao.leader';
const beatMs = 2_000;
/** Hidden tabs have their timers slowed to one a minute, so hidden tabs are more patient with each other. */
const silenceMs = { visible: 10_000, hidden: 150_000 };

/** A lead that ends by itself is begun again after this. */
const againMs = 1_000;

/** One Web Lock; the leader beats, and whoever hears nothing for too long steals (SY10). */
export function createLeadership({ locks, channel, nowMs, visible }: Surroundings): Leadership {
  let heardMs = nowMs();
  channel.addEventListener('message', () => {
    heardMs = nowMs();
  });

  /** Leads until the signal ends, the lock is stolen, or `lead` ends by itself. Rejects when the wait for the lock is given up. */
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
        // With a lead begun, the rejection means that another tab has stolen the lock.
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
