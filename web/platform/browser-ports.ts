import type { RandomSource, Clock, TabMessage, TabChannel, Timers } from '../../sync/engine/ports.ts';
import { Listeners } from '../../sync/engine/listeners.ts';

/** Browser implementations of the ports through which the sync engine reads clocks, draws random values and sets timers. */
export const browserClock: Clock = { wallMs: () => Date.now(), monoMs: () => performance.now() };

export const browserRandom: RandomSource = { uuid: () => crypto.randomUUID(), random: () => Math.random() };

export const browserTimers: Timers = {
  /** Resolves early, without an error, when the signal aborts. */
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal.addEventListener('abort', finish);
    }),
};

const turnsLock = 'wenkao.journal.turns';
/**
 * Longest wait for the lock that lets tabs work in turn, in milliseconds. Such work takes milliseconds, so a tab that holds the lock longer is frozen
 * or broken.
 */
const turnMs = 1_000;

/** Serialises work between tabs. If another tab holds the lock longer than `patienceMs`, the work runs without the lock (`MirroredStoreDeps.inTurn`). */
export const createTabQueue =
  (locks: Pick<LockManager, 'request'>, patienceMs = turnMs) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    let runningWork: Promise<T> | undefined;
    const turn = locks.request(turnsLock, { signal: AbortSignal.timeout(patienceMs) }, () => (runningWork = work()));
    // The lock may be refused or stolen; the work must run in any case.
    await turn.catch(() => undefined);
    return runningWork ?? work();
  };

/** Longest delay of a message to the tabs, in milliseconds, if the page never becomes idle. */
const noteWaitMs = 200;

/** Runs `run` when the page is idle, also in a hidden tab, and at the latest when the page is left. */
function runWhenIdle(run: () => void): void {
  const runOnce = (): void => {
    cancelIdleCallback(handle);
    window.removeEventListener('pagehide', runOnce);
    run();
  };
  const handle = requestIdleCallback(runOnce, { timeout: noteWaitMs });
  window.addEventListener('pagehide', runOnce);
}

/**
 * Delay in milliseconds after an answer before its delivery to the server starts, so that delivery does not slow down the change to the next
 * question. Further answers are gathered meanwhile.
 */
const gatherMs = 400;

function runAfterPause(run: () => void): void {
  const runNow = (): void => {
    clearTimeout(timer);
    run();
  };
  const timer = setTimeout(() => {
    window.removeEventListener('pagehide', runNow);
    runWhenIdle(run);
  }, gatherMs);
  window.addEventListener('pagehide', runNow, { once: true });
}

/**
 * Sends messages to all tabs. BroadcastChannel skips the posting tab, so its listeners are called directly. The examinee never waits for the effects
 * of a message (reading, sending). Messages therefore wait for an idle page, and `written` messages wait `gatherMs` longer unless they are `awaited`
 * (an invigilator's command).
 */
export function createPeers(
  channel: BroadcastChannel,
  soon: (run: () => void) => void = runWhenIdle,
  later: (run: () => void) => void = runAfterPause,
): TabChannel {
  const listeners = new Listeners<[TabMessage]>();
  let waiting: TabMessage[] = [];
  let sending = false;
  const tell = (note: TabMessage): void => listeners.notify(note);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => tell(data));
  const send = (notes: readonly TabMessage[]): void => {
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
        // A `doubt` message is urgent: until the other tabs receive it, they may write to a replica that this tab no longer reads (SY25).
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
    onAnnounced: listeners.subscribe,
  };
}
