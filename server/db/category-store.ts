import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { categoryPath } from '../../sync/contract/bank/category.ts';
import type { Database } from './schema.ts';

export type CategoryMove =
  | { readonly kind: 'done'; readonly moved: number }
  /**
   * `inside`: the target lies inside the moved category. `taken`: a category with the target name exists. `deep`: the new path is too long or has too
   * many levels.
   */
  | { readonly kind: 'notFound' | 'inside' | 'taken' | 'deep' }
  | TooManyRows;

/**
 * A move refused because it would reclassify more than `maxRows` rows (`rowCount` is their number): one transaction of that size would block every other
 * writer.
 */
export interface TooManyRows {
  readonly kind: 'tooMany';
  readonly rowCount: number;
  readonly maxRows: number;
}

/** Describes one category tree: the paths that its rows use, and the folders that users created (with or without rows). */
export interface CategoryTreeSource {
  readonly used: (db: Kysely<Database>) => Promise<readonly string[]>;
  readonly folders: (db: Kysely<Database>) => Promise<readonly string[]>;
  readonly addFolders: (tx: Transaction<Database>, paths: readonly string[]) => Promise<unknown>;
  /** Deletes the folder and every folder below it. */
  readonly dropFolders: (tx: Transaction<Database>, path: string) => Promise<unknown>;
  /**
   * Moves the rows of a category and of the categories below to the path that the SQL expression `to` computes from the old one. Returns the number
   * of rows moved.
   */
  readonly file: (tx: Transaction<Database>, from: string, to: RawBuilder<string>) => Promise<number | TooManyRows>;
}

const isBelow = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`);

/**
 * Matches `path` itself and everything below it; steps are separated by `by`. The upper bound is `path` plus the character after the separator, so
 * the sibling "甲0" does not match.
 */
export function isAtOrBelow(column: Expression<unknown>, path: string, by: '/' | '-'): RawBuilder<boolean> {
  const end = path + String.fromCodePoint(by.charCodeAt(0) + 1);
  return sql`(${column} = ${path} OR (${column} >= ${path + by} AND ${column} < ${end}))`;
}

/** Matches rows whose category is `path` or below it; "" matches rows without a category. */
export const isInCategory = (column: 'category' | 'path', path: string): RawBuilder<boolean> =>
  path === '' ? sql`${sql.ref(column)} = ''` : isAtOrBelow(sql.ref(column), path, '/');

/** Implements changes of one category tree. Each change takes the caller's transaction. */
export function createCategoryStore(db: Kysely<Database>, shelf: CategoryTreeSource) {
  const pathsOf = async (tx: Kysely<Database>): Promise<string[]> => [
    ...new Set([...(await shelf.used(tx)), ...(await shelf.folders(tx))]),
  ];

  return {
    folders: () => shelf.folders(db),

    /** Creates a folder. Returns false if the path, or a path below it, exists. */
    async add(tx: Transaction<Database>, path: string): Promise<boolean> {
      if ((await pathsOf(tx)).some((each) => isBelow(each, path))) return false;
      await shelf.addFolders(tx, [path]);
      return true;
    },

    /** Moves a category with everything below it. `merge` allows `to` to exist already. */
    async move(tx: Transaction<Database>, from: string, to: string, merge: boolean): Promise<CategoryMove> {
      if (from !== to && isBelow(to, from)) return { kind: 'inside' };
      const paths = await pathsOf(tx);
      const moving = paths.filter((path) => isBelow(path, from));
      if (moving.length === 0) return { kind: 'notFound' };
      if (from === to) return { kind: 'done', moved: 0 };
      if (!merge && paths.some((path) => isBelow(path, to))) return { kind: 'taken' };
      const after = moving.map((path) => to + path.slice(from.length));
      if (after.some((path) => !categoryPath.safeParse(path).success)) return { kind: 'deep' };
      const moved = await shelf.file(tx, from, sql<string>`${to} || substr(category, length(${from}) + 1)`);
      if (typeof moved !== 'number') return moved;
      await shelf.dropFolders(tx, from);
      await shelf.addFolders(tx, [...new Set([to, ...after])]);
      return { kind: 'done', moved };
    },

    /** Deletes a category and the categories below it. All their rows move to `moveTo`. */
    async remove(tx: Transaction<Database>, path: string, moveTo: string): Promise<CategoryMove> {
      if (isBelow(moveTo, path)) return { kind: 'inside' };
      if (!(await pathsOf(tx)).some((each) => isBelow(each, path))) return { kind: 'notFound' };
      const moved = await shelf.file(tx, path, sql<string>`${moveTo}`);
      if (typeof moved !== 'number') return moved;
      await shelf.dropFolders(tx, path);
      return { kind: 'done', moved };
    },
  };
}
