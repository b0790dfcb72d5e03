import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { paperCalls, PaperQuestion } from '../../../../sync/contract/papers/paper.ts';
import type { SittingItem } from './paper-order.ts';

export type PreviewedPaper = CallOutput<(typeof paperCalls)['getById']>;

/** Maps the item ids of a package to the questions of a variant. The items are numbered through all sections, as in a published exam. */
export function mapItemQuestions(paper: PreviewedPaper, variant: number): ReadonlyMap<string, PaperQuestion> {
  const known = new Map([...paper.sections.flatMap((one) => one.questions), ...paper.otherQuestions].map((one) => [one.id, one]));
  const found = (paper.variants[variant]?.sections ?? []).flat().flatMap((entry) => known.get(entry.id) ?? []);
  return new Map(found.map((question, at) => [String(at + 1), question]));
}

/** Returns the letters of the right options on this screen, where options may have another order. */
export const listRightLetters = (item: SittingItem, question: PaperQuestion): string[] => {
  const { key } = question;
  return key.kind === 'choice' ? item.options.filter((option) => key.right.includes(option.id)).map((option) => option.letter) : [];
};

/** Returns the answer key of an ordering or matching question with the option letters of this screen; any other key stays unchanged. */
export const toScreenKey = (item: SittingItem, { key }: PaperQuestion): PaperQuestion['key'] =>
  key.kind === 'order' || key.kind === 'match'
    ? { ...key, right: key.right.map((id) => item.options.find((option) => option.id === id)?.letter ?? id) }
    : key;
