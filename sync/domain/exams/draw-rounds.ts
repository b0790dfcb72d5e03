import type { DrawSetup } from '../../contract/exams/station-draw.ts';

type RoundTimes = Pick<DrawSetup, 'firstRoundAfterMinutes' | 'roundMinutes' | 'changeMinutes'>;

const minuteMs = 60_000;

/** Returns start and end (ms) of a round at the stations of a practical exam. `round`: from 0. A revision that moves the plan's start moves both. */
export function getRoundTimes(
  planStartMs: number,
  { firstRoundAfterMinutes, roundMinutes, changeMinutes }: RoundTimes,
  round: number,
): { startMs: number; endMs: number } {
  const startMs = planStartMs + (firstRoundAfterMinutes + round * (roundMinutes + changeMinutes)) * minuteMs;
  return { startMs, endMs: startMs + roundMinutes * minuteMs };
}

/** Returns how many rounds `people` examinees need at the stations of a practical exam, and the time (ms) at which the last round ends. */
export function foreseeRounds(
  planStartMs: number,
  setup: RoundTimes & Pick<DrawSetup, 'mode' | 'stations'>,
  people: number,
): { rounds: number; endMs: number } {
  const groups = Math.ceil(people / setup.stations.length);
  const rounds = setup.mode === 'rotation' ? groups * setup.stations.length : groups;
  return { rounds, endMs: rounds === 0 ? planStartMs : getRoundTimes(planStartMs, setup, rounds - 1).endMs };
}
