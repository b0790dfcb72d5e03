import { expect, it } from 'vitest';
import { publishingStatus } from '../../contract/learning/publishing.ts';
import { getNextPublishingStatus, publishingMachine } from './publishing-machine.ts';

it('getNextPublishingStatus gives the next status, or none, for every status and event', () => {
  const events = ['publish', 'withdraw', 'remove'] as const;
  const transitions = Object.values(publishingStatus).map((from) => [
    from,
    ...events.map((on) => getNextPublishingStatus(from, on) ?? '-'),
  ]);
  expect(transitions).toEqual([
    [0, 1, '-', 0],
    [1, '-', 2, '-'],
    [2, 1, '-', 2],
  ]);
  expect(new Set(publishingMachine.map((row) => `${row.from} ${row.on}`)).size).toBe(publishingMachine.length);
});
