import { expect, test } from 'vitest';
import { createSessionChannel, type SharedSession } from './session-channel.ts';
import type { SessionUser } from './session-user.ts';

const own: SharedSession = { token: 't', vaultKey: 'v', user: { id: 42 } as SessionUser };

function tab(current: () => SharedSession | undefined) {
  const changes: unknown[] = [];
  const channel = createSessionChannel(new BroadcastChannel('session-channel-test'), {
    current,
    changed: (session) => changes.push(session),
    ended: (userId) => changes.push(userId),
  });
  return { channel, changes };
}

test('SY11: a second tab gets token and vault key from the first, and nothing if no other tab is open', async () => {
  const first = tab(() => own);
  const second = tab(() => undefined);
  expect(await second.channel.ask()).toEqual(own);
  first.channel.close();
  expect(await second.channel.ask()).toBeUndefined();
  second.channel.close();
});

test('a new token and the end of a session reach the other tabs, not the sender', async () => {
  const first = tab(() => own);
  const second = tab(() => own);
  first.channel.announce({ ...own, token: 'new' });
  first.channel.announceEnd(42);
  await expect.poll(() => second.changes).toEqual([{ ...own, token: 'new' }, 42]);
  expect(first.changes).toEqual([]);
  first.channel.close();
  second.channel.close();
});
