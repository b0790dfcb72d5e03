import { type Kysely, sql } from 'kysely';
import { createCategoryStore, isInCategory } from '../../../../db/category-store.ts';
import { callDialectFunction } from '../../../../db/dialect-functions.ts';
import type { HiddenDrafts } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { rebuildWordIndex } from '../question-index-store.ts';
import type { Editor } from '../../../../db/change-note-store.ts';

/**
 * Maximum number of questions that may change their category at once. Indexing this many again takes at least three seconds, in which no other write
 * can proceed.
 */
const mostFiledAtOnce = 20_000;

/**
 * Returns the category store of the bank `schoolId`, a school or `certifiedBankId`. `hidden`: other people's drafts, which stay in their category
 * when it is moved. `most`: the largest number of questions that one move may change.
 */
export const createQuestionCategoryStore = (
  db: Kysely<Database>,
  schoolId: number,
  { userId, nowMs }: Editor,
  { hidden, most = mostFiledAtOnce }: { readonly hidden?: HiddenDrafts | undefined; readonly most?: number } = {},
) => {
  const isSeen = hidden === undefined ? sql<boolean>`true` : sql<boolean>`id NOT IN ${hidden}`;
  return createCategoryStore(db, {
    used: async (tx) => {
      const rows = await tx.selectFrom('question').select('category').distinct().where('school_id', '=', schoolId).where(isSeen).execute();
      return rows.map((row) => row.category);
    },
    folders: async (tx) => {
      const rows = await tx.selectFrom('question_folder').select('path').where('bank_id', '=', schoolId).orderBy('path').execute();
      return rows.map((row) => row.path);
    },
    addFolders: (tx, paths) =>
      tx
        .insertInto('question_folder')
        .values(paths.map((path) => ({ bank_id: schoolId, path })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    dropFolders: (tx, path) => tx.deleteFrom('question_folder').where('bank_id', '=', schoolId).where(isInCategory('path', path)).execute(),
    // Each moved question gets a new version, as with any other change.
    file: async (tx, from, to) => {
      const which = sql<boolean>`school_id = ${schoolId} AND ${isInCategory('category', from)} AND ${isSeen}`;
      const moving = await tx.selectFrom('question').select('id').where(which).execute();
      if (moving.length > most) return { kind: 'tooMany', rowCount: moving.length, maxRows: most };
      await sql`
        INSERT INTO question_version (question_id, version, event, before, user_id, at_ms)
        SELECT id, version + 1, 'file', ${callDialectFunction('jsonOf', sql.lit('category'), sql`category`)}, ${userId}, ${nowMs} FROM question WHERE ${which}
      `.execute(tx);
      await tx
        .updateTable('question')
        .set((eb) => ({ category: to, version: eb('version', '+', 1), updated_by: userId, updated_ms: nowMs }))
        .where(which)
        .execute();
      const ids = moving.map((row) => row.id);
      await rebuildWordIndex(tx, ids);
      return ids.length;
    },
  });
};
