import { sectionType, type SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { AnswerKey } from '../../../sync/contract/question.ts';
import type { RubricKey } from '../../../sync/contract/question-body.ts';
import type { KeyCorrection } from '../../../sync/contract/score.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import { answerIsRight, rightBlankCount } from '../../../sync/machines/answer-judge.ts';
import { centOf } from '../exam/attempt-score-reads.ts';

/** A frozen question, as far as marking needs it. */
export interface MarkedItem {
  readonly itemId: string;
  readonly type: SectionTypeCode;
  /** A multiple of 0.5. */
  readonly points: number;
  readonly partial: boolean;
  readonly key: AnswerKey;
  /** What was said of the key after the exam. */
  readonly correction?: KeyCorrection | null;
}

export interface ItemScore {
  /** Hundredths of a point; null where it waits for a person. */
  readonly cent: number | null;
  readonly right: boolean | null;
}

/**
 * Marks one objective item. Points are whole hundredths throughout, so that sums are exact; only a share of a fill-in may need rounding, half
 * up to a hundredth (two of three blanks of one point: 0.67), and all blanks right always give the full points.
 *
 * - single choice, judgement: the one right option
 * - multiple choice: all right options and no other; with `partial`, half the points for some of them and no wrong one
 * - fill-in: every blank right; with `partial`, each right blank its share
 * - what people mark: nothing yet (`scoreByPeople`), and 0 where nothing was written
 */
export function scoreItem({ correction, ...item }: MarkedItem, answer: AnswerValue | undefined): ItemScore {
  switch (correction?.kind) {
    case 'full':
      return { cent: centOf(item.points), right: true };
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

/** What counts of a whole paper: where questions were taken out, the others count for so much more. Half up to a hundredth. */
export function totalOf(items: readonly Pick<MarkedItem, 'points' | 'correction'>[], scores: readonly ItemScore[]): number {
  const got = scores.reduce((sum, score) => sum + (score.cent ?? 0), 0);
  const whole = items.reduce((sum, item) => sum + centOf(item.points), 0);
  const counted = items.reduce((sum, item) => sum + (item.correction?.kind === 'out' ? 0 : centOf(item.points)), 0);
  return counted === whole || counted === 0 ? got : share(whole, got, counted);
}

function scoreByKey(item: MarkedItem, answer: AnswerValue | undefined): ItemScore {
  const full = centOf(item.points);
  const given = answer ?? [];
  if (item.key.kind === 'blanks') {
    const count = item.key.blanks.length;
    const right = rightBlankCount(item.key.blanks, given);
    if (right === count) return { cent: full, right: true };
    return { cent: item.partial ? share(full, right, count) : 0, right: false };
  }
  // An answer that isn't there needs nobody to look at it; what is performed leaves none.
  if (item.key.kind === 'rubric')
    return isPerformed(item.type) || !isBlank(given) ? { cent: null, right: null } : { cent: 0, right: false };
  switch (item.type) {
    case sectionType.single:
    case sectionType.judgement:
    case sectionType.multiple: {
      if (answerIsRight(item.key, given)) return { cent: full, right: true };
      const chosen = new Set(given);
      const incomplete = item.type === sectionType.multiple && chosen.size > 0 && chosen.isSubsetOf(new Set(item.key.right));
      return { cent: item.partial && incomplete ? share(full, 1, 2) : 0, right: false };
    }
    default:
      return { cent: null, right: null };
  }
}

/** Shown or told before assessors: nothing is written, and several mark it apart. */
export const isPerformed = (type: SectionTypeCode): boolean => type === sectionType.practical || type === sectionType.thesisDefence;
/** Product rule: at least three assessors, each for themselves. */
export const markersNeeded = (type: SectionTypeCode, { twice }: Pick<MarkingRule, 'twice'>): number =>
  isPerformed(type) ? 3 : twice ? 2 : 1;

/** How the groups of a plan mark. */
export interface MarkingRule {
  readonly twice: boolean;
  readonly toleranceCent: number;
  /** Somebody leads: what differs, and what changed after it was marked, waits for them. */
  readonly isLed: boolean;
}

/** What people have said of one answer. `basis`: which answer it was. */
export interface GivenMark {
  readonly basis: string;
  readonly cent: number | null;
}
/** Why an answer waits for a leader. `late`: it changed after it was marked. */
export type Dispute = 'difference' | 'late';

/** Those that differ by more than the group allows are nobody's mean. */
export function disputeOf(type: SectionTypeCode, rule: MarkingRule, marks: readonly GivenMark[], basis: string): Dispute | undefined {
  if (isPerformed(type) || !rule.isLed) return undefined;
  const given = marks.filter((mark) => mark.cent !== null);
  if (given.some((mark) => mark.basis !== basis)) return 'late';
  return rule.twice && spreadOf(given.flatMap(({ cent }) => cent ?? [])) > rule.toleranceCent ? 'difference' : undefined;
}

export const spreadOf = (cents: readonly number[]): number => (cents.length < 2 ? 0 : Math.max(...cents) - Math.min(...cents));

const isBlank = (answer: AnswerValue): boolean => answer.every((part) => part.trim() === '');

/** What markers gave for this very answer: their mean once there are enough of them, half up to a hundredth. */
export function scoreByPeople(
  item: Pick<MarkedItem, 'type' | 'points'>,
  rule: MarkingRule,
  marks: readonly GivenMark[],
  basis: string,
): ItemScore {
  const cents = marks.flatMap((mark) => (mark.basis === basis ? (mark.cent ?? []) : []));
  const waits = cents.length < markersNeeded(item.type, rule) || disputeOf(item.type, rule, marks, basis) !== undefined;
  if (waits) return { cent: null, right: null };
  const sum = cents.reduce((all, cent) => all + cent, 0);
  const cent = Math.floor((2 * sum + cents.length) / (2 * cents.length));
  return { cent, right: cent === centOf(item.points) };
}

/**
 * The hundredths that one marker's points are worth: of scoring points that add up to something else than the paper gives, the same share of it.
 * A veto that applies leaves nothing.
 */
export function centGiven(
  item: Pick<MarkedItem, 'points'>,
  key: RubricKey,
  given: { readonly points: readonly number[]; readonly veto: readonly number[] },
): number {
  if (given.veto.length > 0) return 0;
  const got = given.points.reduce((sum, points) => sum + centOf(points), 0);
  const whole = key.items.reduce((sum, each) => sum + centOf(each.points), 0);
  const full = centOf(item.points);
  return whole === 0 || whole === full ? Math.min(got, full) : share(full, Math.min(got, whole), whole);
}

/** full × part / whole, half up, in whole numbers. */
const share = (full: number, part: number, whole: number): number => Math.floor((2 * full * part + whole) / (2 * whole));
