import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { createMarkerDutyStore } from '../marking/marking-reads.ts';
import { readEntriesOf, withdrawFirstEntry, writeFirstEntries } from '../marking/paper-entry-writes.ts';
import { refuse } from '../../../http/handler.ts';
import type { CardPlan } from './card-plan.ts';
import { cardMessages as messages } from './card-messages.ts';
import { createCardScanStore, type StoredScan } from './scans/card-scan-store.ts';
import { collateScans, getScannedPage, listTwins, type ScannedCard } from './scans/collate-scans.ts';

/** A scanned answer card whose points were entered as the first of the two entries of a paper. */
export interface EnteredCard {
  readonly ticketNo: string;
  readonly points: number;
}

/**
 * Enters the points of complete cards as first entries in the name of a person, and returns the entered cards. Leaves out examinees whom this person
 * must not mark, or whose first entry they can no longer make (see `writeFirstEntries`). `writtenCent`: points of the written questions, in
 * hundredths.
 */
export async function enterCards(
  tx: Transaction<Database>,
  plan: CardPlan,
  cards: readonly { readonly card: ScannedCard; readonly writtenCent: number }[],
  { by, nowMs }: { readonly by: number; readonly nowMs: number },
): Promise<EnteredCard[]> {
  const relatedUserIds = await createMarkerDutyStore(tx).conflictsOf(by, plan.planId);
  const entries = cards
    .filter(({ card }) => card.state === 'ready' && !relatedUserIds.has(card.userId))
    .map(({ card, writtenCent }) => ({ userId: card.userId, cent: plan.score(card, writtenCent), by }));
  const enteredUserIds = new Set(await writeFirstEntries(tx, plan.planId, entries, nowMs));
  const scanIds = cards.filter(({ card }) => enteredUserIds.has(card.userId)).flatMap(({ card }) => card.scanIds);
  await createCardScanStore(tx).setEntered(plan.planId, scanIds, nowMs);
  return entries
    .filter(({ userId }) => enteredUserIds.has(userId))
    .map(({ userId, cent }) => ({ ticketNo: plan.examinees.get(userId)?.ticketNo ?? '', points: cent / 100 }));
}

/**
 * Enters the complete cards of a plan without written questions. Other plans wait until a person gives the points of their written questions.
 * `isMine`: selects the cards that the person scanned or decided.
 */
export async function enterCompleteCards(
  tx: Transaction<Database>,
  plan: CardPlan,
  isMine: (card: ScannedCard) => boolean,
  person: { readonly by: number; readonly nowMs: number },
): Promise<EnteredCard[]> {
  if (plan.writtenPoints > 0) return [];
  const { cards } = collateScans(await createCardScanStore(tx).ofPlan(plan.planId));
  const complete = [...cards.values()].filter(isMine);
  return enterCards(
    tx,
    plan,
    complete.map((card) => ({ card, writtenCent: 0 })),
    person,
  );
}

/**
 * Withdraws the first entry that was made from an earlier picture of the page that `laterScan` shows, so that the later picture counts. Sets the
 * earlier picture aside. Returns its file name and the withdrawn points. Refuses if the marking leader has decided about the paper, or if this person
 * made its second entry.
 */
export async function withdrawEntry(
  tx: Transaction<Database>,
  plan: CardPlan,
  laterScan: StoredScan,
  { by, nowMs }: { readonly by: number; readonly nowMs: number },
): Promise<{ readonly file: string; readonly entries: readonly EnteredCard[] }> {
  const store = createCardScanStore(tx);
  const scans = await store.ofPlan(plan.planId);
  const userId = getScannedPage(laterScan)?.userId ?? 0;
  const enteredScan = listTwins(scans, laterScan).find(({ enteredMs }) => enteredMs !== null);
  if (enteredScan === undefined) return refuse('refused', messages.notOpen());
  const entries = await readEntriesOf(tx, plan.planId, userId);
  if (entries.some(({ round }) => round === 3)) refuse('refused', messages.leaderDecided());
  if (entries.some((entry) => entry.round === 2 && entry.by === by)) refuse('refused', messages.secondIsYours());
  const enteredScans = scans.filter((scan) => scan.enteredMs !== null && getScannedPage(scan)?.userId === userId);
  await store.setDecision(plan.planId, enteredScan.id, { kind: 'setAside' }, by, nowMs);
  await store.setEntered(
    plan.planId,
    enteredScans.map(({ id }) => id),
    null,
  );
  await withdrawFirstEntry(tx, plan.planId, userId);
  const ticketNo = plan.examinees.get(userId)?.ticketNo ?? '';
  const first = entries.filter(({ round }) => round === 1);
  return { file: enteredScan.fileName, entries: first.map(({ cent }) => ({ ticketNo, points: (cent ?? 0) / 100 })) };
}
