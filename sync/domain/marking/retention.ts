import { formatZoneDay } from '../../contract/zone-time.ts';

/** Years for which a school retains records of an exam. */
export interface RetentionYears {
  readonly paperYears: number;
  readonly years: number;
}

/** Returns the same day some years later. The 29th of February becomes the 1st of March in other years. */
function addYears(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return new Date(`${later}T00:00:00Z`).toISOString().slice(0, 10);
}

/** Returns the last days of retention of an exam that ended at `endMs`, in the school's time zone. */
export function findRetentionDays(
  endMs: number,
  { paperYears, years }: RetentionYears,
  zone: string,
): { paperUntil: string; until: string } {
  const end = formatZoneDay(endMs, zone);
  return { paperUntil: addYears(end, paperYears), until: addYears(end, years) };
}
