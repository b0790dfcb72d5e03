import { sectionType } from '../../../../sync/contract/codes.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';

export const isMultipleChoice = (type: number): boolean => type === sectionType.multiple;
export const isFillIn = (type: number): boolean => type === sectionType.fillIn;
/** Tells whether the examinee answers in free text. */
export const isFreeTextType = (type: number): boolean => type === sectionType.questionAnswer || type === sectionType.comprehensiveReview;
/**
 * Tells whether a task is performed before assessors. Unless it asks for photos, nothing is answered on the PC. It is no question to answer, so
 * no counter includes it.
 */
export const isPerformedItem = ({ type, files }: { readonly type: number; readonly files: number }): boolean =>
  files === 0 && (type === sectionType.practical || type === sectionType.thesisDefence);
/** Tells whether an item has a text field: free-text questions, and tasks with photos. */
export const hasFreeTextAnswer = (item: { readonly type: number; readonly files: number }): boolean =>
  isFreeTextType(item.type) || (item.files > 0 && !isPerformedItem(item));
/** Tells whether the keyboard types into the question. */
export const hasTextInput = (type: number): boolean => isFillIn(type) || isFreeTextType(type);

/**
 * Computes the answer after an option was chosen. A single choice stays when it is chosen again, because a double click must not clear it.
 * Multiple choices are sorted by option id, so that the same choice is always the same answer.
 */
export function applyChoice(type: number, current: AnswerValue, optionId: string): AnswerValue {
  if (!isMultipleChoice(type)) return [optionId];
  return current.includes(optionId) ? current.filter((id) => id !== optionId) : [...current, optionId].toSorted();
}

/** Computes the answer after one blank was written: one text per blank, in order. If all are empty, the answer is empty. */
export function applyWriting(current: AnswerValue, blankCount: number, at: number, text: string): AnswerValue {
  const parts = Array.from({ length: Math.max(blankCount, at + 1) }, (_, index) => (index === at ? text : (current[index] ?? '')));
  return parts.every((part) => part === '') ? [] : parts;
}
