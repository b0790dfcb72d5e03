import type { AttemptView } from '../../../../sync/engine/attempt-session.ts';

/**
 * What the receipt's check came to. `elsewhere`: genuine, for a hand-in that was not made on this PC. `differs`: genuine, but
 * over something other than what this PC handed in.
 */
export type ReceiptCheck = 'none' | 'checking' | 'valid' | 'elsewhere' | 'forged' | 'differs';

/**
 * After hand-in, as plainly as it can be said.
 * `waiting`: something is here that the server is not known to hold. `signing`: it holds all, the receipt is to come.
 * `done`: a valid receipt over exactly what was handed in. `differ`: both sides contradict each other.
 */
export type Delivery = 'waiting' | 'signing' | 'done' | 'differ';

export function deliveryOf(view: Pick<AttemptView, 'lamps'>, check: ReceiptCheck): Delivery {
  if (check === 'forged' || check === 'differs') return 'differ';
  // A valid receipt covers the hand-in's manifest; ops recorded after it do not hold the examinee back.
  if (check === 'valid') return 'done';
  if (view.lamps.received < view.lamps.here) return 'waiting';
  return check === 'elsewhere' ? 'done' : 'signing';
}
