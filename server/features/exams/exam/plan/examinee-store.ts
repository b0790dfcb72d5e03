import type { Transaction } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import type { ExamUser } from '../../../people/user/user-reads.ts';
import { sliceValues } from '../../../../db/slice-values.ts';

export const firstVariant = 'A';

export interface ExamineeEntry {
  readonly user: ExamUser;
  readonly attemptId?: string;
  readonly ticketNo?: string;
  readonly seatLabel?: string;
  readonly variant?: string;
}

/** Replaces the plan's examinees. */
export async function insertExaminees(tx: Transaction<Database>, planId: number, entries: readonly ExamineeEntry[]): Promise<void> {
  await tx.deleteFrom('exam_examinee').where('plan_id', '=', planId).execute();
  await insertAddedExaminees(
    tx,
    planId,
    entries.map((entry, position) => ({ ...entry, position })),
  );
}

/** Adds examinees to a plan and keeps those it has. */
export async function insertAddedExaminees(
  tx: Transaction<Database>,
  planId: number,
  entries: readonly (ExamineeEntry & { readonly position: number })[],
): Promise<void> {
  const rows = entries.map(({ user, attemptId, ticketNo, seatLabel: seat, variant, position }) => ({
    plan_id: planId,
    user_id: user.id,
    position,
    name: user.name,
    ticket_no: ticketNo ?? user.ticketNo,
    attempt_id: attemptId ?? null,
    seat_label: seat ?? '',
    device_id: null,
    epoch: 1,
    entered_ms: null,
    variant: variant ?? firstVariant,
  }));
  for (const some of sliceValues(rows, 500)) await tx.insertInto('exam_examinee').values(some).execute();
}

/** Writes the new seat labels of examinees of a published plan. */
export async function updateSeatLabels(
  tx: Transaction<Database>,
  planId: number,
  moved: readonly { readonly userId: number; readonly to: string }[],
): Promise<void> {
  for (const { userId, to } of moved)
    await tx.updateTable('exam_examinee').set({ seat_label: to }).where('plan_id', '=', planId).where('user_id', '=', userId).execute();
}
