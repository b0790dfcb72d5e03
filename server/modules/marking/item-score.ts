import { sectionType, type SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { AnswerKey, BlankRule } from '../../../sync/contract/question.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import { readNumber, withinTolerance } from './decimal-number.ts';

/** A frozen question, as far as marking needs it. */
export interface MarkedItem {
  readonly itemId: string;
  readonly type: SectionTypeCode;
  /** A multiple of 0.5. */
  readonly points: number;
  readonly partial: boolean;
  readonly key: AnswerKey;
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
 */
export function scoreItem(item: MarkedItem, answer: AnswerValue | undefined): ItemScore {
  const full = centOf(item.points);
  const given = answer ?? [];
  if (item.key.kind === 'blanks') {
    const count = item.key.blanks.length;
    const right = item.key.blanks.filter((rule, index) => blankIsRight(rule, given[index] ?? '')).length;
    if (right === count) return { cent: full, right: true };
    return { cent: item.partial ? share(full, right, count) : 0, right: false };
  }
  if (item.key.kind === 'rubric') return { cent: null, right: null };
  switch (item.type) {
    case sectionType.single:
    case sectionType.judgement:
    case sectionType.multiple: {
      const chosen = new Set(given);
      const key = new Set(item.key.right);
      if (chosen.size > 0 && chosen.symmetricDifference(key).size === 0) return { cent: full, right: true };
      const incomplete = item.type === sectionType.multiple && chosen.size > 0 && chosen.isSubsetOf(key);
      return { cent: item.partial && incomplete ? share(full, 1, 2) : 0, right: false };
    }
    default:
      return { cent: null, right: null };
  }
}

/** Points are multiples of 0.5, hence exact. */
export const centOf = (points: number): number => Math.round(points * 100);
export const pointsOf = (cent: number): number => cent / 100;

/** full × part / whole, half up, in whole numbers. */
const share = (full: number, part: number, whole: number): number => Math.floor((2 * full * part + whole) / (2 * whole));

function blankIsRight(rule: BlankRule, written: string): boolean {
  if (rule.mode === 'number') {
    const number = readNumber(written);
    return number !== undefined && withinTolerance(number, rule.value, rule.tolerance);
  }
  const alike = (text: string): string => {
    let plain = text.trim();
    // NFKC turns full-width letters, digits and signs into plain ones; Chinese full stops and quotes have no half-width twin and stay.
    if (rule.ignoreWidth) plain = plain.normalize('NFKC').replace(/\s+/g, '');
    return rule.ignoreCase ? plain.toLowerCase() : plain;
  };
  const answer = alike(written);
  return answer !== '' && rule.anyOf.some((accepted) => alike(accepted) === answer);
}
