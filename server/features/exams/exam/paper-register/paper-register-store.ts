import type { Kysely, Transaction } from 'kysely';
import type { PaperHandling, PaperRegisterRow } from '../../../../../sync/contract/exams/paper-register.ts';
import type { Database } from '../../../../db/schema.ts';

/** A room's record in the register of printed papers; `updatedBy` is a user id. */
type StoredPaperRecord = Omit<PaperRegisterRow, 'updatedBy'> & { readonly updatedBy: number };

/** Lists the records of a plan by room. `db` may be a transaction. */
export async function listPaperRecords(db: Kysely<Database>, planId: number): Promise<StoredPaperRecord[]> {
  const rows = await db.selectFrom('paper_register').selectAll().where('plan_id', '=', planId).orderBy('room_id').execute();
  return rows.map((row) => ({
    ...(JSON.parse(row.handling) as PaperHandling),
    roomId: row.room_id,
    revision: row.revision,
    updatedBy: row.updated_by,
    updatedMs: row.updated_ms,
  }));
}

/** Writes the record of a room, in place of an earlier one. */
export async function writePaperRecord(
  tx: Transaction<Database>,
  planId: number,
  roomId: number,
  record: { readonly handling: PaperHandling; readonly revision: number; readonly updatedBy: number; readonly updatedMs: number },
): Promise<void> {
  const values = {
    handling: JSON.stringify(record.handling),
    revision: record.revision,
    updated_by: record.updatedBy,
    updated_ms: record.updatedMs,
  };
  await tx
    .insertInto('paper_register')
    .values({ plan_id: planId, room_id: roomId, ...values })
    .onConflict((conflict) => conflict.columns(['plan_id', 'room_id']).doUpdateSet(values))
    .execute();
}
