import type { Kysely, Transaction } from 'kysely';
import { type PaperKind, paperKinds, type PaperShelf, shelfOf } from '../../../sync/contract/codes.ts';
import { filedStore } from '../../db/filed-store.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import { transactionIn } from '../../db/turn.ts';
import { type VersionNote, versionNoteStore } from '../../db/version-note-store.ts';
import { type Editor, noteKind, type PaperKey } from './paper-store.ts';

const kindsOn = (shelf: PaperShelf): PaperKind[] => paperKinds.filter((kind) => shelfOf(kind) === shelf);

export type Filed = { readonly kind: 'done' } | { readonly kind: 'notFound' } | { readonly kind: 'stale'; readonly note: VersionNote };

/** Opens the category tree of one area of papers and the papers in it. */
export function paperCategoryStore(db: Kysely<Database>, shelf: PaperShelf, { nowMs, ...viewer }: Editor) {
  const { schoolId, userId } = viewer;
  const readable = rowOwnerStore(db).readable('paper', viewer);
  return filedStore(
    db,
    {
      table: 'paper',
      signed: true,
      kind: noteKind,
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
export const filePapers = (
  db: Kysely<Database>,
  items: readonly PaperKey[],
  category: string,
  editor: Editor,
  noteIn: (tx: Transaction<Database>) => Promise<void>,
): Promise<Filed> =>
  transactionIn(editor.schoolId, db).execute(async (tx): Promise<Filed> => {
    const { schoolId, userId, nowMs } = editor;
    const notes = versionNoteStore(tx);
    const ids = items.map((item) => item.id);
    const there = await tx.selectFrom('paper').select(['id', 'version']).where('school_id', '=', schoolId).where('id', 'in', ids).execute();
    const versions = new Map(there.map((row) => [row.id, row.version]));
    for (const { id, version } of items) {
      if (!versions.has(id)) return { kind: 'notFound' };
      if (versions.get(id) !== version) return { kind: 'stale', note: await notes.since(noteKind, id, version) };
    }
    await tx
      .updateTable('paper')
      .set((eb) => ({ category, version: eb('version', '+', 1), updated_by: userId, updated_ms: nowMs }))
      .where('id', 'in', ids)
      .execute();
    for (const { id, version } of items)
      await notes.write({ kind: noteKind, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
    await noteIn(tx);
    return { kind: 'done' };
  });
