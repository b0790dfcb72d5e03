import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import { countAnswerPlaces, type RubricKey } from '../../../../sync/contract/bank/question-body.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { isAnswerRight, countRightBlanks, countRightPairs } from '../../../../sync/domain/papers/answer-judge.ts';
import { toCents } from '../../exams/exam/attempt-score-reads.ts';

/** The parts of a frozen question that marking needs. */
export interface ScorableItem {
  readonly itemId: string;
  readonly type: SectionTypeCode;
  /** Full points of the question, a multiple of 0.5. */
  readonly points: number;
  readonly partial: boolean;
  readonly key: AnswerKey;
  /** Correction of the key after the exam. */
  readonly correction?: KeyCorrection | null;
}

export interface ItemScore {
  /** Hundredths of a point; null while a person has to mark it. */
  readonly cent: number | null;
  readonly right: boolean | null;
}

/**
 * Scores one answer.
 * Points are whole hundredths, so sums are exact. Only a share of a fill-in is rounded, half up to a hundredth: two of three blanks of one point
 * give 0.67. All blanks right always give full points.
 * - single choice, judgement: the one right option.
 * - multiple choice: all right options and no other; with `partial`, half the points for some right options and no wrong one.
 * - fill-in: every blank right; with `partial`, each right blank counts its share.
 * - matching: like fill-in, with each left item for a blank.
 * - ordering: all options in the right order. No part of the points: the rule of the multiple choice (some right, none wrong) does not carry over,
 *   because an order is always whole, and one option too early makes every later place wrong.
 * - questions marked by people: null (see `averageMarks`), or 0 if the answer is empty.
 */
export function scoreItem({ correction, ...item }: ScorableItem, answer: AnswerValue | undefined): ItemScore {
  switch (correction?.kind) {
    case 'full':
      return { cent: toCents(item.points), right: true };
    case 'out':
      return { cent: 0, right: null };
    case 'keys': {
      const [first, ...others] = correction.keys.map((key) => scoreByKey({ ...item, key }, answer));
      const better = (a: ItemScore, b: ItemScore): ItemScore => ((b.cent ?? 0) > (a.cent ?? 0) ? b : a);
      return others.reduce(better, first ?? scoreByKey(item, answer));
    }
    case undefined:
      return scoreByKey(item, answer);
  }
}

/** Sums the scores of a paper in hundredths. If questions were removed, the rest is scaled up to the paper's full points and rounded half up. */
export function sumItemScores(items: readonly Pick<ScorableItem, 'points' | 'correction'>[], scores: readonly ItemScore[]): number {
  const got = scores.reduce((sum, score) => sum + (score.cent ?? 0), 0);
  const whole = items.reduce((sum, item) => sum + toCents(item.points), 0);
  const counted = items.reduce((sum, item) => sum + (item.correction?.kind === 'out' ? 0 : toCents(item.points)), 0);
  return counted === whole || counted === 0 ? got : share(whole, got, counted);
}

function scoreByKey(item: ScorableItem, answer: AnswerValue | undefined): ItemScore {
  const full = toCents(item.points);
  const answerValue = answer ?? [];
  const count = countAnswerPlaces(item.key);
  if (item.key.kind === 'blanks' || item.key.kind === 'match') {
    const right =
      item.key.kind === 'blanks' ? countRightBlanks(item.key.blanks, answerValue) : countRightPairs(item.key.right, answerValue);
    if (right === count) return { cent: full, right: true };
    return { cent: item.partial ? share(full, right, count) : 0, right: false };
  }
  // An empty answer needs no marker. A performed task leaves no answer to look at, so it always needs markers.
  if (item.key.kind === 'rubric')
    return isPerformedType(item.type) || !isBlank(answerValue) ? { cent: null, right: null } : { cent: 0, right: false };
  switch (item.type) {
    case sectionType.single:
    case sectionType.judgement:
    case sectionType.ordering:
    case sectionType.multiple: {
      if (isAnswerRight(item.key, answerValue)) return { cent: full, right: true };
      const chosen = new Set(answerValue);
      const incomplete = item.type === sectionType.multiple && chosen.size > 0 && chosen.isSubsetOf(new Set(item.key.right));
      return { cent: item.partial && incomplete ? share(full, 1, 2) : 0, right: false };
    }
    default:
      return { cent: null, right: null };
  }
}

