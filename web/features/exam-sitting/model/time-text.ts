import { formatClock, formatTime } from '../../../lib/format-time.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** 1:05:28; 05:28 below an hour. Rounds up, so that 0:00 shows only when the time is really up. */
export function countdownText(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

export type TimePressure = 'calm' | 'soon' | 'last';

export const pressureAt = (remainingMs: number): TimePressure =>
  remainingMs <= 5 * 60_000 ? 'last' : remainingMs <= 15 * 60_000 ? 'soon' : 'calm';

/** Minutes left at which a screen reader is told, once each. */
const spoken = [60, 30, 15, 10, 5, 3, 1] as const;

/** The announcement due when the time went from `before` to `now`; null when none was passed. */
export function announcementBetween(beforeMs: number, nowMs: number): number | null {
  return spoken.findLast((minutes) => beforeMs > minutes * 60_000 && nowMs <= minutes * 60_000 && nowMs > 0) ?? null;
}

/** 10:30; with its seconds where it is not a whole minute, so that nobody waits for a time that was rounded down. */
export const hourText = (ms: number): string => (ms % 60_000 === 0 ? formatTime(ms) : formatClock(ms));

/** How long in the largest whole unit: the texts carry one key a unit. */
export function lengthOf(ms: number): { readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'; readonly count: number } {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 90) return { unit: 'seconds', count: seconds };
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) };
  if (seconds < 36 * 3600) return { unit: 'hours', count: Math.round(seconds / 3600) };
  return { unit: 'days', count: Math.round(seconds / 86_400) };
}

/** 2026 1205 0207: a ticket number in fours, as it is read out. */
export const ticketText = (ticketNo: string): string => ticketNo.replace(/(\d{4})(?=\d)/g, '$1 ');
