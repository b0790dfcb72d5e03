import { expect, it } from 'vitest';
import { checkDrawInput } from './draw-input.ts';

const input = {
  mode: 'single' as const,
  stations: ' 1 号工位 \n\n2 号工位\n',
  sheets: '任务书 A',
  firstRoundAfterMinutes: 0,
  roundMinutes: 30,
  changeMinutes: 0,
};

it('checkDrawInput reads one name from each line and skips empty lines', () => {
  expect(checkDrawInput(input).setup).toMatchObject({ stations: ['1 号工位', '2 号工位'], sheets: ['任务书 A'] });
});

it.each([
  [{ stations: ' \n' }, 'stations', { kind: 'needed' }],
  [{ sheets: 'A\nB\nA' }, 'sheets', { kind: 'twice', name: 'A' }],
  [{ sheets: 'A'.repeat(61) }, 'sheets', { kind: 'tooLong' }],
  [{ mode: 'rotation' as const, stations: Array.from({ length: 13 }, (_, at) => at).join('\n') }, 'stations', { kind: 'badCount', n: 12 }],
  [{ firstRoundAfterMinutes: -1 }, 'firstRoundAfterMinutes', true],
  [{ roundMinutes: Number.NaN }, 'roundMinutes', true],
  [{ changeMinutes: 121 }, 'changeMinutes', true],
])('checkDrawInput refuses %j', (part, field, problem) => {
  const { wrong, setup } = checkDrawInput({ ...input, ...part });
  expect(setup).toBeUndefined();
  expect(wrong[field as keyof typeof wrong]).toEqual(problem);
});
