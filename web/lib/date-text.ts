import { padTwoDigits } from '../../sync/domain/numbers.ts';

/** Accepts 2026-11-21, 2026/1/5, 2026.1.5 and 2026年1月5日. */
const wholeDate = /^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/;
const packedDate = /^(\d{4})(\d{2})(\d{2})$/;
/** Accepts a month and day without a year: 11-21, 11/21, 11月21日. */
const shortDate = /^(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?$/;
/** Accepts 9:05, 09：05, 9点 and 9点05分. */
const clock = /^(\d{1,2})(?:\s*[:\uff1a\u70b9\u65f6]\s*(\d{1,2})?\s*\u5206?)?$/;
const packedClock = /^(\d{2})(\d{2})$/;

/** Converts a typed date to the form "2026-11-21". Returns null for anything but an existing day. `year` completes a date that has no year. */
export function parseDate(text: string, year: number): string | null {
  const trimmed = toHalfWidth(text).trim();
  const fullMatch = wholeDate.exec(trimmed) ?? packedDate.exec(trimmed);
  if (fullMatch) return formatValidDate(Number(fullMatch[1]), Number(fullMatch[2]), Number(fullMatch[3]));
  const shortMatch = shortDate.exec(trimmed);
  return shortMatch ? formatValidDate(year, Number(shortMatch[1]), Number(shortMatch[2])) : null;
}

/** Converts a typed time to the form "09:05". Returns null if the text is not a time. */
export function parseTime(text: string): string | null {
  const trimmed = toHalfWidth(text).trim();
  const match = packedClock.exec(trimmed) ?? clock.exec(trimmed);
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  return hour < 24 && minute < 60 ? `${padTwoDigits(hour)}:${padTwoDigits(minute)}` : null;
}

/** Converts a typed date with a time to the form "2026-11-21T09:05", which `fromLocalInput` reads. A date without a time gets `time`. */
export function parseDateTime(text: string, year: number, time: string): string | null {
  const trimmed = toHalfWidth(text).trim();
  const day = parseDate(trimmed, year);
  if (day !== null) return `${day}T${time}`;
  // Split before the last part, because a date may contain spaces, too.
  const at = Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('T'), trimmed.lastIndexOf('\u65e5'));
  if (at < 0) return null;
  const split = trimmed[at] === '\u65e5' ? at + 1 : at;
  const [date, hour] = [parseDate(trimmed.slice(0, split), year), parseTime(trimmed.slice(split).replace(/^T/, ''))];
  return date === null || hour === null ? null : `${date}T${hour}`;
}

/** Formats a value for an input field, in the same way in both languages. */
export const formatInputDateTime = (value: string): string => value.replace('T', ' ');

function formatValidDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return exists ? `${year}-${padTwoDigits(month)}-${padTwoDigits(day)}` : null;
}

/** Converts the full-width digits and signs of Chinese input methods. */
const toHalfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');

/** Computes with days in UTC, so that no time zone shifts them. */
const toUtcDate = (date: string): Date => new Date(`${date}T00:00:00Z`);
const formatUtcDate = (at: Date): string => at.toISOString().slice(0, 10);

export function addDays(date: string, days: number): string {
  const at = toUtcDate(date);
  at.setUTCDate(at.getUTCDate() + days);
  return formatUtcDate(at);
}

/** Adds months to a date. The day is at most the last day of the new month. */
export function addMonths(date: string, months: number): string {
  const at = toUtcDate(date);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return formatUtcDate(at);
}

/** Returns the weekday: 0 is Monday, 6 is Sunday. */
export const getWeekday = (date: string): number => (toUtcDate(date).getUTCDay() + 6) % 7;

/** Lists the six weeks, from Monday, that contain the month of `date`. Always six, so that the calendar keeps its height. */
export function listMonthWeeks(date: string): string[][] {
  const first = `${date.slice(0, 7)}-01`;
  const from = addDays(first, -getWeekday(first));
  return Array.from({ length: 6 }, (_week, week) => Array.from({ length: 7 }, (_day, day) => addDays(from, week * 7 + day)));
}

/** Returns the date to which a key moves in the calendar, or null for a key without an effect. */
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
