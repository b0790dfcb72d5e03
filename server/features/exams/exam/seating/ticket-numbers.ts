import { ticketTokens } from '../../../../../sync/contract/exams/ticket-pattern.ts';
import { formatZoneDay } from '../../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../../http/input/call-zone.ts';

interface NumberedExaminee {
  /** Position in the plan's list of examinees, from 0. */
  readonly position: number;
  /** Position of the room in the plan, from 1; 0 without a room. */
  readonly room: number;
  readonly seat: number;
}

/** Fills in the pattern of ticket numbers: "2026{room}{seat}" gives "20260512". The date is the day of `startMs` in the school's time zone. */
export function formatTicketNumber(pattern: string, startMs: number, { position, room, seat }: NumberedExaminee): string {
  const [yyyy = '', mm = '', dd = ''] = formatZoneDay(startMs, getCallZone()).split('-');
  const digits = (value: number, count: number): string => String(value).padStart(count, '0');
  const valueOf: Readonly<Record<(typeof ticketTokens)[number], string>> = {
    yyyy,
    mm,
    dd,
    room: digits(room, 2),
    seat: digits(seat, 2),
    n: digits(position + 1, 4),
  };
  return ticketTokens.reduce((text, token) => text.replaceAll(`{${token}}`, valueOf[token]), pattern);
}
