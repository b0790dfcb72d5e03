import type { LearnCourse } from '../../../sync/contract/learn.ts';
import { learningDatabase as db } from '../../platform/learning-cache.ts';
import type { FileRow } from '../../platform/learning-database.ts';
import { Dexie } from 'dexie';

const pieceBytes = 4 * 1024 * 1024;

type FileToTake = LearnCourse['sections'][number]['items'][number]['files'][number];

const piecesOf = (userId: number, url: string) =>
  db.pieces.where('[userId+url+from]').between([userId, url, Dexie.minKey], [userId, url, Dexie.maxKey]);

export class TakeFailure extends Error {
  override readonly name = 'TakeFailure';
  readonly why: 'room' | 'network' | 'gone';
  constructor(why: 'room' | 'network' | 'gone') {
    super(why);
    this.why = why;
  }
}

/** Room on this device by the browser's own estimate; a tenth of it is left alone. */
async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota * 0.9 - usage > bytes;
}

/** Whether the bytes are those that the server read, as it said with them: what a line or a proxy changed is asked for again. */
async function isWhatWasSent(blob: Blob, reply: Response): Promise<boolean> {
  const said = /sha-256=:([^:]+):/.exec(reply.headers.get('content-digest') ?? '')?.[1];
  if (said === undefined) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return btoa(String.fromCharCode(...digest)) === said;
}

/** Takes a file along, piece by piece: broken off, it goes on where it was. */
export async function takeAlong(userId: number, courseId: number, file: FileToTake, signal: AbortSignal, moved: () => void): Promise<void> {
  const { url, name, sizeBytes, src } = file;
  const known = await db.files.get([userId, url]);
  let have = known?.haveBytes ?? 0;
  if (have >= sizeBytes && known !== undefined) return;
  if (!(await hasRoom(sizeBytes - have))) throw new TakeFailure('room');
  await db.files.put({ url, userId, courseId, name, sizeBytes, haveBytes: have, usedMs: Date.now() });
  while (have < sizeBytes) {
    signal.throwIfAborted();
    const last = Math.min(have + pieceBytes, sizeBytes) - 1;
    const headers = { range: `bytes=${have}-${last}`, 'want-content-digest': 'sha-256=1' };
    const reply = await fetch(src, { headers, signal, cache: 'no-store' }).catch(() => null);
    signal.throwIfAborted();
    if (reply === null) throw new TakeFailure('network');
    if (reply.status !== 206) throw new TakeFailure('gone');
    const blob = await reply.blob().catch(() => null);
    if (blob === null || blob.size !== last - have + 1 || !(await isWhatWasSent(blob, reply))) throw new TakeFailure('network');
    const from = have;
    have += blob.size;
    try {
      await db.transaction('rw', db.pieces, db.files, async () => {
        await db.pieces.put({ userId, url, from, blob });
        await db.files.update([userId, url], { haveBytes: have });
      });
    } catch {
      throw new TakeFailure('room');
    }
    moved();
  }
}

/** What of other courses was not looked at for longest, so many that the bytes have room; null where even all of it is too little. */
export async function oldestToLeave(userId: number, courseId: number, bytes: number): Promise<FileRow[] | null> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  let missing = bytes - (quota * 0.9 - usage);
  const others = (await db.files.where({ userId }).toArray()).filter((file) => file.courseId !== courseId && file.haveBytes > 0);
  const going: FileRow[] = [];
  for (const file of others.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (missing <= 0) break;
    going.push(file);
    missing -= file.haveBytes;
  }
  return missing > 0 || going.length === 0 ? null : going;
}

export const takenFiles = (userId: number): Promise<FileRow[]> => db.files.where({ userId }).toArray();

/** The whole file from this device; null where it isn't here, or not all of it. */
export async function fileHere(userId: number, url: string, type: string): Promise<Blob | null> {
  const row = await db.files.get([userId, url]).catch(() => undefined);
  if (row === undefined || row.haveBytes < row.sizeBytes) return null;
  const pieces = await piecesOf(userId, url).sortBy('from');
  const whole = new Blob(
    pieces.map((piece) => piece.blob),
    { type },
  );
  if (whole.size !== row.sizeBytes) return null;
  await db.files.update([userId, url], { usedMs: Date.now() });
  return whole;
}

/** Makes room: what was taken along of a course, or one file, goes. */
export async function leaveBehind(userId: number, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await piecesOf(userId, url).delete();
    await db.files.delete([userId, url]);
  }
}
