import { sectionType, type PaperLayout } from '../../../../sync/contract/codes.ts';
import type { PaperContent } from '../../../../sync/contract/sitting.ts';
import { seededOrder } from './seeded-order.ts';

export interface SittingOption {
  /** The paper's own id: what an answer stores, wherever the option stands on this screen. */
  readonly id: string;
  /** What stands before it here: A, B, C … by position, so that two neighbours may see other letters. */
  readonly letter: string;
  readonly html: string;
}

export interface SittingItem {
  readonly id: string;
  /** 1, 2, 3 … through the whole paper, in the order shown. */
  readonly number: number;
  readonly sectionIndex: number;
  readonly type: number;
  readonly stemHtml: string;
  readonly options: readonly SittingOption[];
  readonly blankCount: number;
  readonly points: number;
  /** Photos or documents the answer may come with. */
  readonly files: number;
}

export interface SittingSection {
  readonly title: string;
  readonly type: number;
  readonly items: readonly SittingItem[];
}

/** A paper as this attempt sees it. */
export interface SittingPaper {
  readonly title: string;
  readonly variant: string;
  readonly layout: PaperLayout;
  readonly sections: readonly SittingSection[];
  /** Every item in the order shown; `items[n].number` is n + 1. */
  readonly items: readonly SittingItem[];
}

const letters = 'ABCDEFGH';
const judgementIds = ['T', 'F'] as const;

/**
 * Lays the paper out for one attempt. The attempt's id is the seed, so every reload, tab and PC shows the same order, and
 * nothing about the order needs storing. Ids never change. Judgements keep right before wrong.
 * @param judgementTexts what to show where a judgement brings no options of its own: right, wrong.
 */
export function arrangePaper(content: PaperContent, attemptId: string, judgementTexts: readonly [string, string]): SittingPaper {
  const items: SittingItem[] = [];
  const sections = content.sections.map((section, sectionIndex): SittingSection => {
    const ordered = content.shuffleQuestions ? seededOrder(section.items, `${attemptId}/section/${sectionIndex}`) : section.items;
    const placed = ordered.map((item): SittingItem => {
      const judged = section.type === sectionType.judgement;
      const own =
        judged && item.options.length === 0 ? judgementIds.map((id, at) => ({ id, html: judgementTexts[at] ?? id })) : item.options;
      const options = content.shuffleOptions && !judged && !item.optionsInOrder ? seededOrder(own, `${attemptId}/item/${item.id}`) : own;
      const placedItem = {
        id: item.id,
        number: items.length + 1,
        sectionIndex,
        type: section.type,
        stemHtml: item.stemHtml,
        options: options.map((option, at) => ({ ...option, letter: letters[at] ?? String(at + 1) })),
        blankCount: item.blankCount,
        points: item.points,
        files: item.files ?? 0,
      };
      items.push(placedItem);
      return placedItem;
    });
    return { title: section.title, type: section.type, items: placed };
  });
  return { title: content.title, variant: content.variant, layout: content.layout, sections, items };
}
