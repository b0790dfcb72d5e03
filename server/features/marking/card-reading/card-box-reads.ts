import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type MarkedBox, readBoxCents } from '../marking/box-mark-reads.ts';
import type { CardPlan } from './card-plan.ts';
import { createCardScanStore } from './card-scan-store.ts';
import { collateScans, type ScannedBox, type ScannedCard } from './collate-scans.ts';

/** File name of the picture of a box, the field of an answer card for one written answer. It names neither examinee nor card. */
export const boxFileName = '作答.png';

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

/** Boxes of a complete card by item id. `isEntered`: true if the points of the card were entered, so that marks of the boxes can no longer change. */
export interface CardBoxes {
  readonly boxes: ReadonlyMap<string, ScannedBox>;
  readonly isEntered: boolean;
}

/** Reads the boxes of the complete cards of a plan, by examinee. */
export async function readCardBoxes(db: Kysely<Database>, planId: number): Promise<ReadonlyMap<number, CardBoxes>> {
  const scans = await createCardScanStore(db).ofPlan(planId);
  const entered = new Set(scans.flatMap(({ id, enteredMs }) => (enteredMs === null ? [] : id)));
  return new Map(
    [...collateScans(scans).cards.values()].flatMap(({ userId, state, scanIds, boxes }): [number, CardBoxes][] =>
      state === 'incomplete' || boxes.length === 0
        ? []
        : [[userId, { boxes: new Map(boxes.map((box) => [box.label, box])), isEntered: scanIds.some((id) => entered.has(id)) }]],
    ),
  );
}
