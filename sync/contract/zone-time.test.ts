import { describe, expect, it } from 'vitest';
import { isTimeZone, parseWallTime, formatWallTime, formatZoneDay, getZoneOffsetMinutes } from './zone-time.ts';

const at = Date.parse('2026-11-27T15:50:31.500Z');

describe('time in a school’s zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-27T23:50:31', 480],
    ['Asia/Urumqi', '2026-11-27T21:50:31', 360],
    ['America/New_York', '2026-11-27T10:50:31', -300],
    ['Asia/Kathmandu', '2026-11-27T21:35:31', 345],
  ])('formats the instant for %s as %s and parses it back', (zone, text, offset) => {
    expect(formatWallTime(at, zone)).toBe(text);
    expect(getZoneOffsetMinutes(at, zone)).toBe(offset);
    expect(parseWallTime(text, zone)).toBe(at - 500);
  });

  it('counts a day from midnight to midnight of the zone', () => {
    expect(formatZoneDay(Date.parse('2026-11-27T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-28');
    expect(formatWallTime(Date.parse('2026-11-27T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-28T00:00:00');
  });

  it('moves a skipped wall-clock time one hour on and refuses an invalid date or zone', () => {
    expect(formatWallTime(parseWallTime('2026-03-08T02:30', 'America/New_York') ?? 0, 'America/New_York')).toBe('2026-03-08T03:30:00');
    expect(formatWallTime(parseWallTime('2026-11-01T01:30', 'America/New_York') ?? 0, 'America/New_York')).toBe('2026-11-01T01:30:00');
    expect(['2026-02-31T09:00', '2026-11-21', ''].map((text) => parseWallTime(text, 'Asia/Shanghai'))).toEqual([null, null, null]);
    expect(formatWallTime(Number.NaN, 'UTC')).toBe('');
    expect([isTimeZone('Asia/Urumqi'), isTimeZone('Asia/Nowhere'), isTimeZone('')]).toEqual([true, false, false]);
  });
});
