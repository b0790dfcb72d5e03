import { expect, it } from 'vitest';
import { threadTurns } from './thread-turns.ts';

it('lets so many work at once, so many wait in their order, and turns the rest away', async () => {
  const turns = threadTurns({ atOnce: 2, mostWaiting: 2 });
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
  const turns = threadTurns({ atOnce: 1, mostWaiting: 1 });
  const failing = turns.run(() => Promise.reject(new Error('no')));
  const next = turns.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await turns.run(() => Promise.resolve('again'))).toBe('again');
});
