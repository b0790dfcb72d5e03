import { chmodSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Everything in one step: one snapshot, however much is written meanwhile. The writers don't wait for it. */
const allPages = 0x7fff_ffff;

/**
 * A consistent copy of a database that may be in use, by SQLite's online backup. The copy is one file, without a journal beside
 * it, checked page by page; throws when it is damaged.
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

/** Throws when the file is no sound database. Writes to it: the journal's mode is part of the file. */
export function checkDatabase(path: string): void {
  const copy = new Sqlite(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('integrity_check(5)') as { integrity_check: string }[];
    if (found.length !== 1 || found[0]?.integrity_check !== 'ok')
      throw new Error(`${path} is damaged: ${found.map((row) => row.integrity_check).join('; ')}`);
  } finally {
    copy.close();
  }
  for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
}

/** The steps of the schema that this file has been through. */
export function migrationsIn(path: string): string[] {
  const copy = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    return copy.prepare<[], string>('SELECT name FROM migration ORDER BY name').pluck().all();
  } finally {
    copy.close();
  }
}
