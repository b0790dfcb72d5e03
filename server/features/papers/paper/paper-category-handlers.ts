import type { Kysely } from 'kysely';
import type { PaperCategoryTree } from '../../../../sync/contract/codes.ts';
import type { Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuseField } from '../../../http/handler.ts';
import { createCategoryHandlers, listCategories } from '../../../resources/category-handlers.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { movePapersToCategory, createPaperCategoryStore } from './paper-category-store.ts';
import { paperMessages as messages } from './paper-messages.ts';
import type { PaperEditor } from './paper-store.ts';

interface CategoryDeps {
  readonly db: Kysely<Database>;
  readonly editor: (caller: Viewer) => PaperEditor;
}
type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'file';

/** Creates the calls on categories of papers. */
export function createPaperCategoryHandlers({ db, editor }: CategoryDeps): Pick<Handlers<'paper'>, CategoryCalls> {
  return {
    ...createCategoryHandlers<{ shelf: PaperCategoryTree }>(db, {
      entity: 'paperCategory',
      open: (on, caller, { shelf }) => createPaperCategoryStore(on, shelf, editor(caller)),
      named: ({ shelf }) => ({ shelf }),
    }),
    getCategories: ({ shelf }, { caller }) => listCategories(createPaperCategoryStore(db, shelf, editor(caller))),

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
