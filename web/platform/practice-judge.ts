import { sectionType } from '../../sync/contract/codes.ts';
import type { PracticeQuestion } from '../../sync/contract/exercise.ts';

/** Plain letters and signs, small and without space: practice is forgiving where the question doesn't say otherwise. */
const alike = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/** Null: the learner compares with the reference answer and says so. */
export function isCorrect(question: Pick<PracticeQuestion, 'key'>, given: readonly string[]): boolean | null {
  const { key } = question;
  if (key.kind === 'rubric') return null;
  if (key.kind === 'choice') {
    const [chosen, right] = [new Set(given), new Set(key.right)];
    return chosen.size === right.size && [...chosen].every((id) => right.has(id));
  }
  return key.blanks.every((rule, at) => {
    const text = given[at] ?? '';
    if (rule.mode === 'text') return text.trim() !== '' && rule.anyOf.some((accepted) => alike(accepted) === alike(text));
    const number = Number(text.normalize('NFKC').trim());
    return text.trim() !== '' && Math.abs(number - rule.value) <= rule.tolerance + 1e-9;
  });
}

export const isMultiple = (question: Pick<PracticeQuestion, 'type'>): boolean => question.type === sectionType.multiple;
