import { msOfWallTime, zoneDay } from '../../../sync/contract/zone-time.ts';

const dayMs = 24 * 3_600_000;

/** The end of the n-th working day after this one, in a zone. Holidays are not known here: they only make the window shorter than people would like. */
export function workingDaysAfter(ms: number, days: number, zone: string): number {
  let day = Date.parse(`${zoneDay(ms, zone)}T00:00Z`) / dayMs;
  for (let left = days; left > 0;) {
    day += 1;
    // The first day of 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return msOfWallTime(new Date((day + 1) * dayMs).toISOString().slice(0, 16), zone) ?? ms;
}
