import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

export interface WebFile {
  /** Path below the folder of the web application, such as `/assets/index-4f2a.js`. */
  readonly path: string;
  readonly content: Buffer;
}

/** Stores the files of the web application's last two builds whose names contain a hash of their content (decision 049). */
export function createWebFileStore(db: Kysely<Database>) {
  return {
    async read(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
      const row = await db.selectFrom('web_file').select('content').where('path', '=', path).executeTakeFirst();
      return row && Buffer.from(row.content);
    },
    async pathsOfBuild(build: string): Promise<Set<string>> {
      const rows = await db.selectFrom('web_file').select('path').where('build', '=', build).execute();
      return new Set(rows.map(({ path }) => path));
    },
    /** Stores a file as one of this build. A file that another build has as well belongs to this one from now on. */
    async put({ path, content }: WebFile, build: string, nowMs: number): Promise<void> {
      await db
        .insertInto('web_file')
        .values({ path, build, content, stored_ms: nowMs })
        .onConflict((conflict) => conflict.column('path').doUpdateSet({ build, stored_ms: nowMs }))
        .execute();
    },
    /** Removes the files of all builds but the two that were stored last. */
    async removeOldBuilds(): Promise<void> {
      const lastBuilds = db
        .selectFrom('web_file')
        .select('build')
        .groupBy('build')
        .orderBy((eb) => eb.fn.max('stored_ms'), 'desc')
        .orderBy('build')
        .limit(2);
      await db.deleteFrom('web_file').where('build', 'not in', lastBuilds).execute();
    },
  };
}
