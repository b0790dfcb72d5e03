import { ticketTokens } from '../../../sync/contract/ticket-pattern.ts';

const dayParts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit', day: '2-digit' });

interface Numbered {
  /** From 0, in the plan's order. */
  readonly position: number;
  /** From 1; 0 without one. */
  readonly room: number;
  readonly seat: number;
}

/** "2026{room}{seat}" → "20260512": one person's number in an exam that begins then (day in Beijing). */
export function ticketNumber(pattern: string, startMs: number, { position, room, seat }: Numbered): string {
  const [yyyy = '', mm = '', dd = ''] = dayParts.format(startMs).split('-');
  const digits = (value: number, count: number): string => String(value).padStart(count, '0');
  const said: Readonly<Record<(typeof ticketTokens)[number], string>> = {
    yyyy,
    mm,
    dd,
    room: digits(room, 2),
    seat: digits(seat, 2),
    n: digits(position + 1, 4),
  };
  return ticketTokens.reduce((text, token) => text.replaceAll(`{${token}}`, said[token]), pattern);
}
