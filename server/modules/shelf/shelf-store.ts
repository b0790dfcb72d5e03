import type { Kysely } from 'kysely';
import type { Shelf } from '../../../sync/contract/shelf.ts';
import { categoryStore, inCategory } from '../../db/category-store.ts';
import { idIsOneOf } from '../../db/picked-page.ts';
import type { Database } from '../../db/schema.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';

interface Editor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
}

/** The tree of a shelf. Its things' tables are called as it is. */
export function shelfStore(db: Kysely<Database>, shelf: Shelf, { schoolId, userId, nowMs }: Editor) {
  const things = (tx: Kysely<Database>) => tx.selectFrom(shelf as 'course').where('school_id', '=', schoolId);
  const folders = (tx: Kysely<Database>) => tx.selectFrom('shelf_folder').where('school_id', '=', schoolId).where('shelf', '=', shelf);
  return {
    ...categoryStore(db, {
      used: async (tx) => (await things(tx).select('category').distinct().execute()).map((row) => row.category),
      folders: async (tx) => (await folders(tx).select('path').orderBy('path').execute()).map((row) => row.path),
      addFolders: (tx, paths) =>
        tx
          .insertInto('shelf_folder')
          .values(paths.map((path) => ({ school_id: schoolId, shelf, path })))
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      dropFolders: (tx, path) =>
        tx
          .deleteFrom('shelf_folder')
          .where('school_id', '=', schoolId)
          .where('shelf', '=', shelf)
          .where(inCategory('path', path))
          .execute(),
      file: async (tx, from, to) => {
        const moving = await things(tx).select(['id', 'version']).where(inCategory('category', from)).execute();
        await tx
          .updateTable(shelf as 'course')
          .set((eb) => ({ category: to, version: eb('version', '+', 1), updated_ms: nowMs }))
          .where((eb) =>
            idIsOneOf(
              eb.ref('id'),
              moving.map((row) => row.id),
            ),
          )
          .execute();
        for (const { id, version } of moving)
          await versionNoteStore(tx).write({ kind: shelf, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
        return moving.length;
      },
    }),
    counts: () =>
      things(db)
        .select(['category', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('category')
        .orderBy('category')
        .execute(),
  };
}
