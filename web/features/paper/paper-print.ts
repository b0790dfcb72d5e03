import type { PaperQuestion } from '../../../sync/contract/paper.ts';
import type { Paper } from './paper-queries.ts';

export interface PrintSection {
  readonly section: Paper['sections'][number];
  readonly items: readonly { readonly number: number; readonly question: PaperQuestion }[];
}

/** One variant as it is printed, numbered through. */
export function printSections(paper: Paper, variant: number): PrintSection[] {
  const known = new Map([...paper.sections.flatMap((one) => one.questions), ...paper.otherQuestions].map((one) => [one.id, one]));
  let number = 0;
  return paper.sections.map((section, at) => ({
    section,
    items: (paper.variants[variant]?.sections[at] ?? []).flatMap((entry) => {
      const question = known.get(entry.id);
      number += 1;
      return question ? [{ number, question }] : [];
    }),
  }));
}
