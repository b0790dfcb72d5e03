import type { QuestionBody } from '../../../sync/contract/bank/question-body.ts';
import { splitLeftItems } from '../../../sync/domain/papers/left-items.ts';

/** An option of an ordering question in the form. `letter`: its stored letter; "" if the option was added in this form. */
export interface StepValues {
  html: string;
  letter: string;
}
/** A pair of a matching question in the form. `left`: the item on the left; "" for an option that fits no item. */
export interface PairValues {
  left: string;
  right: string;
  letter: string;
}

type Content = Pick<QuestionBody, 'options' | 'key'>;
const findOptionHtml = ({ options }: Content, id: string): string => options.find((option) => option.id === id)?.html ?? '';

/** Returns the options of an ordering question in their right order. */
export const toSteps = (body: Content): StepValues[] =>
  body.key.kind === 'order' ? body.key.right.map((letter) => ({ html: findOptionHtml(body, letter), letter })) : [];

/** Returns the pairs in the order of the left items, then the options that fit none. */
export function toPairs(body: Content): PairValues[] {
  if (body.key.kind !== 'match') return [];
  const { right } = body.key;
  const { left, options } = splitLeftItems(body.options);
  return [
    ...left.map(({ html }, at) => ({ left: html, right: findOptionHtml(body, right[at] ?? ''), letter: right[at] ?? '' })),
    ...options.filter(({ id }) => !right.includes(id)).map(({ id, html }) => ({ left: '', right: html, letter: id })),
  ];
}

/**
 * Gives the options their letters. If options were only moved, each keeps its letter. If some were added or removed, they get the letters A, B, C …
 * in the order of the form, and the server assigns new ones.
 */
function assignLetters<T extends { readonly letter: string }>(rows: readonly T[]): (T & { readonly id: string })[] {
  const letters = rows.map((_, at) => String.fromCharCode(65 + at));
  const isComplete = letters.every((letter) => rows.some((row) => row.letter === letter));
  return rows.map((row, at) => ({ ...row, id: isComplete ? row.letter : (letters[at] ?? '') }));
}

const sortByLetter = (rows: readonly { readonly id: string; readonly html: string }[]): QuestionBody['options'] =>
  rows.map(({ id, html }) => ({ id, html })).toSorted((one, two) => (one.id < two.id ? -1 : 1));

/** Converts the options in their right order to options and key. */
export function fromSteps(steps: readonly StepValues[]): Content {
  const rows = assignLetters(steps);
  return { options: sortByLetter(rows), key: { kind: 'order', right: rows.map(({ id }) => id) } };
}

/** Converts the pairs to options and key; equal right sides are one option. Empty rows do not count. */
export function fromPairs(pairs: readonly PairValues[]): Content {
  const filled = pairs.filter(({ left, right }) => left !== '' || right !== '');
  const rows = assignLetters([...new Map(filled.map(({ right, letter }) => [right, letter]))].map(([html, letter]) => ({ html, letter })));
  const pairsWithLeft = filled.filter(({ left }) => left !== '');
  return {
    options: [...pairsWithLeft.map(({ left }, at) => ({ id: String(at + 1), html: left })), ...sortByLetter(rows)],
    key: { kind: 'match', right: pairsWithLeft.map(({ right }) => rows.find(({ html }) => html === right)?.id ?? '') },
  };
}
