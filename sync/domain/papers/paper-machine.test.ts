import { expect, it } from 'vitest';
import { paperStatus } from '../../contract/codes.ts';
import { getNextPaperStatus, paperMachine } from './paper-machine.ts';

it('getNextPaperStatus gives the next status, or none, for every status and event', () => {
  const events = ['add', 'fill', 'unfill', 'publish'] as const;
  const transitions = Object.values(paperStatus).map((from) => [from, ...events.map((on) => getNextPaperStatus(from, on) ?? '-')]);
  expect(transitions).toEqual([
    [0, 1, '-', '-', '-'],
    [1, '-', 2, 1, '-'],
    [2, '-', 2, 1, 3],
    [3, '-', '-', '-', 3],
  ]);
  expect(new Set(paperMachine.map((row) => `${row.from} ${row.on}`)).size).toBe(paperMachine.length);
});
