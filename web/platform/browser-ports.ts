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

/** Notes wait at most so long for the page to have nothing else to do. */
const noteWaitMs = 200;

/** When the page has drawn what it has to draw, also one that is not shown; at the latest when it goes. */
function whenIdle(run: () => void): void {
  const once = (): void => {
    cancelIdleCallback(handle);
    window.removeEventListener('pagehide', once);
    run();
  };
  const handle = requestIdleCallback(once, { timeout: noteWaitMs });
  window.addEventListener('pagehide', once);
}

/**
 * BroadcastChannel speaks to every tab but the one that posts; that one is told here. What follows a note (reading, sending) is
 * nothing the examinee waits for, so notes go out when the page is idle.
 */
export function createPeers(channel: BroadcastChannel, soon: (run: () => void) => void = whenIdle): Peers {
  const listeners = new Set<(note: PeerNote) => void>();
  let waiting: PeerNote[] = [];
  const tell = (note: PeerNote): void => {
    for (const listener of listeners) listener(note);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<PeerNote>) => tell(data));
  const send = (): void => {
    const notes = waiting;
    waiting = [];
    for (const note of notes) {
      channel.postMessage(note);
      tell(note);
    }
  };
  return {
    announce(note) {
      if (waiting.length === 0) soon(send);
      waiting.push(note);
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
