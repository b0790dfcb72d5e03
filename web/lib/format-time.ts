const two = (n: number): string => String(n).padStart(2, '0');

/** "2026-11-21" by this PC's time zone. */
export function formatDate(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** "09:05". */
export function formatTime(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "09:05:31". */
export const formatClock = (ms: number): string => `${formatTime(ms)}:${two(new Date(ms).getSeconds())}`;

/** "2026-11-21 09:05": the same in both languages, and sortable by eye. */
export const formatDateTime = (ms: number): string => `${formatDate(ms)} ${formatTime(ms)}`;

/** "2026-11-21 周六": a date with its day of the week, for who must not come a day too late. */
export const formatDay = (ms: number, language: string): string =>
  `${formatDate(ms)} ${new Intl.DateTimeFormat(language, { weekday: 'short' }).format(ms)}`;

/** What `<input type="datetime-local">` takes and gives. */
export const toLocalInput = (ms: number): string => `${formatDate(ms)}T${formatTime(ms)}`;

/** Null where the text is no date. */
export function fromLocalInput(text: string): number | null {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? null : ms;
}

const ofDate = (date: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
/** "2026年11月" of "2026-11-21". */
export const formatMonth = (date: string, language: string): string => ofDate(date, language, { year: 'numeric', month: 'long' });
/** "周六" of "2026-11-21". */
export const formatWeekday = (date: string, language: string): string => ofDate(date, language, { weekday: 'short' });
