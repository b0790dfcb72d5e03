const dayMs = 24 * 3_600_000;
/** Exams are sat in China; a server may stand anywhere. */
const chinaMs = 8 * 3_600_000;

/** The end of the n-th working day after this one. Holidays are not known here: they only make the window shorter than people would like. */
export function workingDaysAfter(ms: number, days: number): number {
  let day = Math.floor((ms + chinaMs) / dayMs);
  for (let left = days; left > 0;) {
    day += 1;
    // The first day of 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return (day + 1) * dayMs - chinaMs;
}
