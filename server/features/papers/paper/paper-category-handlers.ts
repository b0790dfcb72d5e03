import type { Kysely } from 'kysely';
import type { Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../../http/routes/category-response.ts';
import { type Handlers, refuseField } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { movePapersToCategory, createPaperCategoryStore } from './paper-category-store.ts';
import { paperMessages as messages } from './paper-messages.ts';
import type { PaperEditor } from './paper-store.ts';

interface CategoryDeps {
  readonly db: Kysely<Database>;
  readonly editor: (caller: Viewer) => PaperEditor;
}
const entity = 'paperCategory';
type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'file';

/** Creates the calls on categories of papers. */
export function createPaperCategoryHandlers({ db, editor }: CategoryDeps): Pick<Handlers<'paper'>, CategoryCalls> {
  return {
    async getCategories({ shelf }, { caller }) {
      const store = createPaperCategoryStore(db, shelf, editor(caller));
      const counted = new Map((await store.counts()).map((row) => [row.category, row.count]));
      const paths = [...new Set([...counted.keys(), ...(await store.folders())])].toSorted((a, b) => (a < b ? -1 : 1));
      return { items: paths.map((category) => ({ category, count: counted.get(category) ?? 0 })) };
    },

    addCategory: ({ shelf, category }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const store = createPaperCategoryStore(tx, shelf, editor(context.caller));
        if (!(await store.add(tx, category))) return refuseCategory(category);
        await context.audit.noteIn(tx, { entity, id: category, before: null, after: { shelf, category } });
        return { category };
      }),

    moveCategory: ({ shelf, from, to, merge }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const store = createPaperCategoryStore(tx, shelf, editor(context.caller));
        const { moved } = toCategoryMoveResponse(await store.move(tx, from, to, merge), to);
        const after = { shelf, category: to, moved, merge };
        await context.audit.noteIn(tx, { entity, id: from, before: { shelf, category: from }, after });
        return { moved };
      }),

    removeCategory: ({ shelf, category, moveTo }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const store = createPaperCategoryStore(tx, shelf, editor(context.caller));
        const { moved } = toCategoryMoveResponse(await store.remove(tx, category, moveTo), moveTo);
        await context.audit.noteIn(tx, { entity, id: category, before: { shelf, category }, after: { shelf, moveTo, moved } });
        return { moved };
      }),

    async file({ items, category }, context) {
      const twice = items.findIndex(({ id }, at) => items.findIndex((each) => each.id === id) < at);
      if (twice >= 0) refuseField('invalid', `items.${twice}.id`, messages.idTwice());
      const { caller, audit } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await movePapersToCategory(tx, items, category, editor(caller));
        for (const { id } of items) await audit.noteIn(tx, { entity: 'paper', id, before: null, after: { category } });
        return { filed: items.length };
      });
    },
  };
}
