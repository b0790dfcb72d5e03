import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Adds the classes that an import of people needs, in the import's transaction. Returns the ids by name in lower case. */
export async function ensureClasses(
  tx: Kysely<Database>,
  schoolId: number,
  names: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const newClassIds = new Map<string, number>();
  for (const name of names) {
    const row = await tx
      .insertInto('class')
      .values({ school_id: schoolId, name, grade: '', head_teacher_id: null, note: '', updated_ms: nowMs, created_ms: nowMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    newClassIds.set(name.toLowerCase(), row.id);
  }
  return newClassIds;
}
