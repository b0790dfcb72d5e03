import { type Kysely, sql, type Transaction } from 'kysely';
import { categoryPath } from '../../../sync/contract/question-body.ts';
import type { Database } from '../../db/schema.ts';
import { bankIdOf } from './question-row.ts';
import type { Editor } from './question-store.ts';

export type CategoryMove =
  | { readonly kind: 'done'; readonly moved: number }
  /** `inside`: into itself; `taken`: there is one of that name; `deep`: too long or too many steps. */
  | { readonly kind: 'notFound' | 'inside' | 'taken' | 'deep' };

const isBelow = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`);

export function questionCategoryStore(db: Kysely<Database>) {
  const pathsOf = async (tx: Kysely<Database>, schoolId: number | null): Promise<Set<string>> => {
    const used = await tx.selectFrom('question').select('category').distinct().where('school_id', 'is', schoolId).execute();
    const made = await tx.selectFrom('question_folder').select('path').where('bank_id', '=', bankIdOf(schoolId)).execute();
    return new Set([...used.map((row) => row.category), ...made.map((row) => row.path)]);
  };

  return {
    /** Those that somebody made, full or empty. */
    folders: async (schoolId: number | null): Promise<string[]> => {
      const rows = await db
        .selectFrom('question_folder')
        .select('path')
        .where('bank_id', '=', bankIdOf(schoolId))
        .orderBy('path')
        .execute();
      return rows.map((row) => row.path);
    },

    /** False: there is one. */
    add: (schoolId: number | null, path: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if ([...(await pathsOf(tx, schoolId))].some((each) => isBelow(each, path))) return false;
        await tx
          .insertInto('question_folder')
          .values({ bank_id: bankIdOf(schoolId), path })
          .execute();
        return true;
      }),

    /** With everything below. `merge`: `to` may stand already. */
    move: (schoolId: number | null, from: string, to: string, merge: boolean, editor: Editor): Promise<CategoryMove> =>
      db.transaction().execute(async (tx): Promise<CategoryMove> => {
        if (from !== to && isBelow(to, from)) return { kind: 'inside' };
        const paths = await pathsOf(tx, schoolId);
        const moving = [...paths].filter((path) => isBelow(path, from));
        if (moving.length === 0) return { kind: 'notFound' };
        if (from === to) return { kind: 'done', moved: 0 };
        if (!merge && [...paths].some((path) => isBelow(path, to))) return { kind: 'taken' };
        const after = moving.map((path) => to + path.slice(from.length));
        if (after.some((path) => !categoryPath.safeParse(path).success)) return { kind: 'deep' };
        const moved = await file(tx, schoolId, from, sql<string>`${to} || substr(category, length(${from}) + 1)`, editor);
        await dropFolders(tx, schoolId, from);
        await tx
          .insertInto('question_folder')
          .values([...new Set([to, ...after])].map((path) => ({ bank_id: bankIdOf(schoolId), path })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return { kind: 'done', moved };
      }),

    /** Those below go with it; its questions all go to `moveTo`. */
    remove: (schoolId: number | null, path: string, moveTo: string, editor: Editor): Promise<CategoryMove> =>
      db.transaction().execute(async (tx): Promise<CategoryMove> => {
        if (isBelow(moveTo, path)) return { kind: 'inside' };
        const paths = await pathsOf(tx, schoolId);
        if (![...paths].some((each) => isBelow(each, path))) return { kind: 'notFound' };
        const moved = await file(tx, schoolId, path, sql<string>`${moveTo}`, editor);
        await dropFolders(tx, schoolId, path);
        return { kind: 'done', moved };
      }),
  };
}

/** The questions of a category and those below get another: a version of each, as any other change is. */
async function file(
  tx: Transaction<Database>,
  schoolId: number | null,
  from: string,
  category: ReturnType<typeof sql<string>>,
  { userId, nowMs }: Editor,
): Promise<number> {
  const which = sql<boolean>`school_id IS ${schoolId} AND (category = ${from} OR category BETWEEN ${`${from}/`} AND ${`${from}0`})`;
  await sql`
    INSERT INTO question_version (question_id, version, event, before, user_id, at_ms)
    SELECT id, version + 1, 'file', json_object('category', category), ${userId}, ${nowMs} FROM question WHERE ${which}
  `.execute(tx);
  const result = await tx
    .updateTable('question')
    .set((eb) => ({ category, version: eb('version', '+', 1), updated_by: userId, updated_ms: nowMs }))
    .where(which)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

const dropFolders = (tx: Transaction<Database>, schoolId: number | null, path: string) =>
  tx
    .deleteFrom('question_folder')
    .where('bank_id', '=', bankIdOf(schoolId))
    .where((eb) => eb.or([eb('path', '=', path), eb.between('path', `${path}/`, `${path}0`)]))
    .execute();
