import { expect, test } from 'vitest';
import { createSerialQueue } from '../ops/serial.ts';
import { createWriteQueue } from './write-queue.ts';

test('the write queue replaces a waiting value by a newer one, but never the value being written', async () => {
  const queue = createWriteQueue(createSerialQueue());
  const savedValues: string[] = [];
  const put = (value: string) =>
    queue.enqueue('answer 1', async () => {
      await Promise.resolve();
      savedValues.push(value);
      return 'saved';
    });
  await Promise.all([put('A'), put('B'), put('C')]);
  expect(savedValues).toEqual(['A', 'C']);
  await put('D');
  expect(savedValues).toEqual(['A', 'C', 'D']);
});
