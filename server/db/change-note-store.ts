import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** User who changes a row, and the time of the change. */
export interface Editor {
  readonly userId: number;
  readonly nowMs: number;
}

export interface ChangeNote {
  /** Names of the users who changed the row after the version that the caller saw, the latest first. */
  readonly names: readonly string[];
  readonly atMs: number;
  readonly fields: readonly string[];
}

/**
 * Stores the change history of versioned rows: who changed which fields when. Written in the transaction of the change, read to explain a stale
 * version.
 */
export function createChangeNoteStore(db: Kysely<Database>) {
  return {
    async write(row: { kind: string; id: number; version: number }, by: Editor & { readonly fields: readonly string[] }): Promise<void> {
      await db
        .insertInto('change_note')
        .values({
          kind: row.kind,
          row_id: row.id,
          version: row.version,
          user_id: by.userId,
          at_ms: by.nowMs,
          fields: JSON.stringify(by.fields),
        })
        .execute();
    },

    /** Returns who changed a row after its version `seenVersion`, and which fields. */
    async since(kind: string, id: number, seenVersion: number): Promise<ChangeNote> {
      const rows = await db
        .selectFrom('change_note')
        .leftJoin('user', 'user.id', 'change_note.user_id')
        .where('kind', '=', kind)
        .where('row_id', '=', id)
        .where('change_note.version', '>', seenVersion)
        .select(['user.name', 'at_ms', 'fields'])
        .orderBy('change_note.version', 'desc')
        .execute();
      return {
        names: [...new Set(rows.flatMap((row) => row.name ?? []))],
        atMs: rows[0]?.at_ms ?? 0,
        fields: [...new Set(rows.flatMap((row) => JSON.parse(row.fields) as string[]))],
      };
    },

    /** Returns up to `limit` changes of a row, newest first; `by` is '' if the account was deleted. */
    async newest(kind: string, id: number, limit: number): Promise<{ by: string; atMs: number; fields: string[] }[]> {
      const rows = await db
        .selectFrom('change_note')
        .leftJoin('user', 'user.id', 'change_note.user_id')
        .where('kind', '=', kind)
        .where('row_id', '=', id)
        .select(['user.name', 'at_ms', 'fields'])
        .orderBy('change_note.version', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ by: row.name ?? '', atMs: row.at_ms, fields: JSON.parse(row.fields) as string[] }));
    },

    async forget(kind: string, id: number): Promise<void> {
      await db.deleteFrom('change_note').where('kind', '=', kind).where('row_id', '=', id).execute();
    },
  };
}

/** Returns the contract names of the fields whose JSON value differs between `before` and `after`. */
export const listChangedFields = <T extends object>(before: T, after: T): string[] =>
  Object.keys(after).filter((key) => JSON.stringify(before[key as keyof T]) !== JSON.stringify(after[key as keyof T]));
