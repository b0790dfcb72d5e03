import { expect, test } from 'vitest';
import { createSerialQueue } from './serial.ts';

const turn = () => new Promise<void>((next) => setImmediate(next));

test('tasks run one after the other, in their order, the first at once', async () => {
  const serial = createSerialQueue();
  const seen: string[] = [];
  const task = (name: string) => async () => {
    seen.push(`${name} begins`);
    await turn();
    seen.push(`${name} ends`);
    return name;
  };
  const all = [serial.run(task('a')), serial.run(task('b'))];
  expect(seen).toEqual(['a begins']);
  all.push(serial.run(task('c')));
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  const late = serial.run(task('d'));
  expect(seen.at(-1)).toBe('d begins');
  await late;
});

test('a task that a running one asks for waits for it', async () => {
  const serial = createSerialQueue();
  const seen: string[] = [];
  let inner: Promise<void> | undefined;
  await serial.run(async () => {
    inner = serial.run(async () => {
      await turn();
      seen.push('inner');
    });
    await turn();
    await turn();
    await turn();
    seen.push('outer');
  });
  await inner;
  expect(seen).toEqual(['outer', 'inner']);
});

test('a failed task stops nobody, whenever it fails', async () => {
  const serial = createSerialQueue();
  const atOnce = serial.run(() => {
    throw new Error('at once');
  });
  const later = serial.run(async () => {
    await turn();
    throw new Error('later');
  });
  const next = serial.run(() => Promise.resolve('next'));
  await expect(atOnce).rejects.toThrow('at once');
  await expect(later).rejects.toThrow('later');
  expect(await next).toBe('next');
});
