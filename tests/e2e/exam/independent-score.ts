import type { AnswerKey } from '../../../sync/contract/bank/question.ts';
import { getOptionLetterOf, findSource, type SourceQuestion } from './question-source.ts';

/** A question of the paper, in the order of the paper, with the marking rule of its section. */
export interface DrawnItem {
  readonly itemId: string;
  readonly stem: string;
  readonly options: readonly { readonly id: string; readonly html: string }[];
  readonly key: AnswerKey;
  readonly pointsEach: number;
  readonly partial: boolean;
}

/** Computes the points of an answer from the question files, independently of the product's marking. */
export function computeScore(item: DrawnItem, answer: readonly string[], sources: readonly SourceQuestion[]): number {
  if (item.key.kind === 'blanks') return blanksScore(item, answer);
  if (item.key.kind === 'rubric') throw new Error('people mark it');
  if (item.options.some((option) => option.id === 'T')) return answer.join() === item.key.right.join() ? item.pointsEach : 0;
  const source = findSource(
    sources,
    item.stem,
    item.options.map((option) => option.html),
  );
  const chosen = item.options
    .filter((option) => answer.includes(option.id))
    .map((option) => getOptionLetterOf(source, option.id, option.html));
  const wrong = chosen.filter((letter) => !source.right.has(letter)).length;
  if (chosen.length === 0 || wrong > 0) return 0;
  if (chosen.length === source.right.size) return item.pointsEach;
  return item.partial ? item.pointsEach / 2 : 0;
}

/**
 * Counts a blank as right only if its text equals a rule's text. This suffices, because the tests type either such a text or one that no rule
 * accepts.
 */
function blanksScore(item: DrawnItem, answer: readonly string[]): number {
  if (item.key.kind !== 'blanks') return 0;
  const { blanks } = item.key;
  const right = blanks.filter((rule, at) => answer[at] !== undefined && listRightTexts(rule).includes(answer[at])).length;
  if (right === blanks.length) return item.pointsEach;
  return item.partial ? (item.pointsEach * right) / blanks.length : 0;
}

/** Returns the texts that a rule of a blank accepts. */
export const listRightTexts = (rule: Extract<AnswerKey, { kind: 'blanks' }>['blanks'][number]): readonly string[] =>
  rule.mode === 'number' ? [String(rule.value)] : rule.anyOf;

/** Returns the ids of a choice item's correct options, as the question file states them, if the item was imported. */
export function listRightOptions(item: DrawnItem, sources: readonly SourceQuestion[]): string[] {
  if (item.key.kind !== 'choice') return [];
  if (item.options.some((option) => option.id === 'T')) return item.key.right;
  const source = findSource(
    sources,
    item.stem,
    item.options.map((option) => option.html),
  );
  return item.options.filter((option) => source.right.has(getOptionLetterOf(source, option.id, option.html))).map((option) => option.id);
}
