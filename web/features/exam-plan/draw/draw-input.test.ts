import { expect, it } from 'vitest';
import { checkDrawInput, foreseeRounds } from './draw-input.ts';

const input = {
  mode: 'single' as const,
  stations: ' 1 号工位 \n\n2 号工位\n',
  sheets: '任务书 A',
  start: '2026-12-01T09:00',
  roundMinutes: 30,
  changeMinutes: 0,
};

it('reads one name a line, without empty lines', () => {
  expect(checkDrawInput(input).setup).toMatchObject({ stations: ['1 号工位', '2 号工位'], sheets: ['任务书 A'] });
});

it.each([
  [{ stations: ' \n' }, 'stations', { kind: 'needed' }],
  [{ sheets: 'A\nB\nA' }, 'sheets', { kind: 'twice', name: 'A' }],
  [{ sheets: 'A'.repeat(61) }, 'sheets', { kind: 'tooLong' }],
  [{ mode: 'rotation' as const, stations: Array.from({ length: 13 }, (_, at) => at).join('\n') }, 'stations', { kind: 'badCount', n: 12 }],
  [{ start: 'tomorrow' }, 'start', true],
  [{ roundMinutes: Number.NaN }, 'roundMinutes', true],
  [{ changeMinutes: 121 }, 'changeMinutes', true],
])('refuses %j', (part, field, problem) => {
  const { wrong, setup } = checkDrawInput({ ...input, ...part });
  expect(setup).toBeUndefined();
  expect(wrong[field as keyof typeof wrong]).toEqual(problem);
});

it.each([
  ['single', 3, 100],
  ['rotation', 6, 220],
] as const)('foresees rounds and end (%s)', (mode, rounds, minutes) => {
  const setup = { mode, stations: ['1', '2'], sheets: ['A'], startMs: 0, roundMinutes: 20, changeMinutes: 20 };
  expect(foreseeRounds(setup, 5)).toEqual({ rounds, endMs: minutes * 60_000 });
});
