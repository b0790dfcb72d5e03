import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';

/** Fewest attempts for which a discrimination index means something. */
export const minAttemptsForDiscrimination = 10;

export interface ItemFigure {
  readonly attempts: number;
  /** Difficulty index (p-value): share of the question's points that was won, 0 to 1. */
  readonly ease: number;
  /**
   * Correlation of the points for this question with the points for the rest of the paper, -1 to 1. Null if there are too few attempts or no
   * variation.
   */
  readonly discrimination: number | null;
}

/** Number of examinees who chose an option, or matched a left item rightly, and the mean of their total points. */
export interface OptionFigure {
  readonly id: string;
  readonly count: number;
  readonly mean: number | null;
}

/**
 * Lists the ids that have a figure: the options of a choice, the left items of a matching question. An ordering question has none, because every
 * answer contains every option.
 */
export const listFigureIds = (key: AnswerKey, optionIds: readonly string[]): readonly string[] =>
  key.kind === 'choice' ? optionIds : key.kind === 'match' ? key.right.map((_, at) => String(at + 1)) : [];

/** Lists the ids that an answer counts for: the chosen options, or the left items that have their right option. */
export const listCountedIds = (key: AnswerKey, answer: readonly string[]): readonly string[] =>
  key.kind === 'match' ? key.right.flatMap((id, at) => (answer[at] === id ? String(at + 1) : [])) : answer;

/** Collects distractor figures: how many examinees chose each option of a question, and how they scored. */
export function createOptionFigures() {
  const chosen = new Map<string, { count: number; cents: number }>();
  const buildOptionKey = (questionId: number, option: string): string => `${questionId} ${option}`;
  return {
    add(questionId: number, options: readonly string[], totalCent: number): void {
      for (const option of options) {
        const name = buildOptionKey(questionId, option);
        const of = chosen.get(name) ?? { count: 0, cents: 0 };
        chosen.set(name, { count: of.count + 1, cents: of.cents + totalCent });
      }
    },
    /** Returns the figures in the order of `optionIds`, including options that nobody chose. */
    getFigures: (questionId: number, optionIds: readonly string[]): OptionFigure[] =>
      optionIds.map((id) => {
        const { count, cents } = chosen.get(buildOptionKey(questionId, id)) ?? { count: 0, cents: 0 };
        return { id, count, mean: count === 0 ? null : cents / count / 100 };
      }),
  };
}

/** Tells whether answers to a question are still scored. A question that gives everyone full points, or that is removed, has no difficulty. */
export const isScoredQuestion = (correction: KeyCorrection | null | undefined): boolean =>
  correction?.kind !== 'full' && correction?.kind !== 'out';

interface Sums {
  n: number;
  maxCentSum: number;
  itemSum: number;
  rest: number;
  ownOwn: number;
  restRest: number;
  ownRest: number;
}

/** Accumulates attempts one at a time, so that no whole exam is held in memory. Scores are in hundredths of a point. */
export function createItemFigures() {
  const sums = new Map<number, Sums>();
  return {
    add(scored: readonly { readonly questionId: number; readonly cent: number; readonly mostCent: number }[]): void {
      const total = scored.reduce((sum, item) => sum + item.cent, 0);
      for (const { questionId, cent, mostCent } of scored) {
        const of = sums.get(questionId) ?? { n: 0, maxCentSum: 0, itemSum: 0, rest: 0, ownOwn: 0, restRest: 0, ownRest: 0 };
        const rest = total - cent;
        of.n += 1;
        of.maxCentSum += mostCent;
        of.itemSum += cent;
        of.rest += rest;
        of.ownOwn += cent * cent;
        of.restRest += rest * rest;
        of.ownRest += cent * rest;
        sums.set(questionId, of);
      }
    },
    figures: (): Map<number, ItemFigure> =>
      new Map(
        [...sums].map(([questionId, of]) => [
          questionId,
          { attempts: of.n, ease: of.maxCentSum === 0 ? 0 : of.itemSum / of.maxCentSum, discrimination: computeCorrelation(of) },
        ]),
      ),
  };
}

function computeCorrelation({ n, itemSum: own, rest, ownOwn, restRest, ownRest }: Sums): number | null {
  if (n < minAttemptsForDiscrimination) return null;
  const spread = (n * ownOwn - own * own) * (n * restRest - rest * rest);
  return spread <= 0 ? null : (n * ownRest - own * rest) / Math.sqrt(spread);
}

/** Combines the figures of several exams, weighted by attempts. */
export function combineItemFigures(figures: readonly ItemFigure[]): ItemFigure | null {
  const weigh = (all: readonly { readonly attempts: number; readonly value: number }[]): number | null => {
    const attempts = all.reduce((sum, each) => sum + each.attempts, 0);
    return attempts === 0 ? null : all.reduce((sum, each) => sum + each.attempts * each.value, 0) / attempts;
  };
  const ease = weigh(figures.map((each) => ({ attempts: each.attempts, value: each.ease })));
  if (ease === null) return null;
  return {
    attempts: figures.reduce((sum, each) => sum + each.attempts, 0),
    ease,
    discrimination: weigh(
      figures.flatMap(({ attempts, discrimination }) => (discrimination === null ? [] : [{ attempts, value: discrimination }])),
    ),
  };
}
