import { expect, it } from 'vitest';
import { userStatus } from '../contract/codes.ts';
import { getNextUserStatus, userMachine } from './user-machine.ts';

it('getNextUserStatus gives the next status, or none, for every status and event', () => {
  const events = ['approve', 'reject', 'disable', 'enable'] as const;
  const transitions = Object.values(userStatus).map((from) => [from, ...events.map((on) => getNextUserStatus(from, on) ?? '-')]);
  expect(transitions).toEqual([
    [0, '-', '-', '-', 1],
    [1, '-', '-', 0, '-'],
    [2, 1, 0, '-', '-'],
  ]);
  expect(new Set(userMachine.map((row) => `${row.from} ${row.on}`)).size).toBe(userMachine.length);
});
