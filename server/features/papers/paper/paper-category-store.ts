import type { Kysely, Transaction } from 'kysely';
import { type PaperKind, paperKinds, type PaperCategoryTree, getPaperCategoryTree } from '../../../../sync/contract/codes.ts';
import { createCategorisedRowStore } from '../../../db/categorised-row-store.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { refuse } from '../../../http/handler.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
import { type PaperEditor, paperHistoryKind } from './paper-store.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

const listKinds = (shelf: PaperCategoryTree): PaperKind[] => paperKinds.filter((kind) => getPaperCategoryTree(kind) === shelf);

/** Opens the category tree for exam papers, mock tests or homework (`shelf`), and the papers in it that the user may read. */
export function createPaperCategoryStore(db: Kysely<Database>, shelf: PaperCategoryTree, { nowMs, ...viewer }: PaperEditor) {
  const { schoolId, userId } = viewer;
  const readable = createRowOwnerStore(db).readable('paper', viewer);
  return createCategorisedRowStore(
    db,
    {
      table: 'paper',
      signed: true,
      kind: paperHistoryKind,
      things: (tx) => {
        const all = tx.selectFrom('paper').where('school_id', '=', schoolId).where('kind', 'in', listKinds(shelf));
        return readable ? all.where(readable) : all;
      },
      folders: 'paper_folder',
      folder: { school_id: schoolId, shelf },
    },
    { userId, nowMs },
  );
}

/** Moves all given papers to a category in the caller's transaction, or refuses. Papers in use may be moved too. */
export async function movePapersToCategory(
  tx: Transaction<Database>,
  items: readonly RowVersionKey[],
  category: string,
  { schoolId, userId, nowMs }: PaperEditor,
): Promise<void> {
  const notes = createChangeNoteStore(tx);
  const ids = items.map((item) => item.id);
  const storedRows = await tx
    .selectFrom('paper')
    .select(['id', 'version'])
    .where('school_id', '=', schoolId)
    .where('id', 'in', ids)
    .execute();
  const versions = new Map(storedRows.map((row) => [row.id, row.version]));
  for (const { id, version: seenVersion } of items) {
    const version = versions.get(id);
    if (version === undefined) refuse('notFound', messages.notFound());
    await requireVersion(tx, { kind: paperHistoryKind, id, version }, seenVersion, messages.called(), paperFieldNames);
  }
  await tx
    .updateTable('paper')
    .set((eb) => ({ category, version: eb('version', '+', 1), updated_by: userId, updated_ms: nowMs }))
    .where('id', 'in', ids)
    .execute();
  for (const { id, version } of items)
    await notes.write({ kind: paperHistoryKind, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
}
