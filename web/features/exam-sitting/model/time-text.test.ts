import { describe, expect, it } from 'vitest';
import { findAnnouncement, formatCountdown, splitDuration, getTimePressure, formatTicketGroups } from './time-text.ts';

const minutes = (n: number) => n * 60_000;

describe('time in words', () => {
  it('formatCountdown shows hours only if there are any, and zero only at the end', () => {
    expect([3_928_000, 328_000, 999, 1, 0, -5].map(formatCountdown)).toEqual(['1:05:28', '05:28', '00:01', '00:01', '00:00', '00:00']);
  });

  it('getTimePressure changes at 15 and at 5 minutes', () => {
    expect([minutes(15) + 1, minutes(15), minutes(5) + 1, minutes(5), 0].map(getTimePressure)).toEqual([
      'calm',
      'soon',
      'soon',
      'last',
      'last',
    ]);
  });

  it('findAnnouncement returns each mark once, and the latest of several passed marks', () => {
    expect(findAnnouncement(minutes(15) + 500, minutes(15) - 500)).toBe(15);
    expect(findAnnouncement(minutes(15) - 500, minutes(15) - 1500)).toBeNull();
    expect(findAnnouncement(minutes(40), minutes(4))).toBe(5);
    expect(findAnnouncement(minutes(2), 0)).toBeNull();
  });

  it('splitDuration uses the largest unit that is not misleading', () => {
    expect([4000, minutes(5), minutes(200), minutes(60 * 72)].map(splitDuration)).toEqual([
      { unit: 'seconds', count: 4 },
      { unit: 'minutes', count: 5 },
      { unit: 'hours', count: 3 },
      { unit: 'days', count: 3 },
    ]);
  });

  it('formatTicketGroups groups a ticket number in fours', () => {
    expect(formatTicketGroups('202612050207')).toBe('2026 1205 0207');
    expect(formatTicketGroups('A12')).toBe('A12');
  });
});
