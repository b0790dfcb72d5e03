import type { Kysely } from 'kysely';
import type { CategoryOwner } from '../../../../sync/contract/bank/category-owner.ts';
import type { Database } from '../../../db/schema.ts';
import type { Caller, Handlers } from '../../../http/handler.ts';
import { createCategoryHandlers, listCategories } from '../../../resources/category-handlers.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import { createCategoryOwnerStore } from './category-owner-store.ts';

/** Creates the calls on the categories of courses, courseware and articles. */
export function createCategoryOwnerHandlers({ db, clock }: ChangeDeps): Handlers<'shelf'> {
  const open = (on: Kysely<Database>, { schoolId, userId }: Caller, { shelf }: { shelf: CategoryOwner }) =>
    createCategoryOwnerStore(on, shelf, { schoolId, userId, nowMs: clock.nowMs() });
  return {
    ...createCategoryHandlers(db, { entity: 'shelfCategory', open, named: ({ shelf }) => ({ shelf }) }),
    getCategories: (where, { caller }) => listCategories(open(db, caller, where)),
  };
}
