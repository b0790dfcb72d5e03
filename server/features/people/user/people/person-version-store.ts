import type { Kysely, Updateable } from 'kysely';
import { rebuildPersonWords } from '../../../../db/search/person-text-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';

/**
 * Writes the next version of a person: the row, its search words and an entry of the change history. `fields`: names of the changed fields.
 * The caller has checked the version of `before`.
 */
export async function writePersonVersion(
  tx: Kysely<Database>,
  before: { readonly id: number; readonly version: number },
  columns: Updateable<Database['user']>,
  fields: readonly string[],
  actor: { readonly userId: number; readonly nowMs: number },
): Promise<{ version: number }> {
  const version = before.version + 1;
  await tx
    .updateTable('user')
    .set({ ...columns, version, updated_ms: actor.nowMs })
    .where('id', '=', before.id)
    .execute();
  await rebuildPersonWords(tx, [before.id]);
  await createChangeNoteStore(tx).write({ kind: 'user', id: before.id, version }, { ...actor, fields });
  return { version };
}
