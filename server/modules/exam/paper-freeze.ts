import type { PaperContent } from '../../../sync/contract/exam.ts';
import type { WholePaper } from '../paper/paper-reads.ts';
import { renderFormulas, type StoredQuestion } from '../question/question-reads.ts';

export interface FrozenItem {
  readonly itemId: string;
  /** Index of its section. */
  readonly section: number;
  readonly question: StoredQuestion;
  readonly points: number;
  readonly partial: boolean;
}
export interface FrozenPaper {
  /** What devices get: no keys, no analyses (SY17). */
  readonly content: PaperContent;
  /** What stays: the questions as they are now, with their keys. */
  readonly items: readonly FrozenItem[];
  readonly badFormulas: readonly { readonly itemId: string; readonly source: string }[];
}

/** Freezes a drawn paper: numbers its items, renders its formulas. Undefined when a section isn't filled or a question is gone. */
export function freezePaper(
  paper: WholePaper,
  questions: ReadonlyMap<number, StoredQuestion>,
  name: { planId: number; variant: string; version: number; title: string },
): FrozenPaper | undefined {
  const items: FrozenItem[] = [];
  const badFormulas: { itemId: string; source: string }[] = [];
  for (const [index, { section, questionIds }] of paper.sections.entries()) {
    if (questionIds.length !== section.count) return undefined;
    for (const questionId of questionIds) {
      const question = questions.get(questionId);
      if (!question) return undefined;
      items.push({ itemId: String(items.length + 1), section: index, question, points: section.pointsEach, partial: section.partial });
    }
  }
  const content: PaperContent = {
    planId: name.planId,
    variant: name.variant,
    version: name.version,
    title: name.title,
    layout: paper.rules.layout,
    shuffleQuestions: paper.rules.shuffleQuestions,
    shuffleOptions: paper.rules.shuffleOptions,
    sections: paper.sections.map(({ section }, index) => ({
      title: section.title,
      type: section.type,
      items: items
        .filter((item) => item.section === index)
        .map(({ itemId, question, points }) => {
          const html = (source: string): string => {
            const rendered = renderFormulas(source);
            badFormulas.push(...rendered.bad.map((bad) => ({ itemId, source: bad })));
            return rendered.html;
          };
          return {
            id: itemId,
            stemHtml: html(question.stem),
            options: question.options.map((option) => ({ id: option.id, html: html(option.html) })),
            blankCount: question.key.kind === 'blanks' ? question.key.blanks.length : 0,
            points,
          };
        }),
    })),
  };
  return { content, items, badFormulas };
}
