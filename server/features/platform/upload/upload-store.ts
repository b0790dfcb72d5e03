import type { Kysely } from 'kysely';
import type { UploadKind } from '../../../../sync/contract/platform/upload.ts';
import type { Database } from '../../../db/schema.ts';
import type { PixelSize } from './file-kind.ts';

export interface NewUpload {
  readonly name: string;
  readonly schoolId: number;
  readonly userId: number;
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly originalName: string;
  readonly guarded?: true;
  readonly pixels?: PixelSize | null;
}

export interface StoredUpload {
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly originalName: string;
  /** True if the file is served only at addresses signed for a user (`createMediaTickets`). */
  readonly guarded: boolean;
}

export function createUploadStore(db: Kysely<Database>) {
  return {
    async add(row: NewUpload, nowMs: number): Promise<void> {
      await db
        .insertInto('upload')
        .values({
          name: row.name,
          school_id: row.schoolId,
          user_id: row.userId,
          kind: row.kind,
          size_bytes: row.sizeBytes,
          sha256: row.sha256,
          original_name: row.originalName,
          created_ms: nowMs,
          guarded: row.guarded === true ? 1 : 0,
          width: row.pixels?.width ?? null,
          height: row.pixels?.height ?? null,
        })
        .execute();
    },

    async byName(name: string): Promise<StoredUpload | undefined> {
      const row = await db
        .selectFrom('upload')
        .select(['kind', 'size_bytes as sizeBytes', 'sha256', 'original_name as originalName', 'guarded'])
        .where('name', '=', name)
        .executeTakeFirst();
      return row && { ...row, kind: row.kind as UploadKind, guarded: row.guarded === 1 };
    },

    /** Finds a resumable upload by the random part of its name. */
    async byRandom(random: string, userId: number): Promise<(StoredUpload & { readonly name: string }) | undefined> {
      const row = await db
        .selectFrom('upload')
        .select('name')
        .where('user_id', '=', userId)
        .where('name', '>=', random)
        .where('name', '<', `${random}/`)
        .executeTakeFirst();
      const stored = row && (await this.byName(row.name));
      return row && stored && { ...stored, name: row.name };
    },

    /** Returns the names of the files that were uploaded last. */
    async newest(count: number): Promise<string[]> {
      const rows = await db.selectFrom('upload').select('name').orderBy('created_ms', 'desc').orderBy('name').limit(count).execute();
      return rows.map((row) => row.name);
    },

    /** Counts the account's files, without the scanned answer cards of plans: these have their own room (`cardBytesPerPage`). */
    async countSince(userId: number, sinceMs: number): Promise<number> {
      const row = await db
        .selectFrom('upload')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_ms', '>', sinceMs)
        .where('plan_id', 'is', null)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Sums the bytes of the same files. */
    async bytesSince(userId: number, sinceMs: number): Promise<number> {
      const row = await db
        .selectFrom('upload')
        .select((e) => e.fn.coalesce(e.fn.sum<number>('size_bytes'), e.lit(0)).as('bytes'))
        .where('user_id', '=', userId)
        .where('created_ms', '>', sinceMs)
        .where('plan_id', 'is', null)
        .executeTakeFirstOrThrow();
      return row.bytes;
    },
  };
}
