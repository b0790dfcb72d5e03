import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import { renderMathml } from '../../bank/question/question-reads.ts';
import type { createAssignmentStore } from './assignment-store.ts';

export interface AssignmentItem {
  readonly itemId: string;
  readonly questionId: number;
  readonly key: AnswerKey;
  readonly analysis: string;
  readonly content: {
    readonly itemId: string;
    readonly section: string;
    readonly type: SectionTypeCode;
    readonly stem: string;
    readonly options: { id: string; html: string }[];
    readonly max: number;
  };
}

/** Reads the frozen questions of one variant in the paper's order, with typeset formulas. */
export async function readAssignmentItems(
  store: ReturnType<typeof createAssignmentStore>,
  planId: number,
  variant: string,
): Promise<AssignmentItem[]> {
  const titles = (await store.packagesOf([planId])).find((row) => row.variant === variant);
  const sections = JSON.parse(titles?.sections ?? '[]') as { title: string }[];
  const rows = await store.wholeItems(planId, variant);
  return rows
    .toSorted((a, b) => Number(a.item_id) - Number(b.item_id))
    .map((row) => ({
      itemId: row.item_id,
      questionId: row.question_id,
      key: JSON.parse(row.answer_key) as AnswerKey,
      analysis: renderMathml(row.analysis).html,
      content: {
        itemId: row.item_id,
        section: sections[row.section]?.title ?? '',
        type: row.type,
        stem: renderMathml(row.stem).html,
        options: (JSON.parse(row.options) as { id: string; html: string }[]).map(({ id, html }) => ({
          id,
          html: renderMathml(html).html,
        })),
        max: row.points,
      },
    }));
}
