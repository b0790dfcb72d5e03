import { expect, test, vi } from 'vitest';
import type { TabMessage } from '../../sync/engine/ports.ts';
import { createPeers, createTabQueue, browserTimers } from './browser-ports.ts';

test('sleep ends after its time, or early without an error when its signal aborts', async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  const stop = new AbortController();
  void browserTimers.sleep(1000, new AbortController().signal).then(() => ended.push('slept'));
  void browserTimers.sleep(9000, stop.signal).then(() => ended.push('woken'));
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['slept', 'woken']);
  await browserTimers.sleep(9000, AbortSignal.abort());
  vi.useRealTimers();
});

test('announce reaches the other tabs, and this tab after the call has returned', async () => {
  const channels = [new BroadcastChannel('peers-test'), new BroadcastChannel('peers-test')] as const;
  const [ownPeers, otherPeers] = [
    createPeers(channels[0], queueMicrotask, queueMicrotask),
    createPeers(channels[1], queueMicrotask, queueMicrotask),
  ];
  const notesByTab = new Map<string, TabMessage[]>([
    ['here', []],
    ['there', []],
  ]);
  ownPeers.onAnnounced((note) => notesByTab.get('here')?.push(note));
  const stop = otherPeers.onAnnounced((note) => notesByTab.get('there')?.push(note));
  ownPeers.announce({ kind: 'written' });
  expect(notesByTab.get('here')).toEqual([]);
  await expect.poll(() => [...notesByTab.values()]).toEqual([[{ kind: 'written' }], [{ kind: 'written' }]]);
  stop();
  ownPeers.announce({ kind: 'reachable', reachable: false });
  await expect.poll(() => notesByTab.get('here')).toHaveLength(2);
  expect(notesByTab.get('there')).toHaveLength(1);
  for (const channel of channels) channel.close();
});

test('announcements are sent in order when the page is idle, and several written ones later as one', () => {
  const channel = new BroadcastChannel('peers-idle-test');
  const [idle, later]: [(() => void)[], (() => void)[]] = [[], []];
  const run = (what: (() => void)[]): void => {
    for (const each of what.splice(0)) each();
  };
  const peers = createPeers(
    channel,
    (task) => idle.push(task),
    (task) => later.push(task),
  );
  const noteKinds: TabMessage['kind'][] = [];
  peers.onAnnounced((note) => noteKinds.push(note.kind));
  for (let n = 0; n < 2; n += 1) {
    peers.announce({ kind: 'changed', attemptId: 'a' });
    peers.announce({ kind: 'written' });
  }
  peers.announce({ kind: 'reachable', reachable: true });
  expect([idle.length, later.length]).toEqual([1, 1]);
  expect(noteKinds).toEqual([]);
  run(idle);
  expect(noteKinds).toEqual(['changed', 'changed', 'reachable']);
  run(later);
  expect(noteKinds.slice(3)).toEqual(['written']);
  peers.announce({ kind: 'written' });
  expect(later).toHaveLength(1);
  channel.close();
});

test('a write that an invigilator’s command waits for is announced at once', async () => {
  const channel = new BroadcastChannel('peers-awaited-test');
  const peers = createPeers(channel, queueMicrotask, () => undefined);
  const notes: TabMessage[] = [];
  peers.onAnnounced((note) => notes.push(note));
  peers.announce({ kind: 'written' });
  peers.announce({ kind: 'written', awaited: true });
  await Promise.resolve();
  expect(notes).toEqual([{ kind: 'written', awaited: true }]);
  channel.close();
});

test('SY25: doubt about the database is announced without waiting for an idle moment', () => {
  const channel = new BroadcastChannel('peers-doubt-test');
  const peers = createPeers(
    channel,
    () => undefined,
    () => undefined,
  );
  const notes: TabMessage[] = [];
  peers.onAnnounced((note) => notes.push(note));
  peers.announce({ kind: 'doubt', why: 'failed' });
  expect(notes).toEqual([{ kind: 'doubt', why: 'failed' }]);
  channel.close();
});

/** Stands in for Web Locks with a single lock name. */
function locksOf(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: LockOptions, work: () => Promise<unknown>): Promise<unknown> => {
    const before = last;
    const refused = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const turn = Promise.race([before, refused]).then(work);
    last = Promise.allSettled([before, turn]);
    return turn;
  };
  return { request } as Pick<LockManager, 'request'>;
}

test('the tab queue runs one task at a time, passes errors on, and goes past a task that never ends', async () => {
  const inTurn = createTabQueue(locksOf(), 20);
  const steps: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([inTurn(work('a')), inTurn(work('b'))])).toEqual(['a', 'b']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  let tries = 0;
  await expect(inTurn(() => Promise.reject(new Error(`try ${(tries += 1)}`)))).rejects.toThrow('try 1');
  void inTurn(() => new Promise(() => undefined));
  expect(await inTurn(work('c'))).toBe('c');
});
