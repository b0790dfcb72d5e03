import type { Kysely } from 'kysely';
import type { Viewer } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../http/routes/category-response.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { refuseStaleVersion } from '../../http/stale-version.ts';
import { movePapersToCategory, createPaperCategoryStore } from './paper-category-store.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
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

    async addCategory({ shelf, category }, { caller, audit, answer }) {
      const added = await createPaperCategoryStore(db, shelf, editor(caller)).add(category, async (tx) => {
        await audit.noteIn(tx, { entity, id: category, before: null, after: { shelf, category } });
        await answer?.keepIn(tx, { category });
      });
      return added ? { category } : refuseCategory(category);
    },

    async moveCategory({ shelf, from, to, merge }, { caller, audit }) {
      const before = { shelf, category: from };
      const move = await createPaperCategoryStore(db, shelf, editor(caller)).move(from, to, merge, (tx, moved) =>
        audit.noteIn(tx, { entity, id: from, before, after: { shelf, category: to, moved, merge } }),
      );
      return toCategoryMoveResponse(move, to);
    },

    async removeCategory({ shelf, category, moveTo }, { caller, audit }) {
      const move = await createPaperCategoryStore(db, shelf, editor(caller)).remove(category, moveTo, (tx, moved) =>
        audit.noteIn(tx, { entity, id: category, before: { shelf, category }, after: { shelf, moveTo, moved } }),
      );
      return toCategoryMoveResponse(move, moveTo);
    },

    async file({ items, category }, { caller, audit, answer }) {
      const twice = items.findIndex(({ id }, at) => items.findIndex((each) => each.id === id) < at);
      if (twice >= 0) refuse('invalid', messages.idTwice(), { fields: [{ path: `items.${twice}.id`, message: messages.idTwice() }] });
      const filed = await movePapersToCategory(db, items, category, editor(caller), async (tx) => {
        for (const { id } of items) await audit.noteIn(tx, { entity: 'paper', id, before: null, after: { category } });
        await answer?.keepIn(tx, { filed: items.length });
      });
      if (filed.kind === 'notFound') refuse('notFound', messages.notFound());
      if (filed.kind === 'stale') return refuseStaleVersion(messages.thing(), filed.note, paperFieldNames);
      return { filed: items.length };
    },
  };
}
