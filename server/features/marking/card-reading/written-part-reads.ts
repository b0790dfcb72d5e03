import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type MarkedBox, readBoxCents } from '../marking/box-mark-reads.ts';
import type { CardPlan } from './card-plan.ts';
import type { ScannedCard } from './scans/collate-scans.ts';

/** Points of the written questions of one card. */
export interface WrittenPart {
  /** Maximum points that a person still has to give for this card: those of the written questions that are not marked in boxes on the screen. */
  readonly remainingPoints: number;
  /** Points of the marked boxes in hundredths; null while a box is not marked. */
  readonly boxCent: number | null;
}

/** Reads the written part of each card, by examinee. On a card without boxes, people give all points of the written questions. */
export async function readWrittenParts(
  db: Kysely<Database>,
  plan: CardPlan,
  cards: readonly ScannedCard[],
): Promise<ReadonlyMap<number, WrittenPart>> {
  const boxes = cards.flatMap((card) => {
    const attemptId = plan.examinees.get(card.userId)?.attemptId ?? '';
    const urls = new Map(card.boxes.map(({ label, url }) => [label, url]));
    return (plan.boxedItems(card) ?? []).map(({ itemId, type, points }) => {
      const box: MarkedBox = { attemptId, itemId, type, points, url: urls.get(itemId) ?? '' };
      return { userId: card.userId, box };
    });
  });
  const cents = await readBoxCents(
    db,
    plan.planId,
    boxes.map(({ box }) => box),
  );
  const ofUser = Map.groupBy(
    boxes.map(({ userId }, at) => ({ userId, cent: cents[at] ?? null })),
    ({ userId }) => userId,
  );
  return new Map(
    cards.map(({ userId }) => {
      const own = ofUser.get(userId);
      if (own === undefined) return [userId, { remainingPoints: plan.writtenPoints, boxCent: 0 }];
      const boxCent = own.reduce<number | null>((sum, { cent }) => (sum === null || cent === null ? null : sum + cent), 0);
      return [userId, { remainingPoints: plan.paperPoints, boxCent }];
    }),
  );
}
