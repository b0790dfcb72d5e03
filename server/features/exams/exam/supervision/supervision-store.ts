import type { Kysely, Transaction } from 'kysely';
import type { OtherDuty, SupervisionReport } from '../../../../../sync/contract/exams/supervision.ts';
import { createRowOwnerStore } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import { createExamStore } from '../plan/exam-store.ts';
import { createSeatingStore } from '../seating/seating-store.ts';

const toReport = (row: { report: string | null; revision: number; reported_ms: number | null }) => ({
  report: row.report === null ? null : (JSON.parse(row.report) as SupervisionReport),
  revision: row.revision,
  reportedMs: row.reported_ms,
});

/** Reads the supervisors of plans and their reports. `db` may be a transaction. */
export function createSupervisionStore(db: Kysely<Database>) {
  return {
    /** Lists the supervisors of a plan by name. */
    async ofPlan(planId: number) {
      const rows = await db
        .selectFrom('exam_supervisor')
        .innerJoin('user', 'user.id', 'exam_supervisor.user_id')
        .leftJoin('exam_confirmation', (join) =>
          join
            .onRef('exam_confirmation.plan_id', '=', 'exam_supervisor.plan_id')
            .onRef('exam_confirmation.user_id', '=', 'exam_supervisor.user_id'),
        )
        .where('exam_supervisor.plan_id', '=', planId)
        .select(['exam_supervisor.user_id as id', 'user.name', 'confirmed_ms as confirmedMs', 'report', 'revision', 'reported_ms'])
        .orderBy('user.name')
        .orderBy('exam_supervisor.user_id')
        .execute();
      return rows.map(({ id, name, confirmedMs, ...row }) => ({ id, name, confirmedMs, ...toReport(row) }));
    },

    /** Finds a supervisor of a plan; undefined if the person is none. */
    async find(planId: number, userId: number) {
      const row = await db
        .selectFrom('exam_supervisor')
        .select(['report', 'revision', 'reported_ms'])
        .where('plan_id', '=', planId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && toReport(row);
    },
  };
}

/**
 * Finds another duty that a person has in a plan. Supervisors must have none: a person who organises, invigilates, marks or sits an exam cannot judge
 * it.
 */
export async function findOtherDuty(
  db: Kysely<Database>,
  plan: { readonly id: number; readonly school_id: number },
  userId: number,
): Promise<OtherDuty | null> {
  const seating = createSeatingStore(db);
  const [owned] = await createRowOwnerStore(db).rows('plan', [plan.id], { userId, userType: 6, schoolId: plan.school_id });
  if (owned?.isMaker === true || owned?.isCoWorker === true) return 'organises';
  if ((await seating.staff(plan.id)).some((one) => one.userId === userId)) return 'invigilates';
  const groups = await createRoomReads(db).groups(plan.school_id, await seating.groupIds(plan.id));
  if (groups.some(({ leaderId, members }) => leaderId === userId || members.some((one) => one.userId === userId))) return 'marks';
  return (await createExamStore(db).examinees([plan.id])).some((row) => row.user_id === userId) ? 'sits' : null;
}

/** Adds or removes a supervisor. Returns false if nothing changed. */
export async function writeSupervisor(tx: Transaction<Database>, planId: number, userId: number, on: boolean): Promise<boolean> {
  const isThere = (await createSupervisionStore(tx).find(planId, userId)) !== undefined;
  if (isThere === on) return false;
  if (on)
    await tx
      .insertInto('exam_supervisor')
      .values({ plan_id: planId, user_id: userId, report: null, revision: 0, reported_ms: null })
      .execute();
  else await tx.deleteFrom('exam_supervisor').where('plan_id', '=', planId).where('user_id', '=', userId).execute();
  return true;
}

/** Writes the report of a supervisor. */
export async function writeSupervisionReport(
  tx: Transaction<Database>,
  { planId, userId }: { readonly planId: number; readonly userId: number },
  report: SupervisionReport,
  { revision, nowMs }: { readonly revision: number; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('exam_supervisor')
    .set({ report: JSON.stringify(report), revision, reported_ms: nowMs })
    .where('plan_id', '=', planId)
    .where('user_id', '=', userId)
    .execute();
}
