import { expect, test } from 'vitest';
import { passwordQueue } from './password-queue.ts';

const drain = (queue: { next(): string | undefined }): string[] => {
  const all: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) all.push(item);
  return all;
};

test('one of each address in turn, and of each address one of each account', () => {
  const queue = passwordQueue<string>({ most: 100, mostOfAddress: 50 });
  for (const n of [1, 2, 3]) queue.add({ address: 'flood', account: 'x' }, `x${n}`);
  queue.add({ address: 'flood', account: 'y' }, 'y1');
  queue.add({ address: 'home', account: 'owner' }, 'owner');
  expect(drain(queue)).toEqual(['x1', 'owner', 'y1', 'x2', 'x3']);
  expect(queue.next()).toBeUndefined();
});

test('an address has its share and no more', () => {
  const queue = passwordQueue<string>({ most: 100, mostOfAddress: 2 });
  const add = (address: string, n: number) => queue.add({ address, account: `${n}` }, `${address}${n}`);
  expect([add('a', 1), add('a', 2), add('a', 3), add('b', 1)]).toEqual([true, true, false, true]);
  queue.next();
  expect(add('a', 4)).toBe(true);
});

test('full, a newcomer takes the last place of the longest line, unless it is no longer than theirs', () => {
  const queue = passwordQueue<string>({ most: 3, mostOfAddress: 3 });
  const add = (address: string, n: number) => queue.add({ address, account: `${n}` }, `${address}${n}`);
  for (const n of [1, 2, 3]) add('a', n);
  expect(add('b', 1)).toEqual({ out: 'a3' });
  expect(add('c', 1)).toEqual({ out: 'a2' });
  expect(add('d', 1)).toBe(false);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1']);
});
