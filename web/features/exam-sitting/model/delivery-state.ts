import type { AttemptView } from '../../../../sync/engine/client/attempt-session.ts';

/**
 * Result of checking the receipt that the server signed for a hand-in. `elsewhere`: genuine, for a hand-in made on another PC. `differs`: genuine,
 * but over other content than this PC handed in.
 */
export type ReceiptCheckResult = 'none' | 'checking' | 'valid' | 'elsewhere' | 'forged' | 'differs';

/**
 * State of delivery after hand-in. `waiting`: this PC has ops that the server is not known to have. `signing`: the server has all ops, the
 * receipt is missing. `done`: there is a valid receipt over exactly the handed-in content. `undecided`: like `done`, but some answers of the
 * attempt wait for a staff decision. `lacking`: like `done`, but a PC reported ops that neither the server nor this PC has (SY25). `differ`:
 * receipt and hand-in contradict each other.
 */
export type DeliveryState = 'waiting' | 'signing' | 'done' | 'undecided' | 'lacking' | 'differ';

/** Computes the delivery state from the save indicators, the last news of the attempt from the server, and the check of the receipt. */
export function deriveDelivery(
  { saveStatus, news, receipt }: Pick<AttemptView, 'saveStatus' | 'news' | 'receipt'>,
  check: ReceiptCheckResult,
): DeliveryState {
  if (check === 'forged' || check === 'differs') return 'differ';
  const isLacking = receipt?.missingOps !== undefined;
  const deliveredState = isLacking ? 'lacking' : news !== null && news.waiting > 0 ? 'undecided' : 'done';
  // A valid receipt covers every op that the hand-in lists; ops recorded after the hand-in need not delay the examinee.
  if (check === 'valid' && !isLacking) return deliveredState;
  if (saveStatus.received < saveStatus.localCount) return 'waiting';
  return check === 'elsewhere' || check === 'valid' ? deliveredState : 'signing';
}
