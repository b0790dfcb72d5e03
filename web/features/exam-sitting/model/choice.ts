import { sectionType } from '../../../../sync/contract/codes.ts';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';

export const isMultiple = (type: number): boolean => type === sectionType.multiple;
export const isFillIn = (type: number): boolean => type === sectionType.fillIn;
/** Answered in one's own words. */
export const isWritten = (type: number): boolean => type === sectionType.questionAnswer || type === sectionType.comprehensiveReview;
/**
 * Shown or told before assessors: the paper says the task, and nothing is answered at the PC, unless it asks for photos of what was done. No
 * question to answer, so nothing counts it as one.
 */
export const isPerformed = ({ type, files }: { readonly type: number; readonly files: number }): boolean =>
  files === 0 && (type === sectionType.practical || type === sectionType.thesisDefence);
/** A task with photos is told in words, too. */
export const isTold = (item: { readonly type: number; readonly files: number }): boolean =>
  isWritten(item.type) || (item.files > 0 && !isPerformed(item));
/** The keyboard writes into it. */
export const takesText = (type: number): boolean => isFillIn(type) || isWritten(type);

/**
 * The answer after an option was chosen. A single choice stays when chosen again: a double click must not clear it.
 * Several are kept in the order of their ids, so that the same choice is the same answer whatever order it was made in.
 */
export function afterChoosing(type: number, current: AnswerValue, optionId: string): AnswerValue {
  if (!isMultiple(type)) return [optionId];
  return current.includes(optionId) ? current.filter((id) => id !== optionId) : [...current, optionId].toSorted();
}

/** The answer after one blank was written: one text a blank, in order; all empty is no answer. */
export function afterWriting(current: AnswerValue, blankCount: number, at: number, text: string): AnswerValue {
  const parts = Array.from({ length: Math.max(blankCount, at + 1) }, (_, index) => (index === at ? text : (current[index] ?? '')));
  return parts.every((part) => part === '') ? [] : parts;
}
