import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from '../migration-plan.ts';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.ts$/.test(name));

/** Returns the only export of a migration file. Throws if the file exports none or several. */
async function importMigration(file: string): Promise<Migration> {
  const [migration, ...more] = Object.values((await import(pathToFileURL(join(folder, file)).href)) as Record<string, Migration>);
  if (migration === undefined || more.length > 0) throw new Error(`${file} exports ${1 + more.length} migrations, not one`);
  return migration;
}

/** All migrations of this folder, applied in the order of their file names. A new database has their result from the start. */
export const migrations: readonly Migration[] = await Promise.all(files.toSorted().map(importMigration));
