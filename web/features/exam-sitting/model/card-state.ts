import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { isPerformedItem } from './choice.ts';
import type { SittingItem, SittingPaper } from './paper-order.ts';
import { getQuestionAnswer, type SittingSnapshot, getCurrentFlags } from './sitting-controller.ts';

export interface CardCell {
  readonly itemId: string;
  readonly number: number;
  readonly answered: boolean;
  readonly flagged: boolean;
  /** True for a task performed before assessors: it has no answer on the PC. */
  readonly performed: boolean;
}

export interface AnswerCardSection {
  readonly title: string;
  readonly cells: readonly CardCell[];
  /** The cells of this section in small groups. A change renders only one group again instead of the hundreds of cells of a paper. */
  readonly groups: readonly (readonly CardCell[])[];
  readonly answered: number;
  /** Number of questions to answer, without performed tasks. */
  readonly total: number;
}

export interface AnswerCardState {
  readonly sections: readonly AnswerCardSection[];
  readonly answered: number;
  readonly total: number;
}

/** Tells whether the examinee has chosen or written anything. A fill-in with at least one written blank counts as answered, as on paper. */
export const hasCardAnswer = (value: AnswerValue | undefined): boolean => value !== undefined && value.some((part) => part.trim() !== '');

/** Tells whether a fill-in has both written and empty blanks. Answer card and hand-in dialog warn about this, since it is easily overlooked. */
export const isPartlyAnswered = (item: SittingItem, value: AnswerValue | undefined): boolean =>
  item.blankCount > 1 &&
  hasCardAnswer(value) &&
  Array.from({ length: item.blankCount }, (_, at) => value?.[at] ?? '').some((part) => part.trim() === '');

const groupSize = 25;
const groupCells = (cells: readonly CardCell[]): CardCell[][] =>
  Array.from({ length: Math.ceil(cells.length / groupSize) }, (_, at) => cells.slice(at * groupSize, (at + 1) * groupSize));

/** Computes the answer card (the panel of the player with one cell for each question) from the answers and the flags. */
export function computeCardState(
  paper: SittingPaper,
  answerOf: (itemId: string) => AnswerValue | undefined,
  flags: ReadonlySet<string>,
): AnswerCardState {
  let answered = 0;
  const sections = paper.sections.map((section): AnswerCardSection => {
    const cells = section.items.map((item) => ({
      itemId: item.id,
      number: item.number,
      answered: hasCardAnswer(answerOf(item.id)),
      flagged: flags.has(item.id),
      performed: isPerformedItem(item),
    }));
    const answeredCount = cells.filter((cell) => cell.answered).length;
    answered += answeredCount;
    return {
      title: section.title,
      cells,
      groups: groupCells(cells),
      answered: answeredCount,
      total: cells.filter((cell) => !cell.performed).length,
    };
  });
  return { sections, answered, total: paper.items.filter((item) => !isPerformedItem(item)).length };
}

/**
 * Makes a function that reads the answer card. It returns the same object until a cell changes, and the same object for each unchanged group of
 * cells.
 */
export function createCardReader(paper: SittingPaper, snapshot: () => SittingSnapshot): () => AnswerCardState {
  let lastSnapshot: SittingSnapshot | undefined;
  let card: AnswerCardState | undefined;
  return () => {
    const currentSnapshot = snapshot();
    if (card && currentSnapshot === lastSnapshot) return card;
    lastSnapshot = currentSnapshot;
    const nextCard = computeCardState(paper, (itemId) => getQuestionAnswer(currentSnapshot, itemId), getCurrentFlags(currentSnapshot));
    if (!card) card = nextCard;
    else if (!card.sections.every((section, s) => hasSameCells(section.cells, nextCard.sections[s]?.cells ?? [])))
      card = reuseGroups(card, nextCard);
    return card;
  };
}

const hasSameCells = (a: readonly CardCell[], b: readonly CardCell[]): boolean =>
  a.every((cell, at) => cell.answered === b[at]?.answered && cell.flagged === b[at].flagged);

/** Returns the answer card `now`, but takes unchanged groups of cells from the card `before`. */
const reuseGroups = (before: AnswerCardState, now: AnswerCardState): AnswerCardState => ({
  ...now,
  sections: now.sections.map((section, s) => ({
    ...section,
    groups: section.groups.map((group, g) => {
      const known = before.sections[s]?.groups[g];
      return known && hasSameCells(known, group) ? known : group;
    }),
  })),
});

export interface UnfinishedSection {
  /** Index of the section in the paper, from 0. */
  readonly index: number;
  readonly title: string;
  readonly unanswered: readonly SittingItem[];
  readonly partial: readonly SittingItem[];
  readonly flagged: readonly SittingItem[];
}

/** Lists the sections with unanswered, partly written or flagged questions, for the hand-in dialog. */
export function listUnfinishedSections(
  paper: SittingPaper,
  answerOf: (itemId: string) => AnswerValue | undefined,
  flags: ReadonlySet<string>,
): readonly UnfinishedSection[] {
  return paper.sections
    .map((section, index) => ({
      index,
      title: section.title,
      unanswered: section.items.filter((item) => !isPerformedItem(item) && !hasCardAnswer(answerOf(item.id))),
      partial: section.items.filter((item) => isPartlyAnswered(item, answerOf(item.id))),
      flagged: section.items.filter((item) => flags.has(item.id)),
    }))
    .filter((work) => work.unanswered.length + work.partial.length + work.flagged.length > 0);
}

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];

/** Puts a Chinese numeral before a section title: "一、单项选择题". A title that already has one stays unchanged. */
export function formatNumberedTitle(title: string, index: number): string {
  return /^[一二三四五六七八九十]+[、．.]/.test(title) ? title : `${numerals[index] ?? index + 1}、${title}`;
}
