import type { Kysely } from 'kysely';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import type { Database } from '../../../db/schema.ts';
import { createUserReads } from '../../people/user/user-reads.ts';

/** Facts about an exam plan, for the table of exam plans that a school hands in to its supervising authority. */
export interface ReportedPlan {
  readonly id: number;
  readonly name: string;
  readonly part: ExamPart;
  readonly isResit: boolean;
  readonly startMs: number;
  readonly durationMs: number;
  readonly examinees: number;
  /** Each room once, in the order of the plan, such as "一号楼 101". */
  readonly rooms: readonly string[];
  readonly invigilators: readonly string[];
  /** Leaders and members of the plan's marker groups. */
  readonly assessors: readonly string[];
}

/** Reads from exam plans, published or not, the facts for the tables that a school hands in to its supervising authority. */
export function createReportReads(db: Kysely<Database>) {
  const namesOf = async (ids: readonly number[]): Promise<string[]> => {
    const names = await createUserReads(db).names(ids);
    return [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
  };
  return {
    /** Lists all examinees of the plans, each once, in the order of the first plan. Admission ticket numbers may be '' before the publication. */
    async people(planIds: readonly number[]): Promise<{ userId: number; name: string; ticketNo: string }[]> {
      const rows = await db
        .selectFrom('exam_examinee')
        .select(['plan_id', 'user_id as userId', 'name', 'ticket_no as ticketNo'])
        .where('plan_id', 'in', planIds)
        .orderBy('position')
        .execute();
      const inOrder = planIds.flatMap((id) => rows.filter((row) => row.plan_id === id));
      return [...new Map(inOrder.map(({ userId, name, ticketNo }) => [userId, { userId, name, ticketNo }])).values()];
    },

    /** Reads the facts about the plan of one part (theory, practical or review) of an exam. */
    async plan(planId: number): Promise<ReportedPlan> {
      const plan = await db
        .selectFrom('exam_plan')
        .select(['id', 'name', 'part', 'resit', 'start_ms as startMs', 'duration_ms as durationMs'])
        .select((eb) =>
          eb
            .selectFrom('exam_examinee')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .whereRef('exam_examinee.plan_id', '=', 'exam_plan.id')
            .as('examinees'),
        )
        .where('id', '=', planId)
        .executeTakeFirstOrThrow();
      const rooms = await db
        .selectFrom('exam_plan_room')
        .innerJoin('exam_room', 'exam_room.id', 'exam_plan_room.room_id')
        .leftJoin('exam_place', 'exam_place.id', 'exam_room.place_id')
        .select(['exam_room.name as room', 'exam_place.name as place'])
        .where('plan_id', '=', planId)
        .orderBy('position')
        .execute();
      const staff = await db.selectFrom('exam_staff').select('user_id').where('plan_id', '=', planId).orderBy('room_id').execute();
      const groups = await db
        .selectFrom('exam_plan_group')
        .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
        .select(['leader_id', 'members'])
        .where('plan_id', '=', planId)
        .orderBy('position')
        .execute();
      const membersOf = (json: string): number[] => (JSON.parse(json) as { userId: number }[]).map(({ userId }) => userId);
      return {
        ...plan,
        isResit: plan.resit === 1,
        examinees: Number(plan.examinees),
        rooms: rooms.map(({ room, place }) => (place === null ? room : `${place} ${room}`)),
        invigilators: await namesOf(staff.map((row) => row.user_id)),
        assessors: await namesOf(
          groups.flatMap((group) => [...(group.leader_id === null ? [] : [group.leader_id]), ...membersOf(group.members)]),
        ),
      };
    },
  };
}
