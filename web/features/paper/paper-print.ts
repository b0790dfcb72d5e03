import type { PaperQuestion } from '../../../sync/contract/papers/paper.ts';
import type { Paper } from './paper-queries.ts';

export interface PrintSection {
  readonly section: Paper['sections'][number];
  readonly items: readonly { readonly number: number; readonly question: PaperQuestion }[];
}

/** Returns one variant for printing, with questions numbered continuously. */
export function listPrintSections(paper: Paper, variant: number): PrintSection[] {
  const questionById = new Map([...paper.sections.flatMap((one) => one.questions), ...paper.otherQuestions].map((one) => [one.id, one]));
  let number = 0;
  return paper.sections.map((section, at) => ({
    section,
    items: (paper.variants[variant]?.sections[at] ?? []).flatMap((entry) => {
      const question = questionById.get(entry.id);
      number += 1;
      return question ? [{ number, question }] : [];
    }),
  }));
}

export interface NumberRange {
  readonly from: number;
  readonly to: number;
}
/** Returns the first and last question number of a section; null if it is empty. */
export const getNumberRange = (section: PrintSection): NumberRange | null => {
  const [first] = section.items;
  const last = section.items.at(-1);
  return first && last ? { from: first.number, to: last.number } : null;
};

/** Splits a list into groups of five, as answer sheets print them. */
export const groupByFive = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 5) }, (_, at) => items.slice(at * 5, at * 5 + 5));

/** Returns the shared material that starts at an item, with the numbers of its first and last question; undefined if none starts there. */
export function findMaterialRun(
  items: PrintSection['items'],
  at: number,
): { readonly html: string; readonly from: number; readonly to: number } | undefined {
  const of = (place: number): string => items[place]?.question.material ?? '';
  const html = of(at);
  if (html === '' || (at > 0 && of(at - 1) === html)) return undefined;
  let last = at;
  while (of(last + 1) === html) last += 1;
  return { html, from: items[at]?.number ?? 0, to: items[last]?.number ?? 0 };
}
