import { formatClock, formatTime } from '../../../lib/format-time.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Formats a remaining time: 1:05:28, or 05:28 below an hour. Rounds up, so that 0:00 appears only when the time is up. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${padTwoDigits(Math.floor(seconds / 60) % 60)}:${padTwoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

export type TimePressure = 'calm' | 'soon' | 'last';

export const getTimePressure = (remainingMs: number): TimePressure =>
  remainingMs <= 5 * 60_000 ? 'last' : remainingMs <= 15 * 60_000 ? 'soon' : 'calm';

/** Minutes left that are announced to screen readers, once each. */
const spoken = [60, 30, 15, 10, 5, 3, 1] as const;

/** Returns how many minutes left are to be announced when the remaining time has fallen from `beforeMs` to `nowMs`; null if none are. */
export function findAnnouncement(beforeMs: number, nowMs: number): number | null {
  return spoken.findLast((minutes) => beforeMs > minutes * 60_000 && nowMs <= minutes * 60_000 && nowMs > 0) ?? null;
}

/** Formats a time of day as 10:30, with seconds if it is not a whole minute. Rounding down would make people wait for the wrong time. */
export const formatHour = (ms: number): string => (ms % 60_000 === 0 ? formatTime(ms) : formatClock(ms));

/** Expresses a duration in a suitable unit; the catalogue has one key per unit. */
export function splitDuration(ms: number): { readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'; readonly count: number } {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 90) return { unit: 'seconds', count: seconds };
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) };
  if (seconds < 36 * 3600) return { unit: 'hours', count: Math.round(seconds / 3600) };
  return { unit: 'days', count: Math.round(seconds / 86_400) };
}

/** Formats a ticket number in groups of four digits: 2026 1205 0207. */
export const formatTicketGroups = (ticketNo: string): string => ticketNo.replace(/(\d{4})(?=\d)/g, '$1 ');
