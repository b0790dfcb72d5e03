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

const turnsLock = 'wenkao.journal.turns';
/** Whoever has had its turn for so long is frozen, or gone wrong; a turn takes milliseconds. */
const turnMs = 1_000;

/** One tab after another; out of turn where another does not end its own (`TwofoldDeps.inTurn`). */
export const createTurns =
  (locks: Pick<LockManager, 'request'>, patienceMs = turnMs) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    let begun: Promise<T> | undefined;
    const turn = locks.request(turnsLock, { signal: AbortSignal.timeout(patienceMs) }, () => (begun = work()));
    // The turn may not come, or be taken away: the work is what counts.
    await turn.catch(() => undefined);
    return begun ?? work();
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

/** Delivery waits so long for what else is entered: its work would fall on the question that is being turned to just now. */
const gatherMs = 400;

function afterPause(run: () => void): void {
  const atTheLatest = (): void => {
    clearTimeout(timer);
    run();
  };
  const timer = setTimeout(() => {
    window.removeEventListener('pagehide', atTheLatest);
    whenIdle(run);
  }, gatherMs);
  window.addEventListener('pagehide', atTheLatest, { once: true });
}

/**
 * BroadcastChannel speaks to every tab but the one that posts; that one is told here. What follows a note (reading, sending) is
 * nothing the examinee waits for, so notes go out when the page is idle, and that something waits to be sent a little later,
 * unless its arrival is awaited (an invigilator's act).
 */
export function createPeers(
  channel: BroadcastChannel,
  soon: (run: () => void) => void = whenIdle,
  later: (run: () => void) => void = afterPause,
): Peers {
  const listeners = new Set<(note: PeerNote) => void>();
  let waiting: PeerNote[] = [];
  let sending = false;
  const tell = (note: PeerNote): void => {
    for (const listener of listeners) listener(note);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<PeerNote>) => tell(data));
  const send = (notes: readonly PeerNote[]): void => {
    for (const note of notes) {
      channel.postMessage(note);
      tell(note);
    }
  };
  const sendWaiting = (): void => {
    const notes = waiting;
    waiting = [];
    send(notes);
  };
  return {
    announce(note) {
      if (note.kind === 'doubt') {
        // The one note that cannot wait: until it is heard, another tab writes where this one no longer looks (SY25).
        send([note]);
      } else if (note.kind !== 'written' || note.awaited) {
        if (waiting.length === 0) soon(sendWaiting);
        waiting.push(note);
      } else if (!sending) {
        sending = true;
        later(() => {
          sending = false;
          send([note]);
        });
      }
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
