import { expect, it, vi } from 'vitest';
import { hashPassword, mostWaiting, PasswordQueueFull, verifyNothing } from './password.ts';

const gate = vi.hoisted(() => ({ open: (): void => undefined, shut: Promise.resolve() }));
vi.mock('@node-rs/argon2', () => ({
  hash: async () => {
    await gate.shut;
    return 'hash';
  },
  verify: () => Promise.resolve(false),
}));

it('takes a bounded number of passwords into the queue, refuses the next at once, and goes on when there is room', async () => {
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const outcomes = Array.from({ length: mostWaiting + 200 }, () => hashPassword('x').catch((error: unknown) => error));
  const refused = await hashPassword('x').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PasswordQueueFull);
  await expect(verifyNothing('x')).rejects.toBeInstanceOf(PasswordQueueFull);
  gate.open();
  const done = await Promise.all(outcomes);
  expect(done.filter((one) => one === 'hash').length).toBeGreaterThanOrEqual(mostWaiting + 1);
  expect(done.filter((one) => one instanceof PasswordQueueFull).length).toBeGreaterThan(0);
  expect(await hashPassword('x')).toBe('hash');
  expect(await verifyNothing('x')).toBe(false);
});
