import { expect, test, vi } from 'vitest';
import type { PeerNote } from '../../sync/engine/ports.ts';
import { createPeers, timers } from './browser-ports.ts';

test('a sleep ends in time, or early and without a fault when its signal does', async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  const stop = new AbortController();
  void timers.sleep(1000, new AbortController().signal).then(() => ended.push('slept'));
  void timers.sleep(9000, stop.signal).then(() => ended.push('woken'));
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['slept', 'woken']);
  await timers.sleep(9000, AbortSignal.abort());
  vi.useRealTimers();
});

test('a note reaches the other tabs and, after the call has returned, this one', async () => {
  const channels = [new BroadcastChannel('peers-test'), new BroadcastChannel('peers-test')] as const;
  const [here, there] = [
    createPeers(channels[0], queueMicrotask, queueMicrotask),
    createPeers(channels[1], queueMicrotask, queueMicrotask),
  ];
  const heard = new Map<string, PeerNote[]>([
    ['here', []],
    ['there', []],
  ]);
  here.onAnnounced((note) => heard.get('here')?.push(note));
  const stop = there.onAnnounced((note) => heard.get('there')?.push(note));
  here.announce({ kind: 'written' });
  expect(heard.get('here')).toEqual([]);
  await expect.poll(() => [...heard.values()]).toEqual([[{ kind: 'written' }], [{ kind: 'written' }]]);
  stop();
  here.announce({ kind: 'reachable', reachable: false });
  await expect.poll(() => heard.get('here')).toHaveLength(2);
  expect(heard.get('there')).toHaveLength(1);
  for (const channel of channels) channel.close();
});

test('notes wait until the page is idle and go out in their order; that something was written is said later, once', () => {
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
  const heard: PeerNote['kind'][] = [];
  peers.onAnnounced((note) => heard.push(note.kind));
  for (let n = 0; n < 2; n += 1) {
    peers.announce({ kind: 'changed', attemptId: 'a' });
    peers.announce({ kind: 'written' });
  }
  peers.announce({ kind: 'reachable', reachable: true });
  expect([idle.length, later.length]).toEqual([1, 1]);
  expect(heard).toEqual([]);
  run(idle);
  expect(heard).toEqual(['changed', 'changed', 'reachable']);
  run(later);
  expect(heard.slice(3)).toEqual(['written']);
  peers.announce({ kind: 'written' });
  expect(later).toHaveLength(1);
  channel.close();
});
