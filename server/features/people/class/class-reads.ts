import type { Kysely } from 'kysely';
import { normaliseName } from '../../../../sync/contract/scalars.ts';
import type { Database } from '../../../db/schema.ts';

/** Queries about classes for other modules; `db` may be a transaction of the caller. */
export function createClassReads(db: Kysely<Database>) {
  return {
    /** Returns the ids of the classes that a user teaches or heads. */
    async taughtBy(userId: number): Promise<Set<number>> {
      const rows = await db
        .selectFrom('class_teacher')
        .select('class_id as id')
        .where('user_id', '=', userId)
        .union(db.selectFrom('class').select('id').where('head_teacher_id', '=', userId))
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    async names(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('class')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map((row) => [row.id, row.name]));
    },

    /** Returns a school's classes, newest grade first, the order used in all lists. */
    ofSchool: (schoolId: number): Promise<{ id: number; name: string; grade: string }[]> =>
      db
        .selectFrom('class')
        .select(['id', 'name', 'grade'])
        .where('school_id', '=', schoolId)
        .orderBy('grade', 'desc')
        .orderBy('name')
        .orderBy('id')
        .execute(),

    async isOfSchool(id: number, schoolId: number): Promise<boolean> {
      const row = await db.selectFrom('class').select('id').where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst();
      return row !== undefined;
    },

    async idsOf(schoolId: number): Promise<number[]> {
      const rows = await db.selectFrom('class').select('id').where('school_id', '=', schoolId).execute();
      return rows.map((row) => row.id);
    },

    /**
     * Maps the normalised name in lower case to the id for every class of a school. Among classes with equal normalised names, the one whose stored
     * name is the normalised one wins.
     */
    async idsByName(schoolId: number): Promise<Map<string, number>> {
      const rows = await db.selectFrom('class').select(['id', 'name']).where('school_id', '=', schoolId).execute();
      const plainNames = rows.map(({ id, name }) => ({ id, name, plain: normaliseName(name) }));
      const exactLast = plainNames.toSorted((a, b) => Number(a.name === a.plain) - Number(b.name === b.plain));
      return new Map(exactLast.map(({ id, plain }) => [plain.toLowerCase(), id]));
    },
  };
}
