import type { DrawSetup } from '../../contract/exams/station-draw.ts';

type RoundTimes = Pick<DrawSetup, 'firstRoundAfterMinutes' | 'roundMinutes' | 'changeMinutes'>;

const minuteMs = 60_000;

/** Returns start and end of a round (numbered from 0) in ms. They count from the start of the plan, so they change if a revision changes it. */
export function getRoundTimes(
  planStartMs: number,
  { firstRoundAfterMinutes, roundMinutes, changeMinutes }: RoundTimes,
  round: number,
): { startMs: number; endMs: number } {
  const startMs = planStartMs + (firstRoundAfterMinutes + round * (roundMinutes + changeMinutes)) * minuteMs;
  return { startMs, endMs: startMs + roundMinutes * minuteMs };
}

/** Counts the rounds that a draw for `people` examinees has, and returns the time (ms) at which the last one ends. */
export function foreseeRounds(
  planStartMs: number,
  setup: RoundTimes & Pick<DrawSetup, 'mode' | 'stations'>,
  people: number,
): { rounds: number; endMs: number } {
  const groups = Math.ceil(people / setup.stations.length);
  const rounds = setup.mode === 'rotation' ? groups * setup.stations.length : groups;
  return { rounds, endMs: rounds === 0 ? planStartMs : getRoundTimes(planStartMs, setup, rounds - 1).endMs };
}
