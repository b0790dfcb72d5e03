import { expect, test } from 'vitest';
import { createSignInLimiter, type SignInAttempt } from './sign-in-limiter.ts';

const room = 'room';
const rig = () => {
  const time = { nowMs: 1_000 };
  const turns = createSignInLimiter({ nowMs: () => time.nowMs }, 'secret');
  let made = 0;
  return {
    time,
    ask: (ask: Partial<SignInAttempt> = {}) => turns.ask({ account: 'owner', place: room, password: 'right', ...ask }),
    /** Asks with a new wrong password; returns whether it was checked. */
    guess(ask: Partial<SignInAttempt> = {}): boolean {
      made += 1;
      const turn = turns.ask({ account: 'owner', place: room, password: `guess ${made}`, ...ask });
      if (turn.waitMs === 0) turn.failed();
      return turn.waitMs === 0;
    },
  };
};

test('a whole hall that signs in rightly from one place is never turned away nor held', () => {
  const { ask } = rig();
  const hall = Array.from({ length: 600 }, (_, n) => ask({ account: `examinee ${n}` }));
  expect(hall.every((turn) => turn.waitMs === 0 && !turn.isGuessedAt)).toBe(true);
});

test('five looks at once, then one every three seconds, however often somebody asks', () => {
  const { time, guess } = rig();
  let looks = 0;
  for (let second = 0; second < 600; second += 1) {
    for (let n = 0; n < 16; n += 1) if (guess()) looks += 1;
    time.nowMs += 1_000;
  }
  expect(looks).toBeGreaterThan(190);
  expect(looks).toBeLessThan(210);
});

/** Counts the tries the owner needs, one a second, during `attack`, which has been running for two minutes and `moreMs`. */
function triesOf({ time, ask }: ReturnType<typeof rig>, attack: () => void, moreMs: number): number {
  const go = (ms: number): void => {
    for (const until = time.nowMs + ms; time.nowMs < until; time.nowMs += 60) attack();
  };
  go(120_000 + moreMs);
  let tries = 1;
  for (; ask().waitMs > 0; tries += 1) go(1_000);
  return tries;
}
/** An attempt returns every three seconds; the owner may come at any moment in between. */
const moments = Array.from({ length: 10 }, (_, n) => n * 300);

test('a guess every 60 ms from the same place: the owner, who asks again with the right password, has the second turn', () => {
  for (const moreMs of moments) {
    const attacked = rig();
    expect(
      triesOf(attacked, () => void attacked.guess(), moreMs),
      `${moreMs} ms`,
    ).toBeLessThanOrEqual(2);
  }
});

test.each([2, 3, 5, 8, 20])('a guesser who knows that and asks each guess %i times keeps the owner out for few turns', (times) => {
  for (const moreMs of moments) {
    const attacked = rig();
    let step = 0;
    const attack = (): void => {
      attacked.guess({ password: `guess ${Math.floor(step / times)}` });
      step += 1;
    };
    expect(triesOf(attacked, attack, moreMs), `${moreMs} ms`).toBeLessThanOrEqual(4);
  }
});

test('a known device asks in a line of its own, and guesses there only against itself', () => {
  const { time, ask, guess } = rig();
  for (let n = 0; n < 100; n += 1) guess();
  expect(ask({ device: 'own' }).waitMs).toBe(0);
  for (let n = 0; n < 4; n += 1) expect(guess({ device: 'own' })).toBe(true);
  const { waitMs } = ask({ device: 'own' });
  expect(waitMs).toBeGreaterThan(0);
  expect(ask({ device: 'other' }).waitMs).toBe(0);
  expect(ask({ place: 'home' }).waitMs).toBe(0);
  time.nowMs += waitMs;
  expect(ask({ device: 'own' }).waitMs).toBe(0);
});

test('an account that is guessed at is known for it for a quarter of an hour; wrong answers come late, by 3 s at most', () => {
  const { time, ask } = rig();
  const holds = Array.from({ length: 200 }, (_, n) => ask({ place: `bot ${n}` }).failed());
  expect(holds.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(Math.max(...holds)).toBe(3_000);
  expect(ask({ place: 'home' }).isGuessedAt).toBe(true);
  time.nowMs += 15 * 60_000;
  expect(ask({ place: 'home' }).isGuessedAt).toBe(false);
});

test('what was never looked at is given back, once', () => {
  const { ask, guess } = rig();
  for (let n = 0; n < 4; n += 1) guess();
  const fifth = ask();
  expect(guess()).toBe(false);
  fifth.giveBack();
  fifth.giveBack();
  expect(guess()).toBe(true);
  expect(guess()).toBe(false);
});

test('a flood of made-up names never pushes out the line of one that is asked for meanwhile', () => {
  const { ask, guess } = rig();
  for (let n = 0; n < 5; n += 1) guess();
  for (let n = 0; n < 51_000; n += 1) {
    ask({ account: `made up ${n}` });
    if (n === 40_000) expect(guess()).toBe(false);
  }
  expect(guess()).toBe(false);
});
