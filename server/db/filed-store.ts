import type { Kysely, SelectQueryBuilder } from 'kysely';
import { categoryStore, inCategory } from './category-store.ts';
import { idIsOneOf } from './picked-page.ts';
import type { Database } from './schema.ts';
import { versionNoteStore } from './version-note-store.ts';

/** Tables that stand for each other: what this reads and writes of them they all have, but for `updated_by` (`signed`) and `shelf`. */
type ThingTable = 'paper' | 'course' | 'courseware' | 'article' | 'declaration_plan';
type FolderTable = 'paper_folder' | 'shelf_folder' | 'declaration_folder';

interface FiledThings {
  readonly table: ThingTable;
  /** Whether a row keeps who changed it last. */
  readonly signed: boolean;
  /** By which its notes of versions go. */
  readonly kind: string;
  /** Those of the tree, as far as the caller may see them: a category that only others' things stand in is moved by them, and counted for them. */
  readonly things: (tx: Kysely<Database>) => SelectQueryBuilder<Database, 'paper', object>;
  readonly folders: FolderTable;
  /** What sets the tree's own folders apart. */
  readonly folder: { readonly school_id: number; readonly shelf?: string };
}

/** A tree of categories over things that have versions: each that is filed anew has its note. */
export function filedStore(db: Kysely<Database>, of: FiledThings, { userId, nowMs }: { readonly userId: number; readonly nowMs: number }) {
  const table = of.table as 'paper';
  const folders = of.folders as 'declaration_folder';
  const folder: { readonly school_id: number } = of.folder;
  return {
    ...categoryStore(db, {
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
          .where(inCategory('path', path))
          .execute(),
      file: async (tx, from, to) => {
        const moving = await of.things(tx).select(['id', 'version']).where(inCategory('category', from)).execute();
        const ids = moving.map((row) => row.id);
        await tx
          .updateTable(table)
          .set((eb) => ({ category: to, version: eb('version', '+', 1), updated_ms: nowMs, ...(of.signed && { updated_by: userId }) }))
          .where((eb) => idIsOneOf(eb.ref('id'), ids))
          .execute();
        for (const { id, version } of moving)
          await versionNoteStore(tx).write({ kind: of.kind, id, version: version + 1 }, { userId, nowMs, fields: ['category'] });
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
