import type { Kysely } from 'kysely';
import { examParts } from '../../../../../sync/contract/exams/exam-part.ts';
import type { Database } from '../../../../db/schema.ts';
import type { PlanTableRow } from './exam-store.ts';

/** A part of an exam (theory, practical or review) with its number of examinees. Each part is a plan of its own. */
export type PartRow = PlanTableRow & { readonly examinees: number };

/** Sorts theory before practical before review, first sittings before re-sits, then by time. */
const comparePlans = (one: PlanTableRow, other: PlanTableRow): number =>
  examParts.indexOf(one.part) - examParts.indexOf(other.part) ||
  one.resit - other.resit ||
  one.start_ms - other.start_ms ||
  one.id - other.id;

/** Reads all parts of the exam that `plan` belongs to, in their order. */
export async function listPlanParts(db: Kysely<Database>, { id, part_of }: Pick<PlanTableRow, 'id' | 'part_of'>): Promise<PartRow[]> {
  const mainPlanId = part_of ?? id;
  const rows = await db
    .selectFrom('exam_plan')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('exam_examinee')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('exam_examinee.plan_id', '=', 'exam_plan.id')
        .as('examinees'),
    )
    .where((eb) => eb.or([eb('id', '=', mainPlanId), eb('part_of', '=', mainPlanId)]))
    .$narrowType<{ examinees: number }>()
    .execute();
  return rows.toSorted(comparePlans);
}
