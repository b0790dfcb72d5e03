import type { Chance, Clock, Peers, Timers } from '../../sync/engine/ports.ts';

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

/** BroadcastChannel speaks to every tab but the one that posts. */
export function createPeers(channel: BroadcastChannel): Peers {
  return {
    announce: (attemptId) => channel.postMessage(attemptId),
    onAnnounced(listener) {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'string') listener(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
