import { chmodSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Copies all pages in one step, so that the copy is one snapshot. Writers are not blocked by it. */
const allPages = 0x7fff_ffff;

/**
 * Copies a database that may be in use, through SQLite's online backup, and checks the copy page by page. The copy is one file of
 * mode 0600 without a journal. Throws if the copy is damaged.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Sqlite(from, { fileMustExist: true });
  try {
    source.pragma('busy_timeout = 30000');
    await source.backup(to, { progress: () => allPages });
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
  checkDatabase(to);
}

/** Throws if the file is not a sound database. Writes to the file: it sets the journal mode to DELETE, which is stored in the file header. */
export function checkDatabase(path: string): void {
  const copy = new Sqlite(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    const problems = copy.pragma('integrity_check(5)') as { integrity_check: string }[];
    if (problems.length !== 1 || problems[0]?.integrity_check !== 'ok')
      throw new Error(`${path} is damaged: ${problems.map((row) => row.integrity_check).join('; ')}`);
  } finally {
    copy.close();
  }
  for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
}

/** Returns the names of the migrations applied to this database file, sorted. */
export function listMigrations(path: string): string[] {
  const copy = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    return copy.prepare<[], string>('SELECT name FROM migration ORDER BY name').pluck().all();
  } finally {
    copy.close();
  }
}
