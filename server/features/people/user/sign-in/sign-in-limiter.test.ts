import { expect, test } from 'vitest';
import { createLocalLimits } from '../../../../http/limits/limit-states.ts';
import { createSignInLimiter, type SignInAttempt } from './sign-in-limiter.ts';

const room = 'room';
const rig = () => {
  const time = { nowMs: 1_000 };
  const keys = { personal: { seal: Buffer.alloc(32), index: Buffer.alloc(32, 7) } };
  const deps = { clock: { nowMs: () => time.nowMs }, limits: createLocalLimits(), keys };
  const turns = createSignInLimiter(deps, 'signIn');
  let guessCount = 0;
  return {
    time,
    ask: (ask: Partial<SignInAttempt> = {}) => turns.ask({ account: 'owner', place: room, password: 'right', ...ask }),
    /** Tries to sign in with a new wrong password; returns whether the password was checked. */
    async guess(ask: Partial<SignInAttempt> = {}): Promise<boolean> {
      guessCount += 1;
      const turn = await turns.ask({ account: 'owner', place: room, password: `guess ${guessCount}`, ...ask });
      if (turn.waitMs === 0) await turn.failed();
      return turn.waitMs === 0;
    },
  };
};

test('six hundred correct sign-ins from one address are neither refused nor delayed', async () => {
  const { ask } = rig();
  const hall = await Promise.all(Array.from({ length: 600 }, (_, n) => ask({ account: `examinee ${n}` })));
  expect(hall.every((turn) => turn.waitMs === 0 && !turn.hasManyWrongGuesses)).toBe(true);
});

test('an account allows five guesses at once, then one every three seconds', async () => {
  const { time, guess } = rig();
  let looks = 0;
  for (let second = 0; second < 600; second += 1) {
    for (let n = 0; n < 16; n += 1) if (await guess()) looks += 1;
    time.nowMs += 1_000;
  }
  expect(looks).toBeGreaterThan(190);
  expect(looks).toBeLessThan(210);
});

/** Counts the attempts, one a second, that the account's owner needs to sign in while `attack` has been guessing for two minutes and `moreMs`. */
async function triesOf({ time, ask }: ReturnType<typeof rig>, attack: () => Promise<unknown>, moreMs: number): Promise<number> {
  const go = async (ms: number): Promise<void> => {
    for (const until = time.nowMs + ms; time.nowMs < until; time.nowMs += 60) await attack();
  };
  await go(120_000 + moreMs);
  let tries = 1;
  for (; (await ask()).waitMs > 0; tries += 1) await go(1_000);
  return tries;
}
/** Moments (ms) within the three seconds after which one more attempt becomes available. The tests let the owner sign in at each one. */
const moments = Array.from({ length: 10 }, (_, n) => n * 300);

test('an owner needs at most two tries while somebody at the same address guesses every 60 ms', async () => {
  for (const moreMs of moments) {
    const attacked = rig();
    expect(await triesOf(attacked, () => attacked.guess(), moreMs), `${moreMs} ms`).toBeLessThanOrEqual(2);
  }
});

test.each([2, 3, 5, 8, 20])(
  'an owner needs at most four tries while a guesser at the same address repeats each guess %i times',
  async (times) => {
    for (const moreMs of moments) {
      const attacked = rig();
      let step = 0;
      const attack = (): Promise<unknown> => {
        step += 1;
        return attacked.guess({ password: `guess ${Math.floor((step - 1) / times)}` });
      };
      expect(await triesOf(attacked, attack, moreMs), `${moreMs} ms`).toBeLessThanOrEqual(4);
    }
  },
);

test('a known device has its own limit, and guesses from it count only against that device', async () => {
  const { time, ask, guess } = rig();
  for (let n = 0; n < 100; n += 1) await guess();
  expect((await ask({ device: 'own' })).waitMs).toBe(0);
  for (let n = 0; n < 4; n += 1) expect(await guess({ device: 'own' })).toBe(true);
  const { waitMs } = await ask({ device: 'own' });
  expect(waitMs).toBeGreaterThan(0);
  expect((await ask({ device: 'other' })).waitMs).toBe(0);
  expect((await ask({ place: 'home' })).waitMs).toBe(0);
  time.nowMs += waitMs;
  expect((await ask({ device: 'own' })).waitMs).toBe(0);
});

test('a guessed account is marked as such for 15 minutes, and wrong answers are delayed by up to 3 s', async () => {
  const { time, ask } = rig();
  const holds: number[] = [];
  for (let n = 0; n < 200; n += 1) holds.push(await (await ask({ place: `bot ${n}` })).failed());
  expect(holds.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(Math.max(...holds)).toBe(3_000);
  expect((await ask({ place: 'home' })).hasManyWrongGuesses).toBe(true);
  time.nowMs += 15 * 60_000;
  expect((await ask({ place: 'home' })).hasManyWrongGuesses).toBe(false);
});

test('giveBack returns a guess once if the password was never checked', async () => {
  const { ask, guess } = rig();
  for (let n = 0; n < 4; n += 1) await guess();
  const fifth = await ask();
  expect(await guess()).toBe(false);
  await fifth.reportUncounted();
  await fifth.reportUncounted();
  expect(await guess()).toBe(true);
  expect(await guess()).toBe(false);
});

test('a flood of invented names does not reset the limit of an account that is guessed meanwhile', async () => {
  const { ask, guess } = rig();
  for (let n = 0; n < 5; n += 1) await guess();
  for (let n = 0; n < 51_000; n += 1) {
    await ask({ account: `made up ${n}` });
    if (n === 40_000) expect(await guess()).toBe(false);
  }
  expect(await guess()).toBe(false);
});
