import { Dexie } from 'dexie';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import { appSession } from '../session/app-session.ts';
import { LearningDatabase } from '../database/learning-database.ts';

export const learningDatabase = new LearningDatabase();
const formatLearningBinding = (userId: number, name: string): string => `learning/${userId}/${name}`;

/**
 * Stores what a learning page shows (a course, an article, a list, a picture) for its reader, encrypted with the reader's vault key. Without that
 * key or disk space nothing is stored, and the page works online only.
 */
export async function storePage(userId: number, name: string, value: unknown): Promise<void> {
  try {
    const vault = await appSession.vault();
    if (vault === null) return;
    const sealed = await vault.wrapBytes(encodeUtf8(JSON.stringify(value)), formatLearningBinding(userId, name));
    await learningDatabase.pages.put({ userId, name, sealed, keptMs: Date.now() });
  } catch (cause) {
    console.warn('not kept on this device', cause);
  }
}

/** Reads a stored page of this user; null if there is none or it cannot be opened. */
export async function readStoredPage<T>(userId: number, name: string): Promise<{ readonly value: T; readonly keptMs: number } | null> {
  const [vault, row] = [await appSession.vault(), await learningDatabase.pages.get([userId, name]).catch(() => undefined)];
  const bytes = vault === null || row === undefined ? undefined : await vault.unwrapBytes(row.sealed, formatLearningBinding(userId, name));
  return bytes && row ? { value: JSON.parse(decodeUtf8(bytes)) as T, keptMs: row.keptMs } : null;
}

/** Deletes all but the newest `maxPages` pages of the user whose names begin with `prefix`. */
export async function keepNewestPages(userId: number, prefix: string, maxPages: number): Promise<void> {
  const rows = await learningDatabase.pages
    .where('[userId+keptMs]')
    .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
    .filter((row) => row.name.startsWith(prefix))
    .reverse()
    .sortBy('keptMs');
  await learningDatabase.pages.bulkDelete(rows.slice(maxPages).map((row): [number, string] => [userId, row.name]));
}
