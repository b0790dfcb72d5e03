import type { Kysely } from 'kysely';
import { getNextDetailTableStatus } from '../../../../sync/domain/papers/detail-table-machine.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';

export const detailHistoryKind = 'detail_table';

/**
 * Freezes a detail table (it cannot become a draft again), because a question or paper now uses it. `tx` is the caller's transaction. Returns false
 * if the table does not exist or is still a draft.
 */
export async function freezeTableInUse(tx: Kysely<Database>, tableId: number, userId: number, nowMs: number): Promise<boolean> {
  const row = await tx.selectFrom('detail_table').select('status').where('id', '=', tableId).executeTakeFirst();
  const status = row && getNextDetailTableStatus(row.status, 'use');
  if (row === undefined || status === undefined) return false;
  if (status === row.status) return true;
  const { version } = await tx
    .updateTable('detail_table')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', tableId)
    .returning('version')
    .executeTakeFirstOrThrow();
  await createChangeNoteStore(tx).write({ kind: detailHistoryKind, id: tableId, version }, { userId, nowMs, fields: ['status'] });
  await tx.insertInto('detail_event').values({ table_id: tableId, event: 'use', user_id: userId, at_ms: nowMs, figures: null }).execute();
  return true;
}
