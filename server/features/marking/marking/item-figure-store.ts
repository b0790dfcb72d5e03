import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { StoredItemScore } from '../../exams/exam/attempt-score-reads.ts';
import { createExamReads } from '../../exams/exam/exam-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import {
  isScoredQuestion,
  type ItemFigure,
  createItemFigures,
  listCountedIds,
  listFigureIds,
  type OptionFigure,
  createOptionFigures,
} from './item-figure-reads.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Attempts read at once, which takes a few milliseconds of the server's only thread. */
const sliceRows = 50;
/** Maximum number of exams that are read for a question, newest first. */
const mostPlans = 50;

interface ReleasedPlan {
  readonly id: number;
  readonly schoolId: number;
  readonly attempts: number | null;
  readonly markedMs: number | null;
}

export interface StoredItemFigure extends ItemFigure {
  readonly options: OptionFigure[];
}

/**
 * Computes and caches figures of questions, for exams with released scores only: before the release a figure over few people would reveal their
 * results. A whole exam is computed on demand and cached until its scores change.
 */
export function createItemFigureStore(db: Kysely<Database>, sync: Pick<SyncReads, 'answers'>) {
  const listReleasedPlans = (questionId: number) =>
    db
      .selectFrom('exam_plan')
      .leftJoin('item_figure_plan', 'item_figure_plan.plan_id', 'exam_plan.id')
      .select(({ selectFrom, fn }) => [
        'exam_plan.id',
        'exam_plan.school_id as schoolId',
        'item_figure_plan.attempts as knownAttempts',
        'item_figure_plan.marked_ms as knownMs',
        selectFrom('attempt_score').select(fn.countAll<number>().as('count')).whereRef('plan_id', '=', 'exam_plan.id').as('attempts'),
        selectFrom('attempt_score').select(fn.max('marked_ms').as('at')).whereRef('plan_id', '=', 'exam_plan.id').as('markedMs'),
      ])
      .where('exam_plan.id', 'in', (eb) => eb.selectFrom('exam_item').select('plan_id').where('question_id', '=', questionId))
      .where('released_ms', 'is not', null)
      .where('exam_plan.kind', '=', 'exam')
      .orderBy('start_ms', 'desc')
      .limit(mostPlans)
      .execute();

  const make = async (planId: number): Promise<Map<number, StoredItemFigure>> => {
    const rows = await db
      .selectFrom('exam_item')
      .select(['variant', 'item_id', 'question_id', 'points', 'options', 'answer_key'])
      .where('plan_id', '=', planId)
      .execute();
    const corrections = await createExamReads(db).corrections(planId);
    const items = new Map(
      rows.filter((row) => isScoredQuestion(corrections.get(row.question_id))).map((row) => [`${row.variant} ${row.item_id}`, row]),
    );
    const questions = new Map(
      rows.map((row) => {
        const key = JSON.parse(row.answer_key) as AnswerKey;
        const ids = (JSON.parse(row.options) as { id: string }[]).map(({ id }) => id);
        return [row.question_id, { key, ids: listFigureIds(key, ids) }];
      }),
    );
    const figures = createItemFigures();
    const optionFigures = createOptionFigures();
    let lastAttemptId = '';
    for (;;) {
      const slice = await db
        .selectFrom('attempt_score')
        .innerJoin('exam_examinee', 'exam_examinee.attempt_id', 'attempt_score.attempt_id')
        .select(['attempt_score.attempt_id as attemptId', 'variant', 'items', 'points_cent'])
        .where('attempt_score.plan_id', '=', planId)
        .where('attempt_score.attempt_id', '>', lastAttemptId)
        .orderBy('attempt_score.attempt_id')
        .limit(sliceRows)
        .execute();
      for (const attempt of slice) {
        const scored = (JSON.parse(attempt.items) as StoredItemScore[]).flatMap(({ itemId, cent }) => {
          const item = items.get(`${attempt.variant} ${itemId}`);
          return item === undefined || cent === null ? [] : [{ itemId, questionId: item.question_id, cent, mostCent: item.points * 100 }];
        });
        figures.add(scored);
        const { answers } = await sync.answers(attempt.attemptId);
        const valuesByItem = new Map(answers.map(({ itemId, value }) => [itemId, value]));
        for (const { itemId, questionId } of scored) {
          const key = questions.get(questionId)?.key;
          if (key) optionFigures.add(questionId, listCountedIds(key, valuesByItem.get(itemId) ?? []), attempt.points_cent);
        }
      }
      if (slice.length < sliceRows)
        return new Map(
          [...figures.figures()].map(([questionId, figure]) => [
            questionId,
            { ...figure, options: optionFigures.getFigures(questionId, questions.get(questionId)?.ids ?? []) },
          ]),
        );
      lastAttemptId = slice.at(-1)?.attemptId ?? lastAttemptId;
      await turn();
    }
  };

  const keep = (
    { id: planId, schoolId, attempts, markedMs }: ReleasedPlan,
    figures: ReadonlyMap<number, StoredItemFigure>,
  ): Promise<void> =>
    runUnitOfWork(db, schoolId, {}, async (tx) => {
      await tx.deleteFrom('item_figure').where('plan_id', '=', planId).execute();
      const rows = [...figures].map(([questionId, { options, ...figure }]) => ({
        plan_id: planId,
        question_id: questionId,
        ...figure,
        options: JSON.stringify(options),
      }));
      for (const some of sliceValues(rows)) await tx.insertInto('item_figure').values(some).execute();
      const columns = { attempts: attempts ?? 0, marked_ms: markedMs ?? 0 };
      await tx
        .insertInto('item_figure_plan')
        .values({ plan_id: planId, ...columns })
        .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(columns))
        .execute();
    });

  return {
    /** Returns the figures of a question by plan id. Plans without released scores, and plans in which the question did not count, are missing. */
    async ofQuestion(questionId: number): Promise<Map<number, StoredItemFigure>> {
      const plans = (await listReleasedPlans(questionId)).filter((plan) => (plan.attempts ?? 0) > 0);
      for (const plan of plans)
        if (plan.attempts !== plan.knownAttempts || plan.markedMs !== plan.knownMs) await keep(plan, await make(plan.id));
      const rows = await db.selectFrom('item_figure').selectAll().where('question_id', '=', questionId).execute();
      const planIds = new Set(plans.map(({ id }) => id));
      return new Map(
        rows
          .filter((row) => planIds.has(row.plan_id))
          .map(({ plan_id: planId, attempts, ease, discrimination, options }) => [
            planId,
            { attempts, ease, discrimination, options: JSON.parse(options) as OptionFigure[] },
          ]),
      );
    },
  };
}
