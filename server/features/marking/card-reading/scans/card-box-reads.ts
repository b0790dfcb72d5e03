import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { createCardScanStore } from './card-scan-store.ts';
import { collateScans, type ScannedBox } from './collate-scans.ts';

/** File name of the picture of a box, the field of an answer card for one written answer. It names neither examinee nor card. */
export const boxFileName = '作答.png';

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
