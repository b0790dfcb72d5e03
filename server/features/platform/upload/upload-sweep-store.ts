import { type Kysely, sql } from 'kysely';
import { wrapDialectValue, callDialectFunction } from '../../../db/dialect-functions.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Rows read at once. Other requests wait for one such slice at most. */
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
    async referred(between: () => Promise<void>): Promise<Set<string>> {
      const names = new Set<string>();
      for (const { table, columns, numbered } of await textColumns()) {
        const whole = sql.join(
          columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
          sql` || ' ' || `,
        );
        const any = sql`${whole} LIKE '%/uploads/%'`;
        const last = numbered ? await lastPlace(table) : 1;
        for (let at = 0; at < last; at += numbered ? rowsAtOnce : last) {
          const part = numbered ? sql`${callDialectFunction('isPlaced', sql`${at}`, sql`${at + rowsAtOnce}`)} AND` : sql``;
          const text = callDialectFunction('fitting', whole, wrapDialectValue(nameInText.source));
          const { rows } = await sql<{ text: string }>`SELECT ${text} AS text FROM ${sql.table(table)} WHERE ${part} ${any}`.execute(db);
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

    /** Returns false if the file came into use again meanwhile. */
    async remove(name: string): Promise<boolean> {
      const { numDeletedRows } = await runInScope('nothing', () =>
        db.deleteFrom('upload').where('name', '=', name).where('unused_ms', 'is not', null).executeTakeFirstOrThrow(),
      );
      return numDeletedRows === 1n;
    },
  };
}
