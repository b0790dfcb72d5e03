import type { Kysely } from 'kysely';
import type { SetKind } from '../../../sync/machines/attempt-kinds.ts';
import type { Database } from '../../db/schema.ts';
import { practisedReads } from '../exercise/practised-reads.ts';
import { paperReads, questionIdsOf } from '../paper/paper-reads.ts';
import { contentOf, likeQuestions, type QuestionContent } from '../question/question-likeness-reads.ts';
import { questionReads } from '../question/question-reads.ts';
import { paperOf, type PlanRow } from './exam-store.ts';
import { heldQuestions } from './held-questions-reads.ts';

interface OpenTask {
  readonly id: number;
  readonly kind: SetKind;
  readonly name: string;
  readonly created_by: number;
  readonly students: number;
  readonly begun: number;
  /** Number of the exam's questions that this assignment also asks. */
  readonly questions: number;
}

/** Finds assignments and practice open to learners now that contain questions of an exam, published or not. */
export function openWorkStore(db: Kysely<Database>) {
  const held = heldQuestions(db);

  /** Reads the frozen questions of a published plan, else the current ones of its paper. */
  const contentsOf = async (plan: PlanRow): Promise<readonly QuestionContent[]> => {
    if (plan.published_ms !== null) return held.contentsOf(plan.id);
    const paper = await paperReads(db).byId(plan.school_id, paperOf(plan));
    const questions = await questionReads(db).byIds(plan.school_id, paper ? questionIdsOf(paper.variants) : []);
    return [...questions.values()].map((question) => contentOf(question, plan.school_id));
  };

  const tasksWith = async (plan: PlanRow, contents: readonly QuestionContent[], nowMs: number): Promise<OpenTask[]> => {
    const found = await held.ofContents(contents, { schoolId: plan.school_id, nowMs, by: 'openTasks' });
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
      .$narrowType<{ kind: SetKind }>()
      .execute();
    return rows.map((row) => ({ ...row, questions: counts.get(row.id) ?? 0 }));
  };

  return {
    /** `likeIds`: the exam's questions, and questions of the school's own bank with the same or nearly the same content. */
    async of(plan: PlanRow, nowMs: number) {
      const contents = await contentsOf(plan);
      const likeIds = await likeQuestions(db, plan.school_id, contents);
      for (const { questionId } of contents) likeIds.add(questionId);
      return {
        tasks: await tasksWith(plan, contents, nowMs),
        likeIds: [...likeIds],
        categories: await practisedReads(db).openFor(plan.school_id, [...likeIds]),
      };
    },
  };
}
