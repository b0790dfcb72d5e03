import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** What happened to a thing since a version somebody still has on the screen. */
export interface Since {
  readonly by: string;
  readonly atMs: number;
  readonly fields: readonly string[];
}

/** Remembers which fields each version of a thing changed. Part of the transaction that changes it. */
export function changeStore(db: Kysely<Database>, kind: 'user' | 'class') {
  return {
    /** `version`: the one this change made. */
    async note(change: { id: number; version: number; userId: number; nowMs: number; fields: readonly string[] }): Promise<void> {
      await db
        .insertInto('change_note')
        .values({
          kind,
          thing_id: change.id,
          version: change.version,
          user_id: change.userId,
          at_ms: change.nowMs,
          fields: JSON.stringify(change.fields),
        })
        .execute();
    },

    /** Who changed it last, when, and every field that changed after `version`. */
    async since(id: number, version: number): Promise<Since> {
      const rows = await db
        .selectFrom('change_note')
        .leftJoin('user', 'user.id', 'change_note.user_id')
        .select(['user.name', 'at_ms', 'fields'])
        .where('kind', '=', kind)
        .where('thing_id', '=', id)
        .where('change_note.version', '>', version)
        .orderBy('change_note.version', 'desc')
        .execute();
      const fields = new Set(rows.flatMap((row) => JSON.parse(row.fields) as string[]));
      return { by: rows[0]?.name ?? '', atMs: rows[0]?.at_ms ?? 0, fields: [...fields] };
    },

    /** The thing is gone, and so is the use of its notes. */
    async forget(id: number): Promise<void> {
      await db.deleteFrom('change_note').where('kind', '=', kind).where('thing_id', '=', id).execute();
    },
  };
}
