import type { Kysely } from 'kysely';
import type { CategoryOwner } from '../../../../sync/contract/bank/category-owner.ts';
import { createCategorisedRowStore } from '../../../db/categorised-row-store.ts';
import type { Database } from '../../../db/schema.ts';
import type { Caller, Handlers } from '../../../http/handler.ts';
import { createCategoryHandlers, listCategories } from '../../../resources/category-handlers.ts';
import type { ChangeDeps } from '../../../resources/change.ts';

/** Creates the calls on the categories of courses, courseware and articles. */
export function createCategoryOwnerHandlers({ db, clock }: ChangeDeps): Handlers<'shelf'> {
  /** Opens one of the trees. The table of its rows has the same name. */
  const open = (on: Kysely<Database>, { schoolId, userId }: Caller, { shelf }: { shelf: CategoryOwner }) =>
    createCategorisedRowStore(
      on,
      {
        table: shelf,
        signed: false,
        kind: shelf,
        things: (tx) => tx.selectFrom(shelf as 'paper').where('school_id', '=', schoolId),
        folders: 'shelf_folder',
        folder: { school_id: schoolId, shelf },
      },
      { userId, nowMs: clock.nowMs() },
    );
  return {
    ...createCategoryHandlers(db, { entity: 'shelfCategory', open, named: ({ shelf }) => ({ shelf }) }),
    getCategories: (where, { caller }) => listCategories(open(db, caller, where)),
  };
}
