import { expect, it } from 'vitest';
import type { LockScope } from '../lock-scope.ts';
import { WriterQueue } from './writer-queue.ts';

/** Returns the running writers at each step: all scopes are requested at once, then the running writers end in the order in which they began. */
async function course(...turns: readonly LockScope[]): Promise<string[]> {
  const line = new WriterQueue();
  const writing = new Map<string, () => void>();
  const seen: string[] = [];
  for (const [at, turn] of turns.entries()) void line.wait(turn).then((end) => writing.set(`${at}:${turn}`, end));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  while (writing.size > 0) {
    seen.push([...writing.keys()].join(' '));
    const [[name, end] = ['', () => undefined]] = writing;
    writing.delete(name);
    end();
    await settle();
  }
  return seen;
}

it('schools write side by side, each by turns', async () => {
  expect(await course(1, 1, 2)).toEqual(['0:1 2:2', '2:2 1:1', '1:1']);
});

it('an exclusive entry waits for all before it, and all later entries wait for it', async () => {
  expect(await course(1, 2, 'everything', 3, 'nothing')).toEqual(['0:1 1:2', '1:2', '2:everything', '3:3 4:nothing', '4:nothing']);
});

it('an entry without a lock waits only for exclusive entries', async () => {
  expect(await course(1, 'nothing', 'nothing', 1)).toEqual(['0:1 1:nothing 2:nothing', '1:nothing 2:nothing 3:1', '2:nothing 3:1', '3:1']);
});

it('no more write at once than leave connections to readers', async () => {
  const [first = ''] = await course(...Array.from({ length: 20 }, (_, school) => school + 1));
  expect(first.split(' ')).toHaveLength(6);
});
