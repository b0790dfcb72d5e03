import type { Kysely, Transaction } from 'kysely';
import type { CategoryMove } from '../db/category-store.ts';
import type { Database } from '../db/schema.ts';
import type { Caller, RequestContext } from '../http/handler.ts';
import { refuseCategory, toCategoryMoveResponse } from './category-response.ts';
import { runUnitOfWork } from './unit-of-work.ts';

interface CategoryTree {
  add(tx: Transaction<Database>, path: string): Promise<boolean>;
  move(tx: Transaction<Database>, from: string, to: string, merge: boolean): Promise<CategoryMove>;
  remove(tx: Transaction<Database>, path: string, moveTo: string): Promise<CategoryMove>;
}
interface CountedTree {
  counts(): Promise<readonly { readonly category: string; readonly count: number }[]>;
  folders(): Promise<readonly string[]>;
}
/** `W`: the input that selects one tree, such as `{ shelf }`; the calls on categories pass it with every input. */
interface CategoryTrees<W> {
  /** Name of this kind of categories in the audit log. */
  readonly entity: string;
  readonly open: (db: Kysely<Database>, caller: Caller, where: W) => CategoryTree;
  /**
   * Returns the school that owns the tree, or null for the platform. Refuses a caller who may not change the tree. If it is absent, the caller's
   * school owns every tree.
   */
  readonly ownerOf?: (caller: Caller, where: W) => number | null;
  /** Returns the part of the input that the audit log records in addition to the category. */
  readonly named?: (where: W) => Readonly<Record<string, string>>;
}
type Context = RequestContext & { readonly caller: Caller };

/** Creates the calls that change a category tree. They are the same for every kind of rows that have categories. */
export function createCategoryHandlers<W extends object>(db: Kysely<Database>, { entity, open, ownerOf, named }: CategoryTrees<W>) {
  type Change = { readonly id: string; readonly before: object | null; readonly after: object };
  const run = <R>(
    where: W,
    context: Context,
    work: (tree: CategoryTree, tx: Transaction<Database>) => Promise<{ response: R; note: Change }>,
  ) => {
    const schoolId = ownerOf === undefined ? context.caller.schoolId : ownerOf(context.caller, where);
    return runUnitOfWork(db, schoolId ?? 'everything', context, async (tx) => {
      const { response: done, note } = await work(open(tx, context.caller, where), tx);
      const tree = named?.(where);
      const before = note.before && { ...tree, ...note.before };
      await context.audit.noteIn(tx, { entity, schoolId, id: note.id, before, after: { ...tree, ...note.after } });
      return done;
    });
  };
  return {
    addCategory: (input: W & { category: string }, context: Context) =>
      run(input, context, async (tree, tx) => {
        const { category } = input;
        if (!(await tree.add(tx, category))) refuseCategory(category);
        return { response: { category }, note: { id: category, before: null, after: { category } } };
      }),

    moveCategory: (input: W & { from: string; to: string; merge: boolean }, context: Context) =>
      run(input, context, async (tree, tx) => {
        const { from, to, merge } = input;
        const response = toCategoryMoveResponse(await tree.move(tx, from, to, merge), to);
        return { response, note: { id: from, before: { category: from }, after: { category: to, ...response, merge } } };
      }),

    removeCategory: (input: W & { category: string; moveTo: string }, context: Context) =>
      run(input, context, async (tree, tx) => {
        const { category, moveTo } = input;
        const response = toCategoryMoveResponse(await tree.remove(tx, category, moveTo), moveTo);
        return { response, note: { id: category, before: { category }, after: { moveTo, ...response } } };
      }),
  };
}

/** Sorts the paths of a tree. Repeated ones are returned once. */
export const sortCategoryPaths = (paths: Iterable<string>): string[] => [...new Set(paths)].toSorted((a, b) => (a < b ? -1 : 1));

/** Lists the categories of a tree, empty ones too, each with the number of its rows. */
export async function listCategories(tree: CountedTree): Promise<{ items: { category: string; count: number }[] }> {
  const counts = new Map((await tree.counts()).map((row) => [row.category, row.count]));
  const paths = sortCategoryPaths([...counts.keys(), ...(await tree.folders())]);
  return { items: paths.map((category) => ({ category, count: counts.get(category) ?? 0 })) };
}
