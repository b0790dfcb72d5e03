import type { Table } from 'dexie';
import type { UploadResult } from '../../../sync/contract/platform/upload.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { draftStorage, openDraftTable } from '../../lib/draft/draft-cache.ts';
import { openText, sealDraftText } from '../../lib/draft/draft-cipher.ts';
import { getDraftSealKey } from '../../lib/draft/draft-names.ts';
import { browserRandom } from '../browser-ports.ts';

/**
 * A file chosen for a form, stored on this device until it is uploaded. It is encrypted like the form's draft and deleted with it (`draft-cache.ts`).
 * The file is safe once `storeDraftFile` resolves, whether or not the draft refers to it yet.
 */
interface FileRow {
  readonly id: string;
  readonly draft: string;
  /** Bytes used on this disk; 0 once the file is uploaded. */
  readonly waitingBytes: number;
  /** Metadata and key of the bytes, encrypted with the session's draft key: the next user of the PC cannot even read the file's name. */
  readonly head: string;
  /** Null once the file is uploaded. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}
interface Head {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly key: string;
  /** Result of the upload; null until the file is uploaded. */
  readonly sent: UploadResult | null;
}
export interface DraftFile extends Omit<Head, 'key'> {
  readonly id: string;
}

/** Limit for the waiting files of all forms on this PC, in bytes; exams have priority on the disk. */
export const maxDraftFileBytes = 100 * 1024 * 1024;
export class NoSpaceForFileError extends Error {
  override readonly name = 'NoSpaceForFileError';
}

const openFileTable = async (): Promise<Table<FileRow, string> | null> =>
  (await openDraftTable())?.db.table<FileRow, string>('files') ?? null;

/** Decrypts the metadata of a file. Null if the file belongs to another user. */
function openHead({ head }: FileRow): Head | null {
  try {
    return JSON.parse(openText(getDraftSealKey(), head) ?? '') as Head;
  } catch {
    return null;
  }
}
const sealHead = (head: Head): string => sealDraftText(getDraftSealKey(), JSON.stringify(head));
const toDraftFile = ({ id }: FileRow, { field, name, type, sizeBytes, sent }: Head): DraftFile => ({
  id,
  sizeBytes,
  field,
  name,
  type,
  sent,
});

/** Stores a chosen file and resolves when it is on disk. Rejects with `NoSpaceForFileError` if the limit is reached. */
export async function storeDraftFile(draft: string, field: string, file: File): Promise<DraftFile> {
  const rows = await openFileTable();
  if (rows === null) throw new Error('no database');
  const head: Head = { field, name: file.name, type: file.type, sizeBytes: file.size, key: chunkCipher.newKey(), sent: null };
  const bytes = await chunkCipher.seal(head.key, 0, new Uint8Array(await file.arrayBuffer()));
  const row: FileRow = { id: browserRandom.uuid(), draft, waitingBytes: file.size, head: sealHead(head), bytes };
  const add = () =>
    rows.db.transaction('rw', rows, async () => {
      // Read the sizes from the index only: the files themselves may exceed a small PC's memory.
      const waiting = (await rows.orderBy('[draft+waitingBytes]').keys()) as unknown as [draft: string, bytes: number][];
      const computeFreeBytes = (of: typeof waiting) => maxDraftFileBytes - of.reduce((sum, [, size]) => sum + size, 0);
      if (computeFreeBytes(waiting) < file.size) {
        // Orphans belong to forms that were closed right after a file was chosen and that have no draft.
        const isOrphan = ([other]: (typeof waiting)[number]) => other !== draft && draftStorage.get(other) === null;
        if (computeFreeBytes(waiting.filter((each) => !isOrphan(each))) < file.size) throw new NoSpaceForFileError();
        await rows
          .where('draft')
          .anyOf(waiting.filter(isOrphan).map(([other]) => other))
          .delete();
      }
      await rows.put(row);
    });
  await add();
  // A draft deleted at the same moment deletes its files too. This file was chosen after that, so store it again.
  await draftStorage.waitUntilFlushed();
  if ((await rows.get(row.id)) === undefined) await add();
  return toDraftFile(row, head);
}

/** Lists the files of a form's draft that belong to the signed-in user. */
export async function listDraftFiles(draft: string): Promise<DraftFile[]> {
  const rows = await (await openFileTable())?.where({ draft }).toArray();
  return (rows ?? []).flatMap((row) => {
    const head = openHead(row);
    return head === null ? [] : [toDraftFile(row, head)];
  });
}

/** Reads a file. Null if it is not on this device or belongs to another user. */
export async function readDraftFile(id: string): Promise<File | null> {
  const row = await (await openFileTable())?.get(id);
  const head = row && openHead(row);
  if (!row?.bytes || !head) return null;
  try {
    return new File([await chunkCipher.open(head.key, 0, row.bytes)], head.name, { type: head.type });
  } catch {
    return null;
  }
}

/** Uploads a file at most once across all tabs and restarts of this browser. Null if it is no longer on this device. */
export const sendDraftFile = (id: string, send: (file: File) => Promise<UploadResult>): Promise<UploadResult | null> =>
  navigator.locks.request(`wenkao.draft-file.${id}`, async () => {
    const rows = await openFileTable();
    const row = await rows?.get(id);
    const head = row && openHead(row);
    if (!rows || !row || !head) return null;
    if (head.sent !== null) return head.sent;
    const file = await readDraftFile(id);
    if (file === null) return null;
    const sent = await send(file);
    // Record the upload before the form refers to it, so that a crash in between causes no second upload.
    await rows.update(id, { head: sealHead({ ...head, sent }), bytes: null, waitingBytes: 0 });
    return sent;
  });

export const dropDraftFile = async (id: string): Promise<void> => void (await (await openFileTable())?.delete(id));
