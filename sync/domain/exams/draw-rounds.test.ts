import { expect, it } from 'vitest';
import { foreseeRounds, getRoundTimes } from './draw-rounds.ts';

const minuteMs = 60_000;
const setup = { stations: ['1', '2'], firstRoundAfterMinutes: 15, roundMinutes: 20, changeMinutes: 20 };

it('getRoundTimes places rounds after the start of the plan', () => {
  expect(getRoundTimes(1000, setup, 2)).toEqual({ startMs: 1000 + 95 * minuteMs, endMs: 1000 + 115 * minuteMs });
});

it.each([
  ['single', 5, 3, 115],
  ['rotation', 5, 6, 235],
  ['single', 0, 0, 0],
] as const)('foreseeRounds computes the number of rounds and their end (%s, %i people)', (mode, people, rounds, minutes) => {
  expect(foreseeRounds(0, { ...setup, mode }, people)).toEqual({ rounds, endMs: minutes * minuteMs });
});
