import type { GivenPoints } from '../../../sync/contract/marking.ts';
import type { MarkingTask } from './marking-queries.ts';

/** What is being given: null where nothing was given yet. */
export interface Giving {
  readonly points: readonly (number | null)[];
  readonly veto: readonly number[];
  readonly comment: string;
}

/** The most of each scoring point; of a question without any, of the question. */
export const mostOf = ({ items, figures }: Pick<MarkingTask, 'items' | 'figures'>): readonly number[] =>
  items.length > 0 ? items.map((item) => item.points) : [figures.points];

export const givingOf = (task: MarkingTask, given: GivenPoints | null): Giving =>
  given ?? { points: mostOf(task).map(() => null), veto: [], comment: '' };

/** As the server counts it; null while a scoring point has nothing. */
export function totalOf(task: MarkingTask, { points, veto }: Giving): number | null {
  if (veto.length > 0) return 0;
  const most = mostOf(task);
  if (points.some((each, at) => each === null || !(each >= 0 && each <= (most[at] ?? 0)) || !Number.isInteger(each * 2))) return null;
  const sum = points.reduce<number>((all, each) => all + (each ?? 0), 0);
  const whole = task.items.reduce((all, item) => all + item.points, 0);
  const full = task.figures.points;
  if (whole === 0 || whole === full) return Math.min(sum, full);
  return Math.round((full * Math.min(sum, whole) * 100) / whole) / 100;
}

/** What can be sent; null: something is missing. With a veto the points that were not given are none. */
export function readyOf(task: MarkingTask, giving: Giving): GivenPoints | null {
  if (totalOf(task, giving) === null) return null;
  return { points: giving.points.map((each) => each ?? 0), veto: [...giving.veto], comment: giving.comment.trim() };
}

export const withPoint = (giving: Giving, at: number, value: number | null): Giving => ({
  ...giving,
  points: giving.points.map((each, index) => (index === at ? value : each)),
});
