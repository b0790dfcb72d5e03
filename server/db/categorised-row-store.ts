import type { Kysely, SelectQueryBuilder } from 'kysely';
import { createCategoryStore, isInCategory } from './category-store.ts';
import { isIdOneOf } from './picked-page.ts';
import type { Database } from './schema.ts';
import { createChangeNoteStore } from './change-note-store.ts';

/** Tables whose rows have a category. They share the columns that this file uses, so one query serves all; only some have `updated_by`. */
type ThingTable = 'paper' | 'course' | 'courseware' | 'article' | 'declaration_plan';
type FolderTable = 'paper_folder' | 'shelf_folder' | 'declaration_folder';

interface FiledThings {
  readonly table: ThingTable;
  /** True if the table has a column `updated_by`. */
  readonly signed: boolean;
  /** Name under which the change history stores changes of these rows. */
  readonly kind: string;
  /**
   * Selects the rows of the category tree that the caller may read. Other rows are neither moved nor counted; a category that contains only
   * rows which the caller may not read does not exist for the caller.
   */
  readonly things: (tx: Kysely<Database>) => SelectQueryBuilder<Database, 'paper', object>;
  readonly folders: FolderTable;
  /** Columns that identify this tree's folders in the folder table. */
  readonly folder: { readonly school_id: number; readonly shelf?: string };
}

/** Implements a category tree over versioned rows. Each row that moves gets an entry in the change history. */
export function createCategorisedRowStore(
  db: Kysely<Database>,
  of: FiledThings,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
) {
  const table = of.table as 'paper';
  const folders = of.folders as 'declaration_folder';
  const folder: { readonly school_id: number } = of.folder;
  return {
    ...createCategoryStore(db, {
      used: async (tx) => (await of.things(tx).select('category').distinct().execute()).map((row) => row.category),
      folders: async (tx) => {
        const rows = await tx
          .selectFrom(folders)
          .select('path')
          .where((eb) => eb.and(folder))
          .orderBy('path')
          .execute();
        return rows.map((row) => row.path);
      },
      addFolders: (tx, paths) =>
        tx
          .insertInto(folders)
          .values(paths.map((path) => ({ ...folder, path })))
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      dropFolders: (tx, path) =>
        tx
          .deleteFrom(folders)
          .where((eb) => eb.and(folder))
          .where(isInCategory('path', path))
          .execute(),
      file: async (tx, from, to) => {
        const moving = await of.things(tx).select(['id', 'version']).where(isInCategory('category', from)).execute();
        const ids = moving.map((row) => row.id);
        await tx
          .updateTable(table)
          .set((eb) => ({ category: to, version: eb('version', '+', 1), updated_ms: nowMs, ...(of.signed && { updated_by: userId }) }))
          .where((eb) => isIdOneOf(eb.ref('id'), ids))
          .execute();
        for (const { id, version } of moving)
          await createChangeNoteStore(tx).write({ kind: of.kind, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
        return moving.length;
      },
    }),
    counts: () =>
      of
        .things(db)
        .select(['category', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('category')
        .orderBy('category')
        .execute(),
  };
}
