import { sectionType } from '../../../sync/contract/codes.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';

/**
 * Computes the answer after an option was chosen. A single choice stays when it is chosen again, because a double click must not clear it.
 * Multiple choices are sorted by option id, so that the same choice is always the same answer.
 */
export function applyChoice(type: number, current: AnswerValue, optionId: string): AnswerValue {
  if (type !== sectionType.multiple) return [optionId];
  return current.includes(optionId) ? current.filter((id) => id !== optionId) : [...current, optionId].toSorted();
}

/** Computes the answer after one blank was written: one text per blank, in order. If all are empty, the answer is empty. */
export function applyWriting(current: AnswerValue, blankCount: number, at: number, text: string): AnswerValue {
  const parts = Array.from({ length: Math.max(blankCount, at + 1) }, (_, index) => (index === at ? text : (current[index] ?? '')));
  return parts.every((part) => part === '') ? [] : parts;
}
