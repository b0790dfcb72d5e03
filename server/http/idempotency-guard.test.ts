import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/fixtures/postgres/test-database.ts';
import { createIdempotentResponseStore } from '../db/idempotent-response-store.ts';
import { systemRandom } from '../system-ports.ts';
import { IdempotencyGuard } from './idempotency-guard.ts';
import type { ResponseStore } from './handler.ts';

it('IdempotencyGuard stores one response if two servers get a call at once, and repeats return it', async () => {
  const { db } = await openTestDatabase(':memory:', 0);
  const newGuard = () =>
    new IdempotencyGuard({ store: createIdempotentResponseStore(db), clock: { nowMs: () => 1_000_000 }, chance: systemRandom });
  const call = { userId: 7, path: '/class/add', key: 'a'.repeat(32), body: '{}' };
  const isReady = Promise.withResolvers<void>();
  const isDone = Promise.withResolvers<void>();
  const addAs = (name: string) => async (responseStore?: ResponseStore) => {
    const answer = { name };
    await db.transaction().execute(async (tx) => responseStore?.keepIn(tx, answer));
    return answer;
  };
  const late = newGuard().run(call, async (responseStore) => {
    // The first server has looked for a stored response; now the second server makes the change.
    isReady.resolve();
    await isDone.promise;
    return addAs('second')(responseStore);
  });
  await isReady.promise;
  expect(await newGuard().run(call, addAs('first'))).toEqual({ result: { name: 'first' }, repeated: false });
  isDone.resolve();
  expect(await late).toEqual({ result: { name: 'first' }, repeated: true });
  let runs = 0;
  const repeated = newGuard().run(call, async () => (runs += 1));
  expect([await repeated, runs]).toEqual([{ result: { name: 'first' }, repeated: true }, 0]);
  const failing = newGuard().run({ ...call, key: 'b'.repeat(32) }, () => Promise.reject(new Error('the disk is full')));
  await expect(failing).rejects.toThrow('the disk is full');
});
