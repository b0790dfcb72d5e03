import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { listFilesIn } from '../backup/backup.ts';
import { describeFile, fileEntry } from '../backup/manifest.ts';
import { tryParseJson } from '../../sync/domain/json.ts';

/** File of a package that lists all others with size and SHA-256. */
const listName = 'package-files.json';
const listing = z.object({ files: z.array(fileEntry) });

/** Writes the list of a package's files into its folder. */
export async function writePackageList(folder: string): Promise<void> {
  const files: z.output<typeof fileEntry>[] = [];
  for (const path of listFilesIn(folder)) if (path !== listName) files.push(await describeFile(folder, path));
  writeFileSync(join(folder, listName), `${JSON.stringify({ files }, null, 1)}\n`);
}

/** Compares a package's files with `package-files.json` among them. Returns a difference in a few words, or null. Keys: paths in the package. */
export function findPackageFault(files: ReadonlyMap<string, Buffer>): string | null {
  const parsed = listing.safeParse(tryParseJson(files.get(listName)?.toString('utf8') ?? ''));
  if (!parsed.success) return `${listName} is missing or damaged`;
  const listed = new Map(parsed.data.files.map((each) => [each.path, each]));
  for (const [path, { sha256 }] of listed) {
    const bytes = files.get(path);
    if (bytes === undefined) return `${path} is missing`;
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return `${path} is not as it was written`;
  }
  const unlisted = [...files.keys()].find((path) => path !== listName && !listed.has(path));
  return unlisted === undefined ? null : `${unlisted} is not in the list of its files`;
}
