import type { Kysely } from 'kysely';
import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, refuse } from '../../../http/handler.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { countRows } from '../../../db/list-page.ts';

export interface MarkedPlan {
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly released_ms: number | null;
  readonly withdrawn_ms: number | null;
  /** 1 if a score sheet of a performed task needs the assessor's signature. */
  readonly signature_required: 0 | 1;
  /** True if the caller leads one of the plan's marker groups. */
  readonly leads: boolean;
  /** Number of answers the caller should mark in all; 0 means a fair share. */
  readonly quota: number;
  readonly markers: readonly { readonly userId: number; readonly quota: number; readonly leads: boolean }[];
}

/** An examinee of a plan as marking sees them. `code` numbers their script without revealing who they are. */
export interface MarkingCandidate {
  readonly code: number;
  readonly userId: number;
  readonly attemptId: string;
  readonly variant: string;
  readonly name: string;
  readonly ticketNo: string;
}

/** A question of a plan that people mark, with its item id in each variant. */
export interface MarkedQuestion {
  readonly questionId: number;
  /** Maps each variant to the item id that the question has in it. */
  readonly items: ReadonlyMap<string, string>;
  readonly section: number;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly stem: string;
  readonly answerKey: string;
}

/** Finds the plans a person may mark: published plans of the school whose marker groups they belong to. */
export function createMarkerDutyStore(db: Kysely<Database>) {
  return {
    /** Finds a plan that is not withdrawn. For callers outside its marker groups it refuses as if the plan did not exist. */
    async openPlan(caller: Caller, planId: number): Promise<MarkedPlan> {
      const [plan] = await this.plans(caller, planId);
      if (!plan) refuse('notFound', messages.notFound());
      return plan.withdrawn_ms === null ? plan : refuse('refused', messages.withdrawn());
    },

    async plans({ schoolId, userId }: Pick<Caller, 'schoolId' | 'userId'>, planId?: number): Promise<MarkedPlan[]> {
      const rows = await db
        .selectFrom('exam_plan_group')
        .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
        .innerJoin('exam_plan', 'exam_plan.id', 'exam_plan_group.plan_id')
        .where('exam_plan.school_id', '=', schoolId)
        // Lists leave out withdrawn plans. A call that names one plan still finds it, to say that it is withdrawn.
        .where((eb) =>
          planId === undefined
            ? eb('exam_plan.published_ms', 'is not', null)
            : eb.and([
                eb('exam_plan.id', '=', planId),
                eb.or([eb('exam_plan.published_ms', 'is not', null), eb('exam_plan.withdrawn_ms', 'is not', null)]),
              ]),
        )
        .select([
          'exam_plan.id',
          'exam_plan.name',
          'marker_group.name as name_of_group',
          'exam_plan.start_ms',
          'exam_plan.duration_ms',
          'exam_plan.released_ms',
          'exam_plan.withdrawn_ms',
          'exam_plan.signature_required',
          'marker_group.leader_id',
          'marker_group.members',
        ])
        .orderBy('exam_plan.start_ms', 'desc')
        .orderBy('exam_plan.id', 'desc')
        .execute();
      return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((groups): MarkedPlan[] => {
        const people = groups.flatMap((row) => [
          ...(row.leader_id === null ? [] : [{ userId: row.leader_id, quota: 0, leads: true, group: row.name_of_group }]),
          ...(JSON.parse(row.members) as { userId: number; quota: number }[]).map((member) => ({
            ...member,
            leads: false,
            group: row.name_of_group,
          })),
        ]);
        const membership = people.find((person) => person.userId === userId);
        const [plan] = groups;
        if (plan === undefined || membership === undefined) return [];
        const { leader_id: _leader, members: _members, name_of_group: _name, ...rest } = plan;
        const leads = people.some((person) => person.userId === userId && person.leads);
        return [{ ...rest, group: membership.group, leads, quota: leads ? 0 : membership.quota, markers: people }];
      });
    },

    /** Finds examinees whom a marker must not mark: the marker, their students, and people with the same employer. */
    async conflictsOf(userId: number, planId: number): Promise<Set<number>> {
      const { employer } = await db.selectFrom('user').select('employer').where('id', '=', userId).executeTakeFirstOrThrow();
      const taught = [...(await createClassReads(db).taughtBy(userId))];
      const rows = await db
        .selectFrom('exam_examinee')
        .innerJoin('user', 'user.id', 'exam_examinee.user_id')
        .select(['user.id', 'user.class_id', 'user.employer'])
        .where('exam_examinee.plan_id', '=', planId)
        .execute();
      const relatedRows = rows.filter(
        (row) =>
          row.id === userId || (row.class_id !== null && taught.includes(row.class_id)) || (employer !== '' && row.employer === employer),
      );
      return new Set(relatedRows.map((row) => row.id));
    },

    headCount: (planId: number): Promise<number> => countRows(db.selectFrom('exam_examinee').where('plan_id', '=', planId)),

    async tickets(planId: number): Promise<{ userId: number; ticketNo: string }[]> {
      const rows = await db
        .selectFrom('exam_examinee')
        .select(['user_id', 'ticket_no'])
        .where('plan_id', '=', planId)
        .orderBy('ticket_no')
        .execute();
      return rows.map((row) => ({ userId: row.user_id, ticketNo: row.ticket_no }));
    },

    async totalPoints(planId: number): Promise<number> {
      const row = await db.selectFrom('exam_package').select('total_points').where('plan_id', '=', planId).executeTakeFirst();
      return row?.total_points ?? 0;
    },

    /** Lists the examinees of a plan with their script numbers. Attempt ids are random, so the order reveals nothing. */
    async candidates(planId: number): Promise<MarkingCandidate[]> {
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

    /** Lists the questions in the order of the item ids of the first variant that has them. */
    async questions(planId: number, types: readonly number[]): Promise<MarkedQuestion[]> {
      const rows = await db
        .selectFrom('exam_item')
        .select(['question_id', 'variant', 'item_id', 'section', 'type', 'points', 'stem', 'answer_key'])
        .where('plan_id', '=', planId)
        .orderBy('variant')
        .execute();
      const markedRows = rows.filter((row) => types.includes(row.type)).toSorted((a, b) => Number(a.item_id) - Number(b.item_id));
      return [...Map.groupBy(markedRows, (row) => row.question_id)].flatMap(([questionId, all]) => {
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
