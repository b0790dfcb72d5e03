import { expect, it } from 'vitest';
import { detailTableStatus } from '../../contract/codes.ts';
import { detailTableMachine, getNextDetailTableStatus } from './detail-table-machine.ts';

it('getNextDetailTableStatus gives the next status, or none, for every status and event', () => {
  const events = ['save', 'publish', 'withdraw', 'use', 'remove'] as const;
  const transitions = Object.values(detailTableStatus).map((from) => [
    from,
    ...events.map((on) => getNextDetailTableStatus(from, on) ?? '-'),
  ]);
  expect(transitions).toEqual([
    [0, 0, 1, '-', '-', 0],
    [1, '-', '-', 0, 2, '-'],
    [2, '-', '-', '-', 2, '-'],
  ]);
  expect(new Set(detailTableMachine.map((row) => `${row.from} ${row.on}`)).size).toBe(detailTableMachine.length);
});
