import { expect, it, vi } from 'vitest';
import { hashPassword, maxWaitingPasswords, maxWaitingPerAddress, PasswordQueueFull, simulatePasswordCheck } from './password.ts';

const gate = vi.hoisted(() => ({ open: (): void => undefined, shut: Promise.resolve() }));
vi.mock('@node-rs/argon2', () => ({
  hash: async () => {
    await gate.shut;
    return 'hash';
  },
  verify: () => Promise.resolve(false),
}));

const askerAt = (n: number) => ({ address: `10.0.0.${n}`, account: `account ${n}`, rank: 'fresh' as const });

it('hashPassword queues a limited number of passwords, refuses more at once, and goes on when it has room', async () => {
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const outcomes = Array.from({ length: maxWaitingPasswords + 200 }, (_, n) =>
    hashPassword('x', askerAt(n)).catch((error: unknown) => error),
  );
  const refused = await hashPassword('x', askerAt(-1)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PasswordQueueFull);
  await expect(simulatePasswordCheck('x', askerAt(-1))).rejects.toBeInstanceOf(PasswordQueueFull);
  gate.open();
  const done = await Promise.all(outcomes);
  expect(done.filter((one) => one === 'hash').length).toBeGreaterThanOrEqual(maxWaitingPasswords + 1);
  expect(done.filter((one) => one instanceof PasswordQueueFull).length).toBeGreaterThan(0);
  expect(await hashPassword('x')).toBe('hash');
  expect(await simulatePasswordCheck('x', askerAt(-1))).toBe(false);
});

it('hashPassword limits the queue of one address, and serves other addresses meanwhile', async () => {
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const done: string[] = [];
  const ask = (address: string, account: string) =>
    hashPassword('x', { address, account, rank: 'fresh' }).then(
      () => void done.push(address),
      () => void done.push('refused'),
    );
  const flood = Array.from({ length: maxWaitingPerAddress.fresh * 2 }, (_, n) => ask('flood', `made up ${n}`));
  const own = ask('owner', 'owner');
  gate.open();
  await own;
  expect(done.filter((address) => address === 'flood').length).toBeLessThan(20);
  await Promise.all(flood);
  expect(done.filter((address) => address === 'refused').length).toBeGreaterThan(400);
});
