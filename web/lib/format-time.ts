import { defaultZone, isTimeZone, parseWallTime, formatWallTime } from '../../sync/contract/zone-time.ts';

let zone = defaultZone;

/** Returns the zone of the school. Screens and prints show times in it and date fields read times in it; the zone of this PC does not matter. */
export const getSchoolZone = (): string => zone;

/** The zone that this PC is set to. */
export const getDeviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets the zone. A name that this browser does not know stands for the default. */
export function setSchoolZone(name: unknown): void {
  zone = typeof name === 'string' && isTimeZone(name) ? name : defaultZone;
}

/** "2026-11-21" in the school's zone. */
export const formatDate = (ms: number): string => formatWallTime(ms, zone).slice(0, 10);

/** "09:05". */
export const formatTime = (ms: number): string => formatWallTime(ms, zone).slice(11, 16);

/** "09:05:31". */
export const formatClock = (ms: number): string => formatWallTime(ms, zone).slice(11);

/** "2026-11-21 09:05": the same in both languages, and sortable by eye. */
export const formatDateTime = (ms: number): string => toLocalInput(ms).replace('T', ' ');

/** "2026-11-21 周六": a date with its day of the week, for who must not come a day too late. */
export const formatDay = (ms: number, language: string): string => `${formatDate(ms)} ${formatWeekday(formatDate(ms), language)}`;

/** "2026-11-21T09:05", as date fields take and give it. */
export const toLocalInput = (ms: number): string => formatWallTime(ms, zone).slice(0, 16);

/** The moment of "2026-11-21T09:05" in the school's zone. Null where the text is no date. */
export const fromLocalInput = (text: string): number | null => parseWallTime(text, zone);

/** The moment at which the day of `ms` began in the school's zone. */
export const getStartOfDay = (ms: number): number => fromLocalInput(`${formatDate(ms)}T00:00`) ?? ms;

const ofDate = (date: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  date === '' ? '' : new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
/** "2026年11月" of "2026-11-21". */
export const formatMonth = (date: string, language: string): string => ofDate(date, language, { year: 'numeric', month: 'long' });
/** "周六" of "2026-11-21". */
export const formatWeekday = (date: string, language: string): string => ofDate(date, language, { weekday: 'short' });

/** Whole minutes and seconds of a span, to the nearest second: 604122 is 10 and 4. */
export function splitMinutesAndSeconds(ms: number): { readonly minutes: number; readonly seconds: number } {
  const all = Math.round(ms / 1000);
  return { minutes: Math.floor(all / 60), seconds: all % 60 };
}
