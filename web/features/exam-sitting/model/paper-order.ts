import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { optionLetters, sectionType, type PaperLayout } from '../../../../sync/contract/codes.ts';
import type { PaperContent } from '../../../../sync/contract/exams/sitting.ts';
import type { AnswerableQuestion } from '../../../entities/question/answerable-question.ts';

export interface SittingItem extends AnswerableQuestion {
  /** Number 1, 2, 3 … through the whole paper, in the order shown. */
  readonly number: number;
  readonly sectionIndex: number;
  readonly points: number;
  /** Maximum number of photos or documents on the answer. */
  readonly files: number;
  /** Recordings and films of the whole paper, by their ids. */
  readonly media?: PaperContent['media'];
}

export interface SittingSection {
  readonly title: string;
  readonly type: number;
  readonly items: readonly SittingItem[];
}

/** A paper in the order of one attempt. */
export interface SittingPaper {
  readonly title: string;
  readonly variant: string;
  readonly layout: PaperLayout;
  readonly sections: readonly SittingSection[];
  /** All items in the order shown; `items[n].number` is n + 1. */
  readonly items: readonly SittingItem[];
}

const judgementIds = ['T', 'F'] as const;

/**
 * Arranges the paper for one attempt. The attempt's id is the seed, so every reload, tab and PC shows the same order, and the order need not be
 * stored. Ids never change. The left items of a matching question keep their order. Judgements always show "right" before "wrong". `judgementTexts`: texts of right and wrong, for a judgement without
 * options of its own.
 */
export function arrangePaper(content: PaperContent, attemptId: string, judgementTexts: readonly [string, string]): SittingPaper {
  const items: SittingItem[] = [];
  const sections = content.sections.map((section, sectionIndex): SittingSection => {
    const ordered = content.shuffleQuestions ? shuffleBySeed(section.items, `${attemptId}/section/${sectionIndex}`) : section.items;
    const sectionItems = ordered.map((item): SittingItem => {
      const isJudgement = section.type === sectionType.judgement;
      const { left, options: storedOptions } = splitLeftItems(item.options);
      const baseOptions =
        isJudgement && storedOptions.length === 0 ? judgementIds.map((id, at) => ({ id, html: judgementTexts[at] ?? id })) : storedOptions;
      const options =
        content.shuffleOptions && !isJudgement && !item.optionsInOrder
          ? shuffleBySeed(baseOptions, `${attemptId}/item/${item.id}`)
          : baseOptions;
      const placedItem = {
        id: item.id,
        number: items.length + 1,
        sectionIndex,
        type: section.type,
        stemHtml: item.stemHtml,
        options: options.map((option, at) => ({ ...option, letter: optionLetters[at] ?? String(at + 1) })),
        leftItems: left,
        blankCount: item.blankCount,
        points: item.points,
        files: item.files ?? 0,
        media: content.media,
      };
      items.push(placedItem);
      return placedItem;
    });
    return { title: section.title, type: section.type, items: sectionItems };
  });
  return { title: content.title, variant: content.variant, layout: content.layout, sections, items };
}

/** Shuffles values by a seed text only. Never change this function: a paper that was begun must keep its order after an upgrade. */
export function shuffleBySeed<T>(values: readonly T[], seed: string): readonly T[] {
  const next = createGenerator(fold(seed));
  const out = [...values];
  for (let last = out.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(next() * (last + 1));
    const held = out[last] as T;
    out[last] = out[pick] as T;
    out[pick] = held;
  }
  return out;
}

/** Hashes a text by FNV-1a over UTF-16 units, 32 bits. */
function fold(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Generates pseudo-random numbers in [0, 1) by a Weyl sequence and a 32-bit mixer. This is uniform enough to shuffle eight options or two hundred
 * questions.
 */
function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000;
  };
}
