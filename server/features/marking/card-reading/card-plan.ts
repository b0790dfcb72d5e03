import type { Kysely } from 'kysely';
import { mayHaveAnswerBox, hasBubbles, listCardSections, toCardAnswer } from '../../../../sync/domain/answer-card/card-sections.ts';
import { type CardLayout, layOutCard } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { Database } from '../../../db/schema.ts';
import { createExamReads, type FrozenItemKey, type FrozenItemText } from '../../exams/exam/exam-reads.ts';
import { scoreItem, sumItemScores } from '../marking/marking-reads.ts';
import { type CardExaminee, createCardScanStore } from './scans/card-scan-store.ts';
import type { PictureReading } from './card-processes.ts';
import type { ScannedCard, ScanReading } from './scans/collate-scans.ts';

interface CardVariant {
  /** Layouts of the answer card without boxes for written answers, and with boxes. Every row stands at the same place on both. */
  readonly layouts: readonly [plain: CardLayout, boxed: CardLayout];
  readonly texts: readonly FrozenItemText[];
  readonly keys: readonly FrozenItemKey[];
}

/** A plan as the reading of its cards needs it: examinees, and the layout of each variant. */
export interface CardPlan {
  readonly planId: number;
  readonly examinees: ReadonlyMap<number, CardExaminee>;
  readonly layouts: readonly CardLayout[];
  /** Full points of all written questions. Such questions have no bubbles to fill in. */
  readonly writtenPoints: number;
  /** Points of the questions that have neither bubbles nor a box on any card. */
  readonly paperPoints: number;
  /** Returns the layout of an examinee's card without boxes, which has all rows. */
  layoutOf(userId: number): CardLayout | undefined;
  /** Returns the written questions of a card that was printed with boxes; undefined if it lacks a box. */
  boxedItems(card: Pick<ScannedCard, 'userId' | 'boxes'>): readonly FrozenItemKey[] | undefined;
  /** Returns what a picture shows, or why it is no page of this plan. */
  classify(reading: PictureReading): ScanReading;
  /** Returns the points of a complete card in hundredths. `writtenCent`: points of the written questions, given by a person. */
  score(card: ScannedCard, writtenCent: number): number;
}

/** Loads the layouts and keys of a plan. A correction of a key counts, as it does for answers on the screen. */
export async function loadCardPlan(db: Kysely<Database>, planId: number): Promise<CardPlan> {
  const exams = createExamReads(db);
  const listed = await createCardScanStore(db).examinees(planId);
  const examinees = new Map(listed.map((examinee) => [examinee.userId, examinee]));
  const variants = new Map<string, CardVariant>();
  for (const variant of new Set(listed.map((examinee) => examinee.variant))) {
    const texts = await exams.frozenTexts(planId, variant);
    const layOut = (boxes: boolean) => layOutCard(listCardSections(texts, { boxes }));
    variants.set(variant, { texts, keys: await exams.frozenItems(planId, variant), layouts: [layOut(false), layOut(true)] });
  }
  const variantOf = (userId: number): CardVariant | undefined => variants.get(examinees.get(userId)?.variant ?? '');
  const [any] = variants.values();
  const sumPoints = (wanted: (item: FrozenItemKey) => boolean): number =>
    (any?.keys ?? []).filter(wanted).reduce((sum, { points }) => sum + points, 0);

  return {
    planId,
    examinees,
    layouts: [...variants.values()].flatMap(({ layouts }) => layouts),
    writtenPoints: sumPoints((item) => !hasBubbles(item)),
    paperPoints: sumPoints((item) => !hasBubbles(item) && !mayHaveAnswerBox(item)),
    layoutOf: (userId) => variantOf(userId)?.layouts[0],

    boxedItems({ userId, boxes }) {
      const labels = new Set(boxes.map(({ label }) => label));
      const items = (variantOf(userId)?.keys ?? []).filter(mayHaveAnswerBox);
      return items.length > 0 && items.every(({ itemId }) => labels.has(itemId)) ? items : undefined;
    },

    classify(reading) {
      if (reading.kind === 'notDecoded') return { kind: 'unreadable', reason: 'notDecoded' };
      if (reading.kind === 'unreadable') return reading;
      if (reading.kind === 'foreign') return { kind: 'foreign', reason: 'otherCode' };
      const { userId, page, pages, layout, planId: codePlanId } = reading.code;
      // Check the plan first: a card of another plan has another layout too, and the plan is the clearer reason.
      if (codePlanId !== planId) return { kind: 'foreign', reason: 'otherPlan' };
      if (!examinees.has(userId)) return { kind: 'foreign', reason: 'unknownExaminee' };
      if (reading.kind === 'otherLayout' || !variantOf(userId)?.layouts.some(({ hash }) => hash === layout))
        return { kind: 'foreign', reason: 'otherLayout' };
      const rowsRead = reading.rows.map(({ label, marked }) => ({ label, marked: marked ?? null }));
      const corners = reading.corners.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
      return { kind: 'page', userId, page, pages, rows: rowsRead, corners };
    },

    score(card, writtenCent) {
      const variant = variantOf(card.userId);
      const marks = new Map(card.rows.map(({ label, marked }) => [label, marked ?? []]));
      const texts = new Map(variant?.texts.map((text) => [text.itemId, text]));
      const scores = (variant?.keys ?? []).filter(hasBubbles).map((item) => {
        const text = texts.get(item.itemId);
        return scoreItem(item, text && toCardAnswer(text, marks.get(item.itemId) ?? []));
      });
      return sumItemScores(variant?.keys ?? [], [...scores, { cent: writtenCent, right: null }]);
    },
  };
}
