import { expect, test } from 'vitest';
import { createSerialQueue } from './serial.ts';

const turn = () => new Promise<void>((next) => setImmediate(next));

test('the serial queue starts the first task at once and runs the others in order', async () => {
  const serial = createSerialQueue();
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await turn();
    events.push(`${name} ends`);
    return name;
  };
  const all = [serial.run(task('a')), serial.run(task('b'))];
  expect(events).toEqual(['a begins']);
  all.push(serial.run(task('c')));
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  const late = serial.run(task('d'));
  expect(events.at(-1)).toBe('d begins');
  await late;
});

test('the serial queue runs a task requested by a running task after that task', async () => {
  const serial = createSerialQueue();
  const finishedTasks: string[] = [];
  let inner: Promise<void> | undefined;
  await serial.run(async () => {
    inner = serial.run(async () => {
      await turn();
      finishedTasks.push('inner');
    });
    await turn();
    await turn();
    await turn();
    finishedTasks.push('outer');
  });
  await inner;
  expect(finishedTasks).toEqual(['outer', 'inner']);
});

test('the serial queue goes on after a task that fails at once or later', async () => {
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
