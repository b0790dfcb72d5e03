import { expect, test } from 'vitest';
import { createFaultReporter } from '../faults.ts';
import { createReplicaTimeouts } from './replica-timeouts.ts';

const report = createFaultReporter((error) => {
  throw error;
}, 'storage');

test('SY25: a PC that wakes up with an overdue timer still waits for a replica whose answer is under way', async () => {
  const answer = Promise.withResolvers<string>();
  const sleptMs: number[] = [];
  // The first timer ends at once, as it does after a sleep of the PC. The replica answers during the second timer.
  const sleep = async (ms: number): Promise<void> => {
    if (sleptMs.push(ms) === 2) answer.resolve('saved');
  };
  expect(await createReplicaTimeouts({ sleep }, report).inTime(answer.promise, 4_000)).toBe('saved');
});

test('SY25: a replica that does not answer fails after the whole time', async () => {
  const sleptMs: number[] = [];
  const sleep = async (ms: number): Promise<void> => void sleptMs.push(ms);
  const { inTime, succeeds } = createReplicaTimeouts({ sleep }, report);
  const never = new Promise<never>(() => undefined);
  await expect(inTime(never, 4_000)).rejects.toThrow('no answer');
  expect(sleptMs.reduce((sum, ms) => sum + ms)).toBe(4_000);
  expect(await succeeds(never, 4_000)).toBe(false);
});