/** Tells whether a task is performed or presented before assessors: it leaves no written answer, and several assessors mark it independently. */
export const isPerformedType = (type: SectionTypeCode): boolean => type === sectionType.practical || type === sectionType.thesisDefence;
/** Returns the number of markers an answer needs. Performed tasks need at least three assessors. */
export const countMarkersNeeded = (type: SectionTypeCode, { isDoubleMarked }: Pick<MarkingRule, 'isDoubleMarked'>): number =>
  isPerformedType(type) ? 3 : isDoubleMarked ? 2 : 1;

/**
 * Rule by which a plan's marker groups mark. `isDoubleMarked`: two people mark each written answer. `toleranceCent`: largest difference between their marks
 * (hundredths) that needs no decision of the leader.
 */
export interface MarkingRule {
  readonly isDoubleMarked: boolean;
  readonly toleranceCent: number;
  /** True if a group has a leader. Then differing marks, and marks for an answer that changed later, need the leader's decision. */
  readonly isLed: boolean;
}

/** One person's mark for one answer. `basis`: hash of the answer that it was given for. */
export interface AnswerMark {
  readonly basis: string;
  readonly cent: number | null;
}
/** Reason why an answer needs the leader. `difference`: the marks differ beyond the tolerance; `late`: the answer changed after it was marked. */
export type MarkDispute = 'difference' | 'late';

/** Returns why an answer needs the leader's decision, or undefined. Marks that differ by more than the tolerance are not averaged. */
export function findDispute(
  type: SectionTypeCode,
  rule: MarkingRule,
  marks: readonly AnswerMark[],
  basis: string,
): MarkDispute | undefined {
  if (isPerformedType(type) || !rule.isLed) return undefined;
  const given = marks.filter((mark) => mark.cent !== null);
  if (given.some((mark) => mark.basis !== basis)) return 'late';
  return rule.isDoubleMarked && computeSpread(given.flatMap(({ cent }) => cent ?? [])) > rule.toleranceCent ? 'difference' : undefined;
}

/** Returns the difference between the highest and the lowest mark (hundredths). */
export const computeSpread = (cents: readonly number[]): number => (cents.length < 2 ? 0 : Math.max(...cents) - Math.min(...cents));

const isBlank = (answer: AnswerValue): boolean => answer.every((part) => part.trim() === '');

/** Averages the marks for the answer with hash `basis`, rounded half up to a hundredth. Returns null cents while marks are missing or disputed. */
export function averageMarks(
  item: Pick<ScorableItem, 'type' | 'points'>,
  rule: MarkingRule,
  marks: readonly AnswerMark[],
  basis: string,
): ItemScore {
  const cents = marks.flatMap((mark) => (mark.basis === basis ? (mark.cent ?? []) : []));
  const waits = cents.length < countMarkersNeeded(item.type, rule) || findDispute(item.type, rule, marks, basis) !== undefined;
  if (waits) return { cent: null, right: null };
  const sum = cents.reduce((all, cent) => all + cent, 0);
  const cent = Math.floor((2 * sum + cents.length) / (2 * cents.length));
  return { cent, right: cent === toCents(item.points) };
}

/**
 * Converts one marker's points to hundredths. If the rubric's points add up to another sum than the question's, they are scaled to it. A veto gives
 * 0.
 */
export function computeMarkerCents(
  item: Pick<ScorableItem, 'points'>,
  key: RubricKey,
  markerPoints: { readonly points: readonly number[]; readonly veto: readonly number[] },
): number {
  if (markerPoints.veto.length > 0) return 0;
  const givenCents = markerPoints.points.reduce((sum, points) => sum + toCents(points), 0);
  const rubricCents = key.items.reduce((sum, each) => sum + toCents(each.points), 0);
  const full = toCents(item.points);
  return rubricCents === 0 || rubricCents === full
    ? Math.min(givenCents, full)
    : share(full, Math.min(givenCents, rubricCents), rubricCents);
}

/** Computes full × part / whole in integers, rounded half up. */
const share = (full: number, part: number, whole: number): number => Math.floor((2 * full * part + whole) / (2 * whole));
