import { expect, it } from 'vitest';
import { createThreadQueue } from './thread-queue.ts';

/** A queue whose work ends when the test says so. */
function line(bounds: { maxWaiting: number }) {
  const turns = createThreadQueue({ maxRunning: 1, maxWaitingBytes: 100, ...bounds });
  const ends: (() => void)[] = [];
  const work = () => new Promise<string>((end) => void ends.push(() => end('done')));
  /** Ends the running tasks one by one, in the given order. */
  const endAll = async (all: readonly Promise<string | undefined>[]): Promise<void> => {
    for (const each of all) {
      ends.shift()?.();
      expect(await each).toBe('done');
    }
  };
  return { turns, ends, work, endAll };
}

it('the thread queue runs a limited number of tasks, queues a limited number, and refuses the rest', async () => {
  const turns = createThreadQueue({ maxRunning: 2, maxWaiting: 2, maxWaitingBytes: 100 });
  const begunNames: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begunNames.push(name);
    return new Promise<number>((end) => void ends.push(() => end(name)));
  };
  const all = [1, 2, 3, 4, 5].map((name) => turns.run(work(name), { userId: name }));
  expect(await all[4]).toBeUndefined();
  expect(begunNames).toEqual([1, 2]);
  ends[0]?.();
  expect(await all[0]).toBe(1);
  expect(begunNames).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([all[1], all[2]]);
  ends[3]?.();
  expect(await all[3]).toBe(4);
  expect(begunNames).toEqual([1, 2, 3, 4]);
});

it('the thread queue goes on after a task that fails', async () => {
  const turns = createThreadQueue({ maxRunning: 1, maxWaiting: 1, maxWaitingBytes: 100 });
  const failing = turns.run(() => Promise.reject(new Error('no')), { userId: 1 });
  const next = turns.run(() => Promise.resolve('yes'), { userId: 1 });
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await turns.run(() => Promise.resolve('again'), { userId: 1 })).toBe('again');
});

it('the thread queue refuses a task if too many bytes wait, and tells callers their position', async () => {
  const { turns, ends, work } = line({ maxWaiting: 5 });
  const places: number[] = [];
  const all = [
    turns.run(work, { userId: 1, bytes: 500 }),
    turns.run(work, { userId: 1, bytes: 90 }),
    turns.run(work, { userId: 2, bytes: 10, place: (before) => void places.push(before) }),
  ];
  expect(await turns.run(work, { userId: 3, bytes: 1 })).toBeUndefined();
  ends[0]?.();
  await all[0];
  ends[1]?.();
  await all[1];
  ends[2]?.();
  expect(await all[2]).toBe('done');
  expect(places).toEqual([2, 1]);
});

it('the thread queue always accepts background jobs, which do not use up places of people', async () => {
  const { turns, work, endAll } = line({ maxWaiting: 1 });
  const all = [
    turns.run(work),
    turns.run(work, { userId: 1, bytes: 100 }),
    turns.run(work, { bytes: 500 }),
    turns.run(work, { bytes: 500 }),
  ];
  expect(await turns.run(work, { userId: 2 })).toBeUndefined();
  await endAll(all);
  const alone = turns.run(work);
  const job = turns.run(work, { bytes: 500 });
  const person = turns.run(work, { userId: 2, bytes: 100 });
  await endAll([alone, job, person]);
});

it('the thread queue removes a cancelled task at once and frees its memory', async () => {
  const { turns, ends, work, endAll } = line({ maxWaiting: 2 });
  const going = new AbortController();
  const places: number[] = [];
  const first = turns.run(work, { userId: 1 });
  const abortedRun = turns.run(work, { userId: 1, bytes: 90, signal: going.signal });
  const next = turns.run(work, { userId: 2, bytes: 10, place: (before) => void places.push(before) });
  expect(await turns.run(work, { userId: 3, bytes: 1 })).toBeUndefined();
  going.abort(new Error('gone'));
  await expect(abortedRun).rejects.toThrow('gone');
  expect(places).toEqual([2, 1]);
  const late = turns.run(work, { userId: 3, bytes: 90 });
  await endAll([first, next, late]);
  await expect(turns.run(work, { userId: 1, signal: AbortSignal.abort(new Error('gone before')) })).rejects.toThrow('gone before');
  expect(ends).toEqual([]);
});

it('the thread queue accepts three waiting tasks per person at most', async () => {
  const { turns, work, endAll } = line({ maxWaiting: 12 });
  const mine = [1, 2, 3, 4].map(() => turns.run(work, { userId: 1 }));
  expect(await turns.run(work, { userId: 1 })).toBeUndefined();
  await endAll([...mine, turns.run(work, { userId: 2 })]);
});
