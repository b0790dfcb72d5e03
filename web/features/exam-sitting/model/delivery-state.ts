import type { AttemptView } from '../../../../sync/engine/attempt-session.ts';

/**
 * What the receipt's check came to. `elsewhere`: genuine, for a hand-in that was not made on this PC. `differs`: genuine, but
 * over something other than what this PC handed in.
 */
export type ReceiptCheck = 'none' | 'checking' | 'valid' | 'elsewhere' | 'forged' | 'differs';

/**
 * After hand-in, as plainly as it can be said.
 * `waiting`: something is here that the server is not known to hold. `signing`: it holds all, the receipt is to come.
 * `done`: a valid receipt over exactly what was handed in. `undecided`: the same, but answers of this attempt wait until staff have
 * looked at them. `lacking`: the same, but a PC told of ops that the server does not have and this PC does not hold (SY25). `differ`: both sides contradict each other.
 */
export type Delivery = 'waiting' | 'signing' | 'done' | 'undecided' | 'lacking' | 'differ';

export function deliveryOf({ lamps, news, receipt }: Pick<AttemptView, 'lamps' | 'news' | 'receipt'>, check: ReceiptCheck): Delivery {
  if (check === 'forged' || check === 'differs') return 'differ';
  const isLacking = receipt?.missingOps !== undefined;
  const whole = isLacking ? 'lacking' : news !== null && news.waiting > 0 ? 'undecided' : 'done';
  // A valid receipt covers the hand-in's manifest; ops recorded after it do not hold the examinee back.
  if (check === 'valid' && !isLacking) return whole;
  if (lamps.received < lamps.here) return 'waiting';
  return check === 'elsewhere' || check === 'valid' ? whole : 'signing';
}
