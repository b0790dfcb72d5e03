import { sectionType } from '../../../../sync/contract/codes.ts';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';

export const isMultiple = (type: number): boolean => type === sectionType.multiple;
export const isFillIn = (type: number): boolean => type === sectionType.fillIn;
/** Tells whether the examinee answers in free text. */
export const isWritten = (type: number): boolean => type === sectionType.questionAnswer || type === sectionType.comprehensiveReview;
/**
 * Tells whether a task is performed before assessors. Unless it asks for photos, nothing is answered on the PC. It is no question to answer, so
 * no counter includes it.
 */
export const isPerformed = ({ type, files }: { readonly type: number; readonly files: number }): boolean =>
  files === 0 && (type === sectionType.practical || type === sectionType.thesisDefence);
/** Tells whether an item has a text field: free-text questions, and tasks with photos. */
export const isTold = (item: { readonly type: number; readonly files: number }): boolean =>
  isWritten(item.type) || (item.files > 0 && !isPerformed(item));
/** Tells whether the keyboard types into the question. */
export const takesText = (type: number): boolean => isFillIn(type) || isWritten(type);

/**
 * Computes the answer after an option was chosen. A single choice stays when it is chosen again, because a double click must not clear it.
 * Multiple choices are sorted by option id, so that the same choice is always the same answer.
 */
export function afterChoosing(type: number, current: AnswerValue, optionId: string): AnswerValue {
  if (!isMultiple(type)) return [optionId];
  return current.includes(optionId) ? current.filter((id) => id !== optionId) : [...current, optionId].toSorted();
}

/** Computes the answer after one blank was written: one text per blank, in order. If all are empty, the answer is empty. */
export function afterWriting(current: AnswerValue, blankCount: number, at: number, text: string): AnswerValue {
  const parts = Array.from({ length: Math.max(blankCount, at + 1) }, (_, index) => (index === at ? text : (current[index] ?? '')));
  return parts.every((part) => part === '') ? [] : parts;
}
