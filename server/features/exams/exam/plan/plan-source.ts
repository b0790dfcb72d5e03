import type { PaperRow, StoredPaper } from '../../../papers/paper/paper-reads.ts';
import type { StoredQuestion } from '../../../bank/question/question-reads.ts';

/** Content that a plan freezes: a paper with its questions, or an assignment in words (`row` is null). */
export interface PlanSource extends Pick<StoredPaper, 'rules' | 'sections' | 'variants'> {
  readonly row: PaperRow | null;
  readonly name: string;
  readonly totalPoints: number;
  readonly questions: ReadonlyMap<number, StoredQuestion>;
}
