import type { Kysely } from 'kysely';
import type { SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';
import type { Caller } from '../../http/handler.ts';

export interface MarkedPlan {
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly released_ms: number | null;
}

/** One of a plan's examinees, as marking sees them: the number is their script's, and says nothing of whose it is. */
export interface Candidate {
  readonly code: number;
  readonly userId: number;
  readonly attemptId: string;
  readonly variant: string;
  readonly name: string;
  readonly ticketNo: string;
}

/** A question of a plan that people mark, with its number in each variant. */
export interface MarkedQuestion {
  readonly questionId: number;
  /** Variant → item. */
  readonly items: ReadonlyMap<string, string>;
  readonly section: number;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly stem: string;
  readonly answerKey: string;
}

/** What somebody may mark: the published plans of their school whose marker groups they are in. */
export function markerDutyStore(db: Kysely<Database>) {
  return {
    async plans({ schoolId, userId }: Pick<Caller, 'schoolId' | 'userId'>, planId?: number): Promise<MarkedPlan[]> {
      const rows = await db
        .selectFrom('exam_plan_group')
        .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_plan_group.plan_id')
        .where('exam_plan.school_id', '=', schoolId)
        .where('exam_plan.published_ms', 'is not', null)
        .$if(planId !== undefined, (query) => query.where('exam_plan.id', '=', planId ?? 0))
        .select([
          'exam_plan.id',
          'exam_plan.name',
          'marker_group.name as group',
          'exam_plan.start_ms',
          'exam_plan.duration_ms',
          'exam_plan.released_ms',
          'marker_group.leader_id',
          'marker_group.members',
        ])
        .orderBy('exam_plan.start_ms', 'desc')
        .orderBy('exam_plan.id', 'desc')
        .execute();
      const mine = rows.filter(
        (row) => row.leader_id === userId || (JSON.parse(row.members) as { userId: number }[]).some((member) => member.userId === userId),
      );
      return [...new Map(mine.map((row) => [row.id, row])).values()];
    },

    /** Attempts' ids are random, so their order is, too. */
    async candidates(planId: number): Promise<Candidate[]> {
      const rows = await db
        .selectFrom('exam_examinee')
        .select(['user_id', 'attempt_id', 'variant', 'name', 'ticket_no'])
        .where('plan_id', '=', planId)
        .where('attempt_id', 'is not', null)
        .orderBy('attempt_id')
        .execute();
      return rows.map((row, at) => ({
        code: at + 1,
        userId: row.user_id,
        attemptId: row.attempt_id ?? '',
        variant: row.variant,
        name: row.name,
        ticketNo: row.ticket_no,
      }));
    },

    /** In the order of the paper's first variant that has them. */
    async questions(planId: number, types: readonly number[]): Promise<MarkedQuestion[]> {
      const rows = await db
        .selectFrom('exam_item')
        .select(['question_id', 'variant', 'item_id', 'section', 'type', 'points', 'stem', 'answer_key'])
        .where('plan_id', '=', planId)
        .orderBy('variant')
        .execute();
      const marked = rows.filter((row) => types.includes(row.type)).toSorted((a, b) => Number(a.item_id) - Number(b.item_id));
      return [...Map.groupBy(marked, (row) => row.question_id)].flatMap(([questionId, all]) => {
        const [first] = all;
        return first === undefined
          ? []
          : {
              questionId,
              items: new Map(all.map((row) => [row.variant, row.item_id])),
              section: first.section,
              type: first.type,
              points: first.points,
              stem: first.stem,
              answerKey: first.answer_key,
            };
      });
    },

    async sectionTitles(planId: number): Promise<string[]> {
      const row = await db.selectFrom('exam_package').select('sections').where('plan_id', '=', planId).executeTakeFirst();
      return (JSON.parse(row?.sections ?? '[]') as { title: string }[]).map(({ title }) => title);
    },
  };
}
