const two = (n: number): string => String(n).padStart(2, '0');

/** Year, month, day as people write them: 2026-11-21, 2026/1/5, 2026.1.5, 20261121, and with the Chinese signs for them. */
const wholeDate = /^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/;
const packedDate = /^(\d{4})(\d{2})(\d{2})$/;
/** Month and day of the year that is meant: 11-21, 11/21, 11月21日. */
const shortDate = /^(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/;
/** 9:05, 09：05, 0905, 9点, 9点05分. */
const clock = /^(\d{1,2})(?:\s*[:\uff1a\u70b9\u65f6]\s*(\d{1,2})?\s*\u5206?)?$/;
const packedClock = /^(\d{2})(\d{2})$/;

/** "2026-11-21", or null where the text is no day that exists. `year` stands in where none is written. */
export function parseDate(text: string, year: number): string | null {
  const trimmed = halfWidth(text).trim();
  const whole = wholeDate.exec(trimmed) ?? packedDate.exec(trimmed);
  if (whole) return dateOf(Number(whole[1]), Number(whole[2]), Number(whole[3]));
  const short = shortDate.exec(trimmed);
  return short ? dateOf(year, Number(short[1]), Number(short[2])) : null;
}

/** "09:05", or null. */
export function parseTime(text: string): string | null {
  const trimmed = halfWidth(text).trim();
  const found = packedClock.exec(trimmed) ?? clock.exec(trimmed);
  if (!found) return null;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

/** "2026-11-21T09:05", as `fromLocalInput` takes it. A day without a time gets `time`. */
export function parseDateTime(text: string, year: number, time: string): string | null {
  const trimmed = halfWidth(text).trim();
  const day = parseDate(trimmed, year);
  if (day !== null) return `${day}T${time}`;
  // The last part is the time: a date written with spaces has them in its own middle too.
  const at = Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('T'), trimmed.lastIndexOf('\u65e5'));
  if (at < 0) return null;
  const split = trimmed[at] === '\u65e5' ? at + 1 : at;
  const [date, hour] = [parseDate(trimmed.slice(0, split), year), parseTime(trimmed.slice(split).replace(/^T/, ''))];
  return date === null || hour === null ? null : `${date}T${hour}`;
}

/** What stands in the field: the same in both languages, and sortable by eye. */
export const formatInputDateTime = (value: string): string => value.replace('T', ' ');

function dateOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return exists ? `${year}-${two(month)}-${two(day)}` : null;
}

/** Digits and signs as a Chinese input method gives them. */
const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');

/** Days are counted by their names: no time zone moves them. */
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);
const nameOf = (at: Date): string => at.toISOString().slice(0, 10);

export function addDays(date: string, days: number): string {
  const at = utc(date);
  at.setUTCDate(at.getUTCDate() + days);
  return nameOf(at);
}

/** The same day some months on; the last day of the month where it has fewer. */
export function addMonths(date: string, months: number): string {
  const at = utc(date);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return nameOf(at);
}

/** 0 Monday … 6 Sunday. */
export const getWeekday = (date: string): number => (utc(date).getUTCDay() + 6) % 7;

/** Six weeks from Monday that hold the month of `date`: always as many, so that nothing moves when the month does. */
export function listMonthWeeks(date: string): string[][] {
  const first = `${date.slice(0, 7)}-01`;
  const from = addDays(first, -getWeekday(first));
  return Array.from({ length: 6 }, (_week, week) => Array.from({ length: 7 }, (_day, day) => addDays(from, week * 7 + day)));
}

/** Where a key leads in a month of days; null: the key is not the calendar's. */
export function getCalendarKeyTarget(key: string, shift: boolean, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -getWeekday(date));
    case 'End':
      return addDays(date, 6 - getWeekday(date));
    case 'PageUp':
      return addMonths(date, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(date, shift ? 12 : 1);
    default:
      return null;
  }
}
