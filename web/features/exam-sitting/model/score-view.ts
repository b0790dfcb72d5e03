import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';

type Score = CallOutput<(typeof examCalls)['myScore']>;
type ItemScore = Score['sections'][number]['items'][number];
export type ItemResult = 'right' | 'wrong' | 'partly' | 'waiting';

/** Classifies the result of an item. The flag `right` covers the whole answer only, so the points decide between wrong and partly right. */
export function classifyItemResult(item: Pick<ItemScore, 'points' | 'right'>): ItemResult {
  if (item.points === null || item.right === null) return 'waiting';
  if (item.right) return 'right';
  return item.points > 0 ? 'partly' : 'wrong';
}

/** Numbers the items 1, 2, 3 … through all sections, and counts the right answers of each section. */
export function numberSections(score: Pick<Score, 'sections'>) {
  let number = 0;
  return score.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      number += 1;
      return { ...item, number };
    }),
    rightCount: section.items.filter((item) => item.right === true).length,
  }));
}
