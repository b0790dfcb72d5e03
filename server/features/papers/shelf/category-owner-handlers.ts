import type { CategoryOwner } from '../../../../sync/contract/bank/category-owner.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../../http/routes/category-response.ts';
import type { Caller, Handlers } from '../../../http/handler.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createCategoryOwnerStore } from './category-owner-store.ts';

/** The trees that courses, courseware and articles are filed in. */
export function createCategoryOwnerHandlers({ db, clock }: ChangeDeps): Handlers<'shelf'> {
  const storeOf = (shelf: CategoryOwner, { schoolId, userId }: Caller) =>
    createCategoryOwnerStore(db, shelf, { schoolId, userId, nowMs: clock.nowMs() });
  const entity = 'shelfCategory';
  return {
    async getCategories({ shelf }, { caller }) {
      const store = storeOf(shelf, caller);
      const counted = new Map((await store.counts()).map((row) => [row.category, row.count]));
      const paths = [...new Set([...counted.keys(), ...(await store.folders())])].toSorted((a, b) => (a < b ? -1 : 1));
      return { items: paths.map((category) => ({ category, count: counted.get(category) ?? 0 })) };
    },

    addCategory: ({ shelf, category }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        if (!(await storeOf(shelf, context.caller).add(tx, category))) return refuseCategory(category);
        await context.audit.noteIn(tx, { entity, id: category, before: null, after: { shelf, category } });
        return { category };
      }),

    moveCategory: ({ shelf, from, to, merge }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const { moved } = toCategoryMoveResponse(await storeOf(shelf, context.caller).move(tx, from, to, merge), to);
        const after = { shelf, category: to, moved, merge };
        await context.audit.noteIn(tx, { entity, id: from, before: { shelf, category: from }, after });
        return { moved };
      }),

    removeCategory: ({ shelf, category, moveTo }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const { moved } = toCategoryMoveResponse(await storeOf(shelf, context.caller).remove(tx, category, moveTo), moveTo);
        await context.audit.noteIn(tx, { entity, id: category, before: { shelf, category }, after: { shelf, moveTo, moved } });
        return { moved };
      }),
  };
}
