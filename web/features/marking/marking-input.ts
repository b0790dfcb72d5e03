import type { EvidencePhoto, MarkerPoints, PointNote, ScoreSheetRow } from '../../../sync/contract/marking/marking.ts';
import type { SheetSignature } from '../../../sync/contract/marking/signature.ts';
import { computeRemainingPoints, parseScorePoint, type ScorePoint } from '../../../sync/domain/marking/score-sheet.ts';
import type { MarkingTask } from './marking-queries.ts';

/** A photo that is stored on this device, and perhaps on the server too. */
export interface StoredEvidencePhoto {
  readonly id: string;
  readonly row: number;
  readonly takenMs: number;
}

/** Points and notes that a marker is entering. `points` holds null for each scoring point without a value yet. */
export interface MarkingInput {
  readonly points: readonly (number | null)[];
  readonly veto: readonly number[];
  readonly comment: string;
  readonly notes?: readonly PointNote[] | undefined;
  readonly sheet?: readonly ScoreSheetRow[] | undefined;
  /** Evidence photos of a performance that the server has. */
  readonly photos?: readonly EvidencePhoto[] | undefined;
  readonly signature?: SheetSignature | undefined;
  /** Evidence photos of a performance that only this device has. */
  readonly kept?: readonly StoredEvidencePhoto[] | undefined;
}

type Rubric = Pick<MarkingTask, 'items' | 'figures'>;

/** Returns the maximum of each scoring point; a question without scoring points has one entry, its full points. */
export const listMaxPoints = ({ items, figures }: Rubric): readonly number[] =>
  items.length > 0 ? items.map((item) => item.points) : [figures.points];

/** True for tasks that are performed in front of an assessor (question types 6 and 7). */
export const isPerformedTask = ({ figures }: Pick<MarkingTask, 'figures'>): boolean => figures.type === 6 || figures.type === 7;

/** Returns the mark that was given before as form values, or empty form values. */
export const toMarkingInput = (task: Rubric, given: MarkerPoints | null): MarkingInput =>
  given ?? { points: listMaxPoints(task).map(() => null), veto: [], comment: '' };

/** Returns the rows of a score sheet, parsed from the scoring points. A question without scoring points has one row, labelled `whole`. */
export const listSheetRows = ({ items, figures }: Rubric, whole: string): (ScorePoint & { readonly most: number })[] =>
  items.length > 0
    ? items.map(({ text, points }) => ({ ...parseScorePoint(text), most: points }))
    : [{ content: whole, requirement: '', deductions: [], most: figures.points }];

/**
 * Starts a score sheet with full points. A mark made before score sheets existed keeps its points: the difference is entered as a manual deduction.
 */
export function startScoreSheet(task: Rubric, giving: MarkingInput): MarkingInput & { readonly sheet: readonly ScoreSheetRow[] } {
  const most = listMaxPoints(task);
  const sheet = giving.sheet ?? most.map((points, at) => ({ times: [], other: points - (giving.points[at] ?? points), remark: '' }));
  return { ...giving, sheet, points: most.map((points, at) => giving.points[at] ?? points) };
}

/** Replaces one row of the score sheet and recomputes its points. */
export function replaceSheetRow(task: Rubric, giving: MarkingInput, at: number, row: ScoreSheetRow): MarkingInput {
  const before = startScoreSheet(task, giving);
  const point = parseScorePoint(task.items[at]?.text ?? '');
  const left = computeRemainingPoints(listMaxPoints(task)[at] ?? 0, point, row);
  return { ...setPoint(before, at, left), sheet: before.sheet.map((each, index) => (index === at ? row : each)) };
}

/** Computes the total as the server does. Returns null while a scoring point has no valid value; valid are half points from 0 to the maximum. */
export function computeTotal(task: Rubric, { points, veto }: MarkingInput): number | null {
  if (veto.length > 0) return 0;
  const maxPoints = listMaxPoints(task);
  if (points.some((each, at) => each === null || !(each >= 0 && each <= (maxPoints[at] ?? 0)) || !Number.isInteger(each * 2))) return null;
  const sum = points.reduce<number>((all, each) => all + (each ?? 0), 0);
  const itemTotal = task.items.reduce((all, item) => all + item.points, 0);
  const fullPoints = task.figures.points;
  if (itemTotal === 0 || itemTotal === fullPoints) return Math.min(sum, fullPoints);
  return Math.round((fullPoints * Math.min(sum, itemTotal) * 100) / itemTotal) / 100;
}

/** Builds the points and notes that are sent to the server, or returns null if points are missing. If a veto is set, missing points count 0. */
export function toMarkerPoints(task: Rubric, giving: MarkingInput): MarkerPoints | null {
  if (computeTotal(task, giving) === null) return null;
  const { notes = [], sheet, photos = [], signature } = giving;
  return {
    points: giving.points.map((each) => each ?? 0),
    veto: [...giving.veto],
    comment: giving.comment.trim(),
    ...(notes.length > 0 && { notes: [...notes] }),
    ...(sheet !== undefined && { sheet: [...sheet] }),
    ...(photos.length > 0 && { photos: [...photos] }),
    ...(signature !== undefined && { signature }),
  };
}

/** Sets the points of one scoring point; null clears them. */
export const setPoint = (giving: MarkingInput, at: number, value: number | null): MarkingInput => ({
  ...giving,
  points: giving.points.map((each, index) => (index === at ? value : each)),
});
