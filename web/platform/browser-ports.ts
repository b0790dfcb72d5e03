import type { Chance, Clock, PeerNote, Peers, Timers } from '../../sync/engine/ports.ts';

/** The engine's small ports, as a browser has them. */
export const clock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() };

export const chance: Chance = { uuid: () => crypto.randomUUID(), random: () => Math.random() };

export const timers: Timers = {
  /** Ends early, without a fault, when the signal does. */
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    }),
};

/** BroadcastChannel speaks to every tab but the one that posts; that one is told here, after `announce` has returned. */
export function createPeers(channel: BroadcastChannel): Peers {
  const listeners = new Set<(note: PeerNote) => void>();
  const tell = (note: PeerNote): void => {
    for (const listener of listeners) listener(note);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<PeerNote>) => tell(data));
  return {
    announce(note) {
      channel.postMessage(note);
      queueMicrotask(() => tell(note));
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
