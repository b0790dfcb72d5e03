import type { Kysely } from 'kysely';
import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { createItemMarkStore, hashAnswer, type ItemDecision, type ItemMark } from './item-mark-store.ts';
import { averageMarks, type MarkingRule } from './item-score.ts';

/** Returns the hash that identifies the answer in a box of a scanned card. Another picture of the box counts as another answer. */
export const hashBox = (url: string): string => hashAnswer([url]);

/** Returns the points of a box in hundredths: the leader's decision, else the mean of the marks; null while marks are missing or disputed. */
export function scoreBox(
  question: { readonly type: SectionTypeCode; readonly points: number },
  rule: MarkingRule,
  marks: readonly ItemMark[],
  decision: ItemDecision | undefined,
  basis: string,
): number | null {
  return decision?.basis === basis ? decision.cent : averageMarks(question, rule, marks, basis).cent;
}

/** A question of an examinee that was answered in a box. `url`: address of the box's picture. */
export interface MarkedBox {
  readonly attemptId: string;
  readonly itemId: string;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly url: string;
}

/** Returns the points of boxes in hundredths, in their order; null for a box that is not marked. */
export async function readBoxCents(db: Kysely<Database>, planId: number, boxes: readonly MarkedBox[]): Promise<(number | null)[]> {
  if (boxes.length === 0) return [];
  const store = createItemMarkStore(db);
  const [rule, decisions] = [await store.rule(planId), await store.decisions(planId)];
  const marks = await store.ofAttempts([...new Set(boxes.map(({ attemptId }) => attemptId))]);
  return boxes.map((box) => {
    const isOf = ({ itemId }: { readonly itemId: string }): boolean => itemId === box.itemId;
    const decision = decisions.get(box.attemptId)?.find(isOf);
    return scoreBox(box, rule, marks.get(box.attemptId)?.filter(isOf) ?? [], decision, hashBox(box.url));
  });
}
