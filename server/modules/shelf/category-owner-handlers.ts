import type { CategoryOwner } from '../../../sync/contract/bank/category-owner.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../http/routes/category-response.ts';
import type { Caller, Handlers } from '../../http/handler.ts';
import type { ChangeDeps } from '../../resources/change.ts';
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

    async addCategory({ shelf, category }, { caller, audit, answer }) {
      const added = await storeOf(shelf, caller).add(category, async (tx) => {
        await audit.noteIn(tx, { entity, id: category, before: null, after: { shelf, category } });
        await answer?.keepIn(tx, { category });
      });
      return added ? { category } : refuseCategory(category);
    },

    async moveCategory({ shelf, from, to, merge }, { caller, audit }) {
      const move = await storeOf(shelf, caller).move(from, to, merge, (tx, moved) =>
        audit.noteIn(tx, { entity, id: from, before: { shelf, category: from }, after: { shelf, category: to, moved, merge } }),
      );
      return toCategoryMoveResponse(move, to);
    },

    async removeCategory({ shelf, category, moveTo }, { caller, audit }) {
      const move = await storeOf(shelf, caller).remove(category, moveTo, (tx, moved) =>
        audit.noteIn(tx, { entity, id: category, before: { shelf, category }, after: { shelf, moveTo, moved } }),
      );
      return toCategoryMoveResponse(move, moveTo);
    },
  };
}
