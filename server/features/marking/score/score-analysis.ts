import {
  type ItemFigure,
  createItemFigures,
  listCountedIds,
  listFigureIds,
  type OptionFigure,
  createOptionFigures,
} from '../marking/item-figure-reads.ts';
import type { StoredItemScore } from '../marking/marking-reads.ts';
import type { FrozenQuestion } from './score-store.ts';
import { sum } from '../../../../sync/domain/numbers.ts';

/** A marked attempt with its chosen answers. */
export interface AnalysedAttempt {
  readonly variant: string;
  readonly pointsCent: number;
  readonly items: readonly StoredItemScore[];
  readonly answers: ReadonlyMap<string, readonly string[]>;
}
export interface PaperFigures {
  readonly mean: number | null;
  readonly spread: number | null;
  readonly reliability: number | null;
  readonly items: ReadonlyMap<number, ItemFigure>;
  readonly options: ReadonlyMap<number, readonly OptionFigure[]>;
}

/** Population variance: the numbers cover all examinees, not a sample. */
const computeVariance = (numbers: readonly number[]): number => {
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((each) => (each - mean) ** 2)) / numbers.length;
};

/** Analyses a paper from its attempts. Attempts that wait for a marker are left out. */
export function analysePaper(questions: readonly FrozenQuestion[], attempts: readonly AnalysedAttempt[]): PaperFigures {
  const markedAttempts = attempts.filter((attempt) => attempt.items.length > 0 && attempt.items.every((item) => item.cent !== null));
  const byItem = new Map(questions.map((question) => [`${question.variant} ${question.itemId}`, question]));
  const figures = createItemFigures();
  const optionFigures = createOptionFigures();
  for (const { variant, items, answers, pointsCent } of markedAttempts) {
    const scored = items.flatMap(({ itemId, cent }) => {
      const question = byItem.get(`${variant} ${itemId}`);
      return question === undefined || cent === null ? [] : [{ question, itemId, cent }];
    });
    figures.add(scored.map(({ question, cent }) => ({ questionId: question.questionId, cent, mostCent: question.points * 100 })));
    for (const { question, itemId } of scored)
      optionFigures.add(question.questionId, listCountedIds(question.key, answers.get(itemId) ?? []), pointsCent);
  }
  const totals = markedAttempts.map((attempt) => attempt.pointsCent / 100);
  const optionIds = new Map(questions.map((question) => [question.questionId, listFigureIds(question.key, question.optionIds)]));
  return {
    mean: totals.length === 0 ? null : sum(totals) / totals.length,
    spread: totals.length === 0 ? null : Math.sqrt(computeVariance(totals)),
    reliability: computeCronbachAlpha(markedAttempts),
    items: figures.figures(),
    options: new Map([...optionIds].map(([questionId, ids]) => [questionId, optionFigures.getFigures(questionId, ids)])),
  };
}

/** Computes Cronbach's alpha for the variant that most examinees sat, because it describes a single paper. Returns null if it is undefined. */
function computeCronbachAlpha(attempts: readonly AnalysedAttempt[]): number | null {
  const [largestVariant] = [...Map.groupBy(attempts, (attempt) => attempt.variant).values()].toSorted((a, b) => b.length - a.length);
  const items = largestVariant?.[0]?.items.length ?? 0;
  if (largestVariant === undefined || largestVariant.length < 2 || items < 2) return null;
  const rows = largestVariant.map((attempt) => attempt.items.map((item) => item.cent ?? 0));
  const totalVariance = computeVariance(rows.map(sum));
  if (totalVariance === 0) return null;
  const summedVariance = sum(Array.from({ length: items }, (_, at) => computeVariance(rows.map((row) => row[at] ?? 0))));
  return (items / (items - 1)) * (1 - summedVariance / totalVariance);
}
