import { expect, it } from 'vitest';
import { paperStatus } from '../../contract/codes.ts';
import { getNextPaperStatus, paperMachine } from './paper-machine.ts';

it('answers every state and event, by the table or not at all', () => {
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
