import { expect, it } from 'vitest';
import { threadTurns } from './thread-turns.ts';

it('lets so many work at once, so many wait in their order, and turns the rest away', async () => {
  const turns = threadTurns({ atOnce: 2, mostWaiting: 2, mostWaitingBytes: 100 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((end) => void ends.push(() => end(name)));
  };
  const all = [1, 2, 3, 4, 5].map((name) => turns.run(work(name)));
  expect(await all[4]).toBeUndefined();
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  expect(await all[0]).toBe(1);
  expect(begun).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([all[1], all[2]]);
  ends[3]?.();
  expect(await all[3]).toBe(4);
  expect(begun).toEqual([1, 2, 3, 4]);
});

it('frees the place of work that fails', async () => {
  const turns = threadTurns({ atOnce: 1, mostWaiting: 1, mostWaitingBytes: 100 });
  const failing = turns.run(() => Promise.reject(new Error('no')));
  const next = turns.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await turns.run(() => Promise.resolve('again'))).toBe('again');
});

it('turns away what is too much to wait together, and tells who waits how many are before them', async () => {
  const turns = threadTurns({ atOnce: 1, mostWaiting: 5, mostWaitingBytes: 100 });
  const ends: (() => void)[] = [];
  const work = () => new Promise<string>((end) => void ends.push(() => end('done')));
  const told: number[] = [];
  const all = [turns.run(work, 500), turns.run(work, 90), turns.run(work, 10, (before) => void told.push(before))];
  expect(await turns.run(work, 1)).toBeUndefined();
  ends[0]?.();
  await all[0];
  ends[1]?.();
  await all[1];
  ends[2]?.();
  expect(await all[2]).toBe('done');
  expect(told).toEqual([2, 1]);
});
