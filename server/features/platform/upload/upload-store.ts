import { type Kysely, sql } from 'kysely';
import type { UploadKind } from '../../../../sync/contract/platform/upload.ts';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';
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

    /** Finds the stored file of a resumable upload by the random part of its name. */
    async byRandom(random: string, userId: number): Promise<(StoredUpload & { readonly name: string }) | undefined> {
      const row = await db
        .selectFrom('upload')
        .select('name')
        .where('user_id', '=', userId)
        .where('name', '>=', random)
        .where('name', '<', `${random}/`)
        .executeTakeFirst();
      const upload = row && (await this.byName(row.name));
      return row && upload && { ...upload, name: row.name };
    },

    /** Returns the names of the files that were uploaded last. */
    async newest(count: number): Promise<string[]> {
      const rows = await db.selectFrom('upload').select('name').orderBy('created_ms', 'desc').orderBy('name').limit(count).execute();
      return rows.map((row) => row.name);
    },

    /**
     * Counts the files that the account has uploaded since `sinceMs`, without scanned answer cards, which have a limit of their own
     * (`cardBytesPerPage`).
     */
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

    /** Sums the bytes of the files that `countSince` counts. */
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

/** Rows that are read at once. Other requests wait for at most one such slice. */
const rowsAtOnce = 2000;
/**
 * Tables not searched for file names: history (an old name in it does not keep a file alive), and sealed or computed data. These are the largest
 * tables.
 */
const passedOver = ['audit', 'upload', 'job', 'session', 'change_note', 'exam_package', 'attempt_score'];
const nameInText = /\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})/g;

export function createUploadSweepStore(db: Kysely<Database>) {
  /** Lists every text column of the database, so that new tables are searched too. */
  const textColumns = async (): Promise<{ table: string; columns: string[]; numbered: boolean }[]> => {
    const { rows } = await sql<{ table: string; column: string; numbered: number }>`
      SELECT * FROM ${callDialectFunction('textColumns')} AS there ORDER BY "table"`.execute(db);
    return [...Map.groupBy(rows, (row) => row.table)]
      .filter(([table]) => !passedOver.includes(table))
      .map(([table, columns]) => ({ table, columns: columns.map(({ column }) => column), numbered: columns[0]?.numbered === 1 }));
  };

  const lastPlace = async (table: string): Promise<number> =>
    (await db.selectNoFrom(callDialectFunction('lastPlace', wrapDialectValue(table)).as('last')).executeTakeFirstOrThrow()).last;

  return {
    /** Returns the names of all files that any row refers to. `between` runs after each slice and may throw to stop the reading. */
    async listReferredNames(between: () => Promise<void>): Promise<Set<string>> {
      const names = new Set<string>();
      for (const { table, columns, numbered } of await textColumns()) {
        const joinedText = sql.join(
          columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
          sql` || ' ' || `,
        );
        const condition = sql`${joinedText} LIKE '%/uploads/%'`;
        const last = numbered ? await lastPlace(table) : 1;
        for (let at = 0; at < last; at += numbered ? rowsAtOnce : last) {
          const part = numbered ? sql`${callDialectFunction('isPlaced', sql`${at}`, sql`${at + rowsAtOnce}`)} AND` : sql``;
          const text = callDialectFunction('fitting', joinedText, wrapDialectValue(nameInText.source));
          const { rows } = await sql<{ text: string }>`SELECT ${text} AS text FROM ${sql.table(table)} WHERE ${part} ${condition}`.execute(
            db,
          );
          for (const row of rows) for (const [, name] of row.text.matchAll(nameInText)) if (name !== undefined) names.add(name);
          await between();
        }
      }
      return names;
    },

    /** Returns files created before `beforeMs`, each with the time since when it is known to be unused (null: in use, as far as known). */
    olderThan: (beforeMs: number) =>
      db.selectFrom('upload').select(['name', 'size_bytes', 'unused_ms']).where('created_ms', '<', beforeMs).execute(),

    async setUnused(names: readonly string[], unusedMs: number | null): Promise<void> {
      for (const some of sliceValues(names))
        await runInScope('nothing', () => db.updateTable('upload').set({ unused_ms: unusedMs }).where('name', 'in', some).execute());
    },

    /** Removes the row of an unused file. Returns false if the file has come into use again meanwhile. */
    async remove(name: string): Promise<boolean> {
      const { numDeletedRows } = await runInScope('nothing', () =>
        db.deleteFrom('upload').where('name', '=', name).where('unused_ms', 'is not', null).executeTakeFirstOrThrow(),
      );
      return numDeletedRows === 1n;
    },
  };
}
