import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** A relative path that cannot leave the backup's folder. */
const innerPath = z
  .string()
  .regex(/^[^/\\\0]+(\/[^/\\\0]+)*$/)
  .refine((path) => !path.split('/').some((part) => part === '..' || part === '.'));

/** Path of a file below a folder, with its size and hash. */
export const fileEntry = z.object({ path: innerPath, sizeBytes: z.int(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Version of the program that made the backup. */
  version: z.string(),
  /** Names of the migrations applied to the server's main database (`wenkao.db`), for the operator and for an upgrade that is undone. */
  migrations: z.array(z.string()),
  /** Server epoch of the backed-up answer log, and position of its last batch. */
  log: z.object({ serverEpoch: z.string(), end: z.int() }),
  /** Heads of the audit chains, to check later chains against: `audit:verify -- --heads <this file>`. A backup of an older version has none. */
  auditHeads: z.array(z.string()).default([]),
  files: z.array(fileEntry),
});
export type BackupManifest = z.output<typeof manifest>;
export const manifestName = 'manifest.json';

/** Computes the entry of a file: path, size in bytes and SHA-256. */
export async function describeFile(folder: string, path: string): Promise<BackupManifest['files'][number]> {
  const file = join(folder, path);
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return { path, sizeBytes: statSync(file).size, sha256: digest.digest('hex') };
}

/** Reads the manifest of a backup. Returns undefined if the folder contains no backup. */
export function readManifest(folder: string): BackupManifest | undefined {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Reads the manifest and checks every file against it. Throws with a sentence that names the missing or changed file. */
export async function readVerifiedManifest(folder: string): Promise<BackupManifest> {
  const storedManifest = readManifest(folder);
  if (storedManifest === undefined) throw new Error(`${folder} is not a Wenkao backup: ${manifestName} is missing or damaged`);
  for (const file of storedManifest.files) {
    const actual = await describeFile(folder, file.path).catch(() => undefined);
    if (!actual) throw new Error(`the backup is damaged: ${file.path} is missing`);
    if (actual.sha256 !== file.sha256) throw new Error(`the backup is damaged: the checksum of ${file.path} is wrong`);
  }
  for (const path of ['wenkao.db', 'log.db', 'keys.json'])
    if (!storedManifest.files.some((file) => file.path === path)) throw new Error(`the backup is incomplete: it holds no ${path}`);
  return storedManifest;
}
