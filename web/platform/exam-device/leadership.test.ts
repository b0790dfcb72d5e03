import { afterEach, expect, test, vi } from 'vitest';
import { createLeadership } from './leadership.ts';

/** Simulates Web Locks of one browser: a single name, a queue, and stealing. */
function browserLocks(): LockManager {
  type Holder = { lose: (error: Error) => void };
  let holder: Holder | null = null;
  const queue: (() => void)[] = [];
  const grant = (work: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const newHolder: Holder = { lose: reject };
      holder = newHolder;
      void work()
        .then(resolve, reject)
        .finally(() => {
          if (holder !== newHolder) return;
          holder = null;
          queue.shift()?.();
        });
    });
  const request = (_: string, options: LockOptions, work: () => Promise<unknown>): Promise<unknown> => {
    if (options.steal === true) {
      holder?.lose(new DOMException('stolen', 'AbortError'));
      return grant(work);
    }
    if (!holder) return grant(work);
    return new Promise((resolve, reject) => {
      const start = (): void => resolve(grant(work));
      queue.push(start);
      options.signal?.addEventListener('abort', () => {
        queue.splice(queue.indexOf(start), 1);
        reject(new DOMException('given up', 'AbortError'));
      });
    });
  };
  return { request, query: () => Promise.reject(new Error('not asked')) } as unknown as LockManager;
}

/** Simulates a channel between tabs; a frozen tab neither sends nor receives. */
function browserChannels() {
  const tabs: EventTarget[] = [];
  return (frozen: () => boolean): BroadcastChannel => {
    const own = new EventTarget();
    tabs.push(own);
    const postMessage = (): void => {
      if (frozen()) return;
      for (const tab of tabs) if (tab !== own) tab.dispatchEvent(new Event('message'));
    };
    return Object.assign(own, { postMessage }) as unknown as BroadcastChannel;
  };
}

interface Tab {
  frozen: boolean;
  leads: boolean;
  readonly stop: AbortController;
}

function openTab(locks: LockManager | undefined, channels: ReturnType<typeof browserChannels>): Tab {
  const tab: Tab = { frozen: false, leads: false, stop: new AbortController() };
  const leadership = createLeadership({ locks, channel: channels(() => tab.frozen), nowMs: () => Date.now(), visible: () => true });
  void leadership.run(
    (signal) =>
      new Promise((resolve) => {
        tab.leads = true;
        signal.addEventListener('abort', () => {
          tab.leads = false;
          resolve();
        });
      }),
    tab.stop.signal,
  );
  return tab;
}
afterEach(() => vi.useRealTimers());

test('SY10: one tab leads, and the next one takes over when the leader closes', async () => {
  vi.useFakeTimers();
  const [locks, channels] = [browserLocks(), browserChannels()];
  const first = openTab(locks, channels);
  const second = openTab(locks, channels);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.leads, second.leads]).toEqual([true, false]);
  first.stop.abort();
  await vi.advanceTimersByTimeAsync(100);
  expect([first.leads, second.leads]).toEqual([false, true]);
  second.stop.abort();
});

test('SY10: a frozen leader loses the lock to the next tab and steps down', async () => {
  vi.useFakeTimers();
  const [locks, channels] = [browserLocks(), browserChannels()];
  const first = openTab(locks, channels);
  const second = openTab(locks, channels);
  await vi.advanceTimersByTimeAsync(1_000);
  first.frozen = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([first.leads, second.leads]).toEqual([false, true]);
  first.stop.abort();
  second.stop.abort();
});

test('SY10: without Web Locks every tab leads', async () => {
  vi.useFakeTimers();
  const channels = browserChannels();
  const tabs = [openTab(undefined, channels), openTab(undefined, channels)];
  await vi.advanceTimersByTimeAsync(10);
  expect(tabs.map((tab) => tab.leads)).toEqual([true, true]);
  for (const tab of tabs) tab.stop.abort();
});
