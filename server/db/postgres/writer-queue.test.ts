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

it('WriterQueue lets different schools write concurrently and one school one at a time', async () => {
  expect(await course(1, 1, 2)).toEqual(['0:1 2:2', '2:2 1:1', '1:1']);
});

it('WriterQueue runs an exclusive writer after all earlier and before all later writers', async () => {
  expect(await course(1, 2, 'everything', 3, 'nothing')).toEqual(['0:1 1:2', '1:2', '2:everything', '3:3 4:nothing', '4:nothing']);
});

it('WriterQueue delays a writer without a lock only for exclusive writers', async () => {
  expect(await course(1, 'nothing', 'nothing', 1)).toEqual(['0:1 1:nothing 2:nothing', '1:nothing 2:nothing 3:1', '2:nothing 3:1', '3:1']);
});

it('WriterQueue limits concurrent writers so that connections remain for readers', async () => {
  const [first = ''] = await course(...Array.from({ length: 20 }, (_, school) => school + 1));
  expect(first.split(' ')).toHaveLength(6);
});
