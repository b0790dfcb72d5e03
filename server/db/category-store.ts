import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { categoryPath } from '../../sync/contract/category.ts';
import type { Database } from './schema.ts';

export type CategoryMove =
  | { readonly kind: 'done'; readonly moved: number }
  /** `inside`: into itself; `taken`: there is one of that name; `deep`: too long or too many steps. */
  | { readonly kind: 'notFound' | 'inside' | 'taken' | 'deep' }
  | TooMany;

/** So many would have to be filed anew, more than `most`: nobody else could write meanwhile. Nothing is. */
export interface TooMany {
  readonly kind: 'tooMany';
  readonly there: number;
  readonly most: number;
}

/** One tree of categories: the paths that its things have, and those that somebody made, full or empty. */
export interface CategoryShelf {
  readonly used: (db: Kysely<Database>) => Promise<readonly string[]>;
  readonly folders: (db: Kysely<Database>) => Promise<readonly string[]>;
  readonly addFolders: (tx: Transaction<Database>, paths: readonly string[]) => Promise<unknown>;
  /** With everything below it. */
  readonly dropFolders: (tx: Transaction<Database>, path: string) => Promise<unknown>;
  /** The things of a category and those below get another, `to` being made of the one they have; says how many, or writes nothing. */
  readonly file: (tx: Transaction<Database>, from: string, to: RawBuilder<string>) => Promise<number | TooMany>;
}

/** What is written with a change of the tree, when it is known how many things went along. */
export type WithMove = (tx: Transaction<Database>, moved: number) => Promise<void>;

const isBelow = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`);

/** At `path` or below it, steps parted by `by`: up to what begins with the sign after it, which is a sibling ("甲0") and outside. */
export function atOrBelow(column: Expression<unknown>, path: string, by: '/' | '-'): RawBuilder<boolean> {
  const end = path + String.fromCodePoint(by.charCodeAt(0) + 1);
  return sql`(${column} = ${path} OR (${column} >= ${path + by} AND ${column} < ${end}))`;
}

/** In the category or below it; "": in none. */
export const inCategory = (column: 'category' | 'path', path: string): RawBuilder<boolean> =>
  path === '' ? sql`${sql.ref(column)} = ''` : atOrBelow(sql.ref(column), path, '/');

export function categoryStore(db: Kysely<Database>, shelf: CategoryShelf) {
  const pathsOf = async (tx: Kysely<Database>): Promise<string[]> => [
    ...new Set([...(await shelf.used(tx)), ...(await shelf.folders(tx))]),
  ];

  return {
    folders: () => shelf.folders(db),

    /** False: there is one. */
    add: (path: string, alongside: WithMove): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if ((await pathsOf(tx)).some((each) => isBelow(each, path))) return false;
        await shelf.addFolders(tx, [path]);
        await alongside(tx, 0);
        return true;
      }),

    /** With everything below. `merge`: `to` may stand already. */
    move: (from: string, to: string, merge: boolean, alongside: WithMove): Promise<CategoryMove> =>
      db.transaction().execute(async (tx): Promise<CategoryMove> => {
        if (from !== to && isBelow(to, from)) return { kind: 'inside' };
        const paths = await pathsOf(tx);
        const moving = paths.filter((path) => isBelow(path, from));
        if (moving.length === 0) return { kind: 'notFound' };
        if (from === to) {
          await alongside(tx, 0);
          return { kind: 'done', moved: 0 };
        }
        if (!merge && paths.some((path) => isBelow(path, to))) return { kind: 'taken' };
        const after = moving.map((path) => to + path.slice(from.length));
        if (after.some((path) => !categoryPath.safeParse(path).success)) return { kind: 'deep' };
        const moved = await shelf.file(tx, from, sql<string>`${to} || substr(category, length(${from}) + 1)`);
        if (typeof moved !== 'number') return moved;
        await shelf.dropFolders(tx, from);
        await shelf.addFolders(tx, [...new Set([to, ...after])]);
        await alongside(tx, moved);
        return { kind: 'done', moved };
      }),

    /** Those below go with it; what stood in it all goes to `moveTo`. */
    remove: (path: string, moveTo: string, alongside: WithMove): Promise<CategoryMove> =>
      db.transaction().execute(async (tx): Promise<CategoryMove> => {
        if (isBelow(moveTo, path)) return { kind: 'inside' };
        if (!(await pathsOf(tx)).some((each) => isBelow(each, path))) return { kind: 'notFound' };
        const moved = await shelf.file(tx, path, sql<string>`${moveTo}`);
        if (typeof moved !== 'number') return moved;
        await shelf.dropFolders(tx, path);
        await alongside(tx, moved);
        return { kind: 'done', moved };
      }),
  };
}
