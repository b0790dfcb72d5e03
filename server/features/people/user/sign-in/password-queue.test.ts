import { expect, test } from 'vitest';
import { createPasswordQueue, type PasswordQueueRank } from './password-queue.ts';

const rank = 'fresh';
const each = (most: number): Readonly<Record<PasswordQueueRank, number>> => ({ own: most, fresh: most, guessed: most, unknown: most });

const drain = (queue: { next(): string | undefined }): string[] => {
  const all: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) all.push(item);
  return all;
};

test('the password queue serves addresses in turn, and within an address its accounts in turn', () => {
  const queue = createPasswordQueue<string>({ maxWaiting: 100, mostOfAddress: each(50) });
  for (const n of [1, 2, 3]) queue.add({ address: 'flood', account: 'x', rank }, `x${n}`);
  queue.add({ address: 'flood', account: 'y', rank }, 'y1');
  queue.add({ address: 'home', account: 'owner', rank }, 'owner');
  expect(drain(queue)).toEqual(['x1', 'owner', 'y1', 'x2', 'x3']);
  expect(queue.next()).toBeUndefined();
});

test('the password queue limits the waiting attempts of an address', () => {
  const queue = createPasswordQueue<string>({ maxWaiting: 100, mostOfAddress: each(2) });
  const add = (address: string, n: number) => queue.add({ address, account: `${n}`, rank }, `${address}${n}`);
  expect([add('a', 1), add('a', 2), add('a', 3), add('b', 1)]).toEqual([true, true, false, true]);
  queue.next();
  expect(add('a', 4)).toBe(true);
});

test('a full password queue drops the last attempt of the busiest address to admit a less busy address', () => {
  const queue = createPasswordQueue<string>({ maxWaiting: 3, mostOfAddress: each(3) });
  const add = (address: string, n: number) => queue.add({ address, account: `${n}`, rank }, `${address}${n}`);
  for (const n of [1, 2, 3]) add('a', n);
  expect(add('b', 1)).toEqual({ out: 'a3' });
  expect(add('c', 1)).toEqual({ out: 'a2' });
  expect(add('d', 1)).toBe(false);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1']);
});

test('the password queue serves known devices first, then fresh, guessed and unknown accounts', () => {
  const queue = createPasswordQueue<string>({ maxWaiting: 4, mostOfAddress: each(4) });
  const add = (who: PasswordQueueRank, n: number) => queue.add({ address: 'hall', account: `${n}`, rank: who }, `${who}${n}`);
  for (const n of [1, 2, 3]) add('unknown', n);
  expect([add('fresh', 1), add('own', 1), add('fresh', 2)]).toEqual([true, { out: 'unknown3' }, { out: 'unknown2' }]);
  expect(add('unknown', 4)).toBe(false);
  expect(add('own', 2)).toEqual({ out: 'unknown1' });
  expect(add('own', 3)).toEqual({ out: 'fresh2' });
  expect(drain(queue)).toEqual(['own1', 'own2', 'own3', 'fresh1']);
  for (const who of ['unknown', 'guessed', 'fresh', 'own'] as const) add(who, 1);
  expect(drain(queue)).toEqual(['own1', 'fresh1', 'guessed1', 'unknown1']);
});
