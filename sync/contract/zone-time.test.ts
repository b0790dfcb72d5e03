import { describe, expect, it } from 'vitest';
import { isZone, msOfWallTime, wallTime, zoneDay, zoneOffsetMinutes } from './zone-time.ts';

const at = Date.parse('2026-11-27T15:50:31.500Z');

describe('25.18: time in a school’s zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-27T23:50:31', 480],
    ['Asia/Urumqi', '2026-11-27T21:50:31', 360],
    ['America/New_York', '2026-11-27T10:50:31', -300],
    ['Asia/Kathmandu', '2026-11-27T21:35:31', 345],
  ])('in %s shows %s', (zone, text, offset) => {
    expect(wallTime(at, zone)).toBe(text);
    expect(zoneOffsetMinutes(at, zone)).toBe(offset);
    expect(msOfWallTime(text, zone)).toBe(at - 500);
  });

  it('counts a day from midnight to midnight of the zone', () => {
    expect(zoneDay(Date.parse('2026-11-27T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-28');
    expect(wallTime(Date.parse('2026-11-27T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-28T00:00:00');
  });

  it('moves a time that the zone leaves out an hour on, and knows what is no time or zone', () => {
    expect(wallTime(msOfWallTime('2026-03-08T02:30', 'America/New_York') ?? 0, 'America/New_York')).toBe('2026-03-08T03:30:00');
    expect(wallTime(msOfWallTime('2026-11-01T01:30', 'America/New_York') ?? 0, 'America/New_York')).toBe('2026-11-01T01:30:00');
    expect(['2026-02-31T09:00', '2026-11-21', ''].map((text) => msOfWallTime(text, 'Asia/Shanghai'))).toEqual([null, null, null]);
    expect(wallTime(Number.NaN, 'UTC')).toBe('');
    expect([isZone('Asia/Urumqi'), isZone('Asia/Nowhere'), isZone('')]).toEqual([true, false, false]);
  });
});
