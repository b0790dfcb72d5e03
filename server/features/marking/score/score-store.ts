import type { Kysely } from 'kysely';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import type { Database } from '../../../db/schema.ts';

/** The fields of a plan that scoring needs. */
export interface ScoredPlan {
  readonly id: number;
  readonly school_id: number;
  readonly name: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly published_ms: number | null;
  readonly released_ms: number | null;
  /** Working days after the release in which an examinee may ask for a review. */
  readonly review_days: number;
  readonly part: ExamPart;
}
export interface ScoredPerson {
  readonly userId: number;
  readonly attemptId: string;
  readonly variant: string;
  readonly name: string;
  readonly ticketNo: string;
}
/** A question as it was frozen in one variant at publishing. `points`: full points of the question. */
export interface FrozenQuestion {
  readonly variant: string;
  readonly itemId: string;
  readonly questionId: number;
  readonly section: string;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly stem: string;
  readonly optionIds: readonly string[];
  readonly key: AnswerKey;
}
/** A request for a score review. `granted`: null until staff have answered. */
export interface ReviewRow {
  readonly user_id: number;
  readonly text: string;
  readonly asked_ms: number;
  readonly granted: 0 | 1 | null;
  readonly answer: string;
  readonly answered_by: number | null;
  readonly answered_ms: number | null;
}

const columns = ['id', 'school_id', 'name', 'start_ms', 'duration_ms', 'published_ms', 'released_ms', 'review_days', 'part'] as const;

/** Queries of scores, key corrections and score reviews. */
export function createScoreStore(db: Kysely<Database>) {
  return {
    /** Returns an exam plan of the school. */
    plan: (schoolId: number, planId: number): Promise<ScoredPlan | undefined> =>
      db
        .selectFrom('exam_plan')
        .select(columns)
        .where('id', '=', planId)
        .where('school_id', '=', schoolId)
        .where('kind', '=', 'exam')
        .executeTakeFirst(),

    /**
     * Returns all plans of the exam that this plan is a part of, including resits but not withdrawn plans. The plan that the others refer to
     * comes first.
     */
    async listParts(schoolId: number, planId: number): Promise<ScoredPlan[]> {
      const one = await db
        .selectFrom('exam_plan')
        .select('part_of')
        .where('id', '=', planId)
        .where('school_id', '=', schoolId)
        .where('kind', '=', 'exam')
        .executeTakeFirst();
      if (!one) return [];
      const first = one.part_of ?? planId;
      return db
        .selectFrom('exam_plan')
        .select(columns)
        .where((eb) => eb.or([eb('id', '=', first), eb('part_of', '=', first)]))
        .where('withdrawn_ms', 'is', null)
        .orderBy((eb) => eb.case().when('part_of', 'is', null).then(0).else(1).end())
        .orderBy('start_ms')
        .orderBy('id')
        .execute();
    },

    async people(planId: number): Promise<ScoredPerson[]> {
      const rows = await db
        .selectFrom('exam_examinee')
        .select(['user_id', 'attempt_id', 'variant', 'name', 'ticket_no'])
        .where('plan_id', '=', planId)
        .where('attempt_id', 'is not', null)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({
        userId: row.user_id,
        attemptId: row.attempt_id ?? '',
        variant: row.variant,
        name: row.name,
        ticketNo: row.ticket_no,
      }));
    },

    async passPoints(planId: number): Promise<number> {
      const row = await db.selectFrom('exam_package').select('pass_points').where('plan_id', '=', planId).executeTakeFirst();
      return row?.pass_points ?? 0;
    },

    async questions(planId: number): Promise<FrozenQuestion[]> {
      const packages = await db.selectFrom('exam_package').select(['variant', 'sections']).where('plan_id', '=', planId).execute();
      const titles = new Map(
        packages.map((row) => [row.variant, (JSON.parse(row.sections) as { title: string }[]).map(({ title }) => title)]),
      );
      const rows = await db
        .selectFrom('exam_item')
        .select(['variant', 'item_id', 'question_id', 'section', 'type', 'points', 'stem', 'options', 'answer_key'])
        .where('plan_id', '=', planId)
        .orderBy('variant')
        .execute();
      return rows
        .map((row) => ({
          variant: row.variant,
          itemId: row.item_id,
          questionId: row.question_id,
          section: titles.get(row.variant)?.[row.section] ?? '',
          type: row.type,
          points: row.points,
          stem: row.stem,
          optionIds: (JSON.parse(row.options) as { id: string }[]).map(({ id }) => id),
          key: JSON.parse(row.answer_key) as AnswerKey,
        }))
        .toSorted((a, b) => (a.variant === b.variant ? Number(a.itemId) - Number(b.itemId) : a.variant < b.variant ? -1 : 1));
    },

    /** Lists the key corrections of a plan, newest first. */
    corrections: (planId: number) =>
      db.selectFrom('key_correction').selectAll().where('plan_id', '=', planId).orderBy('id', 'desc').execute(),

    /** Stores a key correction and marks the stored scores as outdated. */
    async correct(
      planId: number,
      decision: {
        readonly questionId: number;
        readonly correction: KeyCorrection | null;
        readonly reason: string;
        readonly changed: number;
        readonly by: number;
        readonly nowMs: number;
      },
    ): Promise<void> {
      await db
        .insertInto('key_correction')
        .values({
          plan_id: planId,
          question_id: decision.questionId,
          correction: JSON.stringify(decision.correction),
          reason: decision.reason,
          changed: decision.changed,
          corrected_by: decision.by,
          corrected_ms: decision.nowMs,
        })
        .execute();
      await this.forget(planId);
    },

    /** Marks the stored scores as outdated; they are recomputed when they are next read. */
    async forget(planId: number): Promise<void> {
      await db.updateTable('attempt_score').set({ answers_version: -1 }).where('plan_id', '=', planId).execute();
    },

    reviews: (planId: number): Promise<ReviewRow[]> =>
      db
        .selectFrom('score_review')
        .select(['user_id', 'text', 'asked_ms', 'granted', 'answer', 'answered_by', 'answered_ms'])
        .where('plan_id', '=', planId)
        .orderBy('asked_ms')
        .orderBy('user_id')
        .execute(),

    /** Stores an examinee's request for a review. Returns false if the examinee had already asked. */
    async ask(planId: number, userId: number, text: string, nowMs: number): Promise<boolean> {
      const insertion = await db
        .insertInto('score_review')
        .values({ plan_id: planId, user_id: userId, text, asked_ms: nowMs })
        .onConflict((conflict) => conflict.columns(['plan_id', 'user_id']).doNothing())
        .executeTakeFirst();
      return Number(insertion.numInsertedOrUpdatedRows ?? 0) > 0;
    },

    /** Stores the answer to a review. Returns false if the review was already answered. */
    async answer(
      planId: number,
      userId: number,
      decision: { readonly granted: boolean; readonly answer: string; readonly by: number; readonly nowMs: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('score_review')
        .set({ granted: decision.granted ? 1 : 0, answer: decision.answer, answered_by: decision.by, answered_ms: decision.nowMs })
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .where('granted', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
