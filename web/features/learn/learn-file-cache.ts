import type { LearnCourse } from '../../../sync/contract/learning/learn.ts';
import { learningDatabase as db } from '../../platform/offline-pages/learning-cache.ts';
import type { OfflineFileRow } from '../../platform/database/learning-database.ts';
import { Dexie } from 'dexie';
import { encodeBase64 } from '../../lib/base64.ts';

const chunkBytes = 4 * 1024 * 1024;

type FileToTake = LearnCourse['sections'][number]['items'][number]['files'][number];

const selectChunks = (userId: number, url: string) =>
  db.pieces.where('[userId+url+from]').between([userId, url, Dexie.minKey], [userId, url, Dexie.maxKey]);

/** Failure of a download: no storage space (`room`), no connection (`network`), or the file is no longer available (`gone`). */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly reason: 'room' | 'network' | 'gone';
  constructor(reason: 'room' | 'network' | 'gone') {
    super(reason);
    this.reason = reason;
  }
}

/** Returns true if the browser's storage estimate leaves space for `bytes`. A tenth of the quota is never used. */
async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota * 0.9 - usage > bytes;
}

/**
 * Compares the blob with the SHA-256 digest in the server's `Content-Digest` header. A network or a proxy may have altered the bytes; the caller
 * then downloads them again. Returns true if the header is missing.
 */
async function isWhatWasSent(blob: Blob, reply: Response): Promise<boolean> {
  const expected = /sha-256=:([^:]+):/.exec(reply.headers.get('content-digest') ?? '')?.[1];
  if (expected === undefined) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return encodeBase64(digest) === expected;
}

/**
 * Downloads a lesson file for offline use in chunks of `chunkBytes`; an interrupted download resumes after its last stored chunk. Throws
 * `DownloadError`.
 */
export async function downloadLessonFile(
  userId: number,
  courseId: number,
  file: FileToTake,
  signal: AbortSignal,
  moved: () => void,
): Promise<void> {
  const { url, name, sizeBytes, src } = file;
  const storedFile = await db.files.get([userId, url]);
  let haveBytes = storedFile?.haveBytes ?? 0;
  if (haveBytes >= sizeBytes && storedFile !== undefined) return;
  if (!(await hasRoom(sizeBytes - haveBytes))) throw new DownloadError('room');
  await db.files.put({ url, userId, courseId, name, sizeBytes, haveBytes, usedMs: Date.now() });
  while (haveBytes < sizeBytes) {
    signal.throwIfAborted();
    const last = Math.min(haveBytes + chunkBytes, sizeBytes) - 1;
    const headers = { range: `bytes=${haveBytes}-${last}`, 'want-content-digest': 'sha-256=1' };
    const reply = await fetch(src, { headers, signal, cache: 'no-store' }).catch(() => null);
    signal.throwIfAborted();
    if (reply === null) throw new DownloadError('network');
    if (reply.status !== 206) throw new DownloadError('gone');
    const blob = await reply.blob().catch(() => null);
    if (blob === null || blob.size !== last - haveBytes + 1 || !(await isWhatWasSent(blob, reply))) throw new DownloadError('network');
    const from = haveBytes;
    haveBytes += blob.size;
    try {
      await db.transaction('rw', db.pieces, db.files, async () => {
        await db.pieces.put({ userId, url, from, blob });
        await db.files.update([userId, url], { haveBytes });
      });
    } catch {
      throw new DownloadError('room');
    }
    moved();
  }
}

/**
 * Selects the least recently used files of other courses whose deletion frees enough space for `bytes`. Returns null if the space would not
 * suffice even then.
 */
export async function chooseFilesToRemove(userId: number, courseId: number, bytes: number): Promise<OfflineFileRow[] | null> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  let missing = bytes - (quota * 0.9 - usage);
  const others = (await db.files.where({ userId }).toArray()).filter((file) => file.courseId !== courseId && file.haveBytes > 0);
  const going: OfflineFileRow[] = [];
  for (const file of others.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (missing <= 0) break;
    going.push(file);
    missing -= file.haveBytes;
  }
  return missing > 0 || going.length === 0 ? null : going;
}

export const listDownloadedFiles = (userId: number): Promise<OfflineFileRow[]> => db.files.where({ userId }).toArray();

/** Returns the complete file from this device, or null if it is missing or incomplete. */
export async function readDownloadedFile(userId: number, url: string, type: string): Promise<Blob | null> {
  const row = await db.files.get([userId, url]).catch(() => undefined);
  if (row === undefined || row.haveBytes < row.sizeBytes) return null;
  const chunks = await selectChunks(userId, url).sortBy('from');
  const completeFile = new Blob(
    chunks.map((chunk) => chunk.blob),
    { type },
  );
  if (completeFile.size !== row.sizeBytes) return null;
  await db.files.update([userId, url], { usedMs: Date.now() });
  return completeFile;
}

/** Deletes downloaded files and their chunks to free storage space. */
export async function deleteDownloadedFiles(userId: number, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await selectChunks(userId, url).delete();
    await db.files.delete([userId, url]);
  }
}
