import type { Kysely, Transaction } from 'kysely';
import { type PaperKind, paperKinds, type PaperCategoryTree, getPaperCategoryTree } from '../../../sync/contract/codes.ts';
import { createCategorisedRowStore } from '../../db/categorised-row-store.ts';
import { createRowOwnerStore } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import { startScopedTransaction } from '../../db/lock-scope.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';
import { type PaperEditor, paperHistoryKind, type PaperVersionKey } from './paper-store.ts';

const kindsOn = (shelf: PaperCategoryTree): PaperKind[] => paperKinds.filter((kind) => getPaperCategoryTree(kind) === shelf);

export type FilePapersOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote };

/** Opens the category tree of one area of papers and the papers in it. */
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
        const all = tx.selectFrom('paper').where('school_id', '=', schoolId).where('kind', 'in', kindsOn(shelf));
        return readable ? all.where(readable) : all;
      },
      folders: 'paper_folder',
      folder: { school_id: schoolId, shelf },
    },
    { userId, nowMs },
  );
}

/** Moves all given papers to a category, or none. Papers in use may be moved too. */
export const movePapersToCategory = (
  db: Kysely<Database>,
  items: readonly PaperVersionKey[],
  category: string,
  editor: PaperEditor,
  noteIn: (tx: Transaction<Database>) => Promise<void>,
): Promise<FilePapersOutcome> =>
  startScopedTransaction(editor.schoolId, db).execute(async (tx): Promise<FilePapersOutcome> => {
    const { schoolId, userId, nowMs } = editor;
    const notes = createVersionNoteStore(tx);
    const ids = items.map((item) => item.id);
    const there = await tx.selectFrom('paper').select(['id', 'version']).where('school_id', '=', schoolId).where('id', 'in', ids).execute();
    const versions = new Map(there.map((row) => [row.id, row.version]));
    for (const { id, version } of items) {
      if (!versions.has(id)) return { kind: 'notFound' };
      if (versions.get(id) !== version) return { kind: 'stale', note: await notes.since(paperHistoryKind, id, version) };
    }
    await tx
      .updateTable('paper')
      .set((eb) => ({ category, version: eb('version', '+', 1), updated_by: userId, updated_ms: nowMs }))
      .where('id', 'in', ids)
      .execute();
    for (const { id, version } of items)
      await notes.write({ kind: paperHistoryKind, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
    await noteIn(tx);
    return { kind: 'done' };
  });
