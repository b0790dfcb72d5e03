import { defaultZone, isTimeZone, parseWallTime, formatWallTime } from '../../sync/contract/zone-time.ts';

let zone = defaultZone;

/** Returns the zone of the school. Screens and prints show times in it and date fields read times in it; the zone of this PC does not matter. */
export const getSchoolZone = (): string => zone;

/** Returns the time zone that this PC is set to. */
export const getDeviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets the zone of the school. If this browser does not know the name, the default zone is used. */
export function setSchoolZone(name: unknown): void {
  zone = typeof name === 'string' && isTimeZone(name) ? name : defaultZone;
}

/** Formats a moment as a date in the school's zone: "2026-11-21". */
export const formatDate = (ms: number): string => formatWallTime(ms, zone).slice(0, 10);

/** Formats a moment as a time of day in the school's zone: "09:05". */
export const formatTime = (ms: number): string => formatWallTime(ms, zone).slice(11, 16);

/** Formats a moment as a time of day with seconds: "09:05:31". */
export const formatClock = (ms: number): string => formatWallTime(ms, zone).slice(11);

/** Formats a moment as date and time, the same in both languages: "2026-11-21 09:05". */
export const formatDateTime = (ms: number): string => toLocalInput(ms).replace('T', ' ');

/** Formats a date with its day of the week, so that nobody comes on the wrong day: "2026-11-21 周六". */
export const formatDay = (ms: number, language: string): string => `${formatDate(ms)} ${formatWeekday(formatDate(ms), language)}`;

/** Formats a moment as the value of a date field: "2026-11-21T09:05". */
export const toLocalInput = (ms: number): string => formatWallTime(ms, zone).slice(0, 16);

/** Parses the value of a date field in the school's zone; null if the text is no date. */
export const fromLocalInput = (text: string): number | null => parseWallTime(text, zone);

/** Returns the moment at which the day of `ms` began in the school's zone. */
export const getStartOfDay = (ms: number): number => fromLocalInput(`${formatDate(ms)}T00:00`) ?? ms;

const formatDatePart = (date: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  date === '' ? '' : new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
/** Formats the month of a date: "2026年11月" for "2026-11-21". */
export const formatMonth = (date: string, language: string): string => formatDatePart(date, language, { year: 'numeric', month: 'long' });
/** Formats the day of the week of a date: "周六" for "2026-11-21". */
export const formatWeekday = (date: string, language: string): string => formatDatePart(date, language, { weekday: 'short' });

/** Splits a duration into whole minutes and seconds, rounded to the nearest second: 604122 ms is 10 and 4. */
export function splitMinutesAndSeconds(ms: number): { readonly minutes: number; readonly seconds: number } {
  const all = Math.round(ms / 1000);
  return { minutes: Math.floor(all / 60), seconds: all % 60 };
}
