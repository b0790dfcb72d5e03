import type { Kysely } from 'kysely';
import type { AssignedKind } from '../../../../../sync/domain/exams/attempt-kinds.ts';
import type { Database } from '../../../../db/schema.ts';
import { createPractisedReads } from '../../../bank/question/practised-reads.ts';
import { createPaperReads, listVariantQuestionIds } from '../../../papers/paper/paper-reads.ts';
import {
  computeQuestionContent,
  findLikeQuestions,
  type QuestionContent,
} from '../../../bank/question/similarity/question-likeness-reads.ts';
import { createQuestionReads } from '../../../bank/question/question-reads.ts';
import { getPlanPaperId, type PlanTableRow } from '../plan/exam-store.ts';
import { createHeldQuestionReads } from './held-questions-reads.ts';

interface OpenTask {
  readonly id: number;
  readonly kind: AssignedKind;
  readonly name: string;
  readonly created_by: number;
  readonly students: number;
  readonly begun: number;
  /** Number of the exam's questions that this assignment also asks. */
  readonly questions: number;
}

/** Finds assignments and practice open to learners now that contain questions of an exam, published or not. */
export function createOpenWorkStore(db: Kysely<Database>) {
  const heldQuestionReads = createHeldQuestionReads(db);

  /** Reads the frozen questions of a published plan, else the current ones of its paper. */
  const contentsOf = async (plan: PlanTableRow): Promise<readonly QuestionContent[]> => {
    if (plan.published_ms !== null) return heldQuestionReads.contentsOf(plan.id);
    const paper = await createPaperReads(db).byId(plan.school_id, getPlanPaperId(plan));
    const questions = await createQuestionReads(db).byIds(plan.school_id, paper ? listVariantQuestionIds(paper.variants) : []);
    return [...questions.values()].map((question) => computeQuestionContent(question, plan.school_id));
  };

  const tasksWith = async (plan: PlanTableRow, contents: readonly QuestionContent[], nowMs: number): Promise<OpenTask[]> => {
    const found = await heldQuestionReads.ofContents(contents, { schoolId: plan.school_id, nowMs, holderKind: 'openTasks' });
    const counts = new Map<number, number>();
    for (const plans of found.values()) for (const { id } of plans) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (counts.size === 0) return [];
    const rows = await db
      .selectFrom('exam_plan')
      .innerJoin('exam_examinee', 'exam_examinee.plan_id', 'exam_plan.id')
      .where('exam_plan.id', 'in', [...counts.keys()])
      .where('exam_plan.school_id', '=', plan.school_id)
      .where('exam_plan.withdrawn_ms', 'is', null)
      .groupBy(['exam_plan.id', 'exam_plan.kind', 'exam_plan.name', 'exam_plan.created_by', 'exam_plan.start_ms'])
      .orderBy('exam_plan.start_ms')
      .orderBy('exam_plan.id')
      .select((eb) => [
        'exam_plan.id',
        'exam_plan.kind',
        'exam_plan.name',
        'exam_plan.created_by',
        eb.fn.count<number>('exam_examinee.user_id').as('students'),
        eb.fn.count<number>('exam_examinee.entered_ms').as('begun'),
      ])
      .$narrowType<{ kind: AssignedKind }>()
      .execute();
    return rows.map((row) => ({ ...row, questions: counts.get(row.id) ?? 0 }));
  };

  return {
    /**
     * Finds the open assignments and practice categories for one exam. `likeIds`: ids of the exam's questions, and of questions in the school's own
     * bank with the same or nearly the same content.
     */
    async findOpenWork(plan: PlanTableRow, nowMs: number) {
      const contents = await contentsOf(plan);
      const likeIds = await findLikeQuestions(db, plan.school_id, contents);
      for (const { questionId } of contents) likeIds.add(questionId);
      return {
        tasks: await tasksWith(plan, contents, nowMs),
        likeIds: [...likeIds],
        categories: await createPractisedReads(db).openFor(plan.school_id, [...likeIds]),
      };
    },
  };
}
