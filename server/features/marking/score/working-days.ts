import { parseWallTime, formatZoneDay } from '../../../../sync/contract/zone-time.ts';

const dayMs = 24 * 3_600_000;

/**
 * Returns the end of the n-th working day after `ms` in a time zone. Public holidays are not considered, so the period may be shorter than
 * expected.
 */
export function computeWorkingDayEnd(ms: number, days: number, zone: string): number {
  let day = Date.parse(`${formatZoneDay(ms, zone)}T00:00Z`) / dayMs;
  for (let left = days; left > 0;) {
    day += 1;
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return parseWallTime(new Date((day + 1) * dayMs).toISOString().slice(0, 16), zone) ?? ms;
}
