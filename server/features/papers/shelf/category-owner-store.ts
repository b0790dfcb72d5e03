import type { Kysely } from 'kysely';
import type { CategoryOwner } from '../../../../sync/contract/bank/category-owner.ts';
import { createCategorisedRowStore } from '../../../db/categorised-row-store.ts';
import type { Database } from '../../../db/schema.ts';

interface Editor {
  readonly schoolId: number;
  readonly userId: number;
  readonly nowMs: number;
}

/** Opens the categories of courses, courseware or articles. `shelf` is also the name of the table with their rows. */
export const createCategoryOwnerStore = (db: Kysely<Database>, shelf: CategoryOwner, editor: Editor) =>
  createCategorisedRowStore(
    db,
    {
      table: shelf,
      signed: false,
      kind: shelf,
      things: (tx) => tx.selectFrom(shelf as 'paper').where('school_id', '=', editor.schoolId),
      folders: 'shelf_folder',
      folder: { school_id: editor.schoolId, shelf },
    },
    editor,
  );
