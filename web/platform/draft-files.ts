import type { Table } from 'dexie';
import type { Uploaded } from '../../sync/contract/upload.ts';
import { pieceCipher } from '../../sync/seal/piece.ts';
import { draftShelf, draftTable } from '../lib/draft-cache.ts';
import { openText, sealText } from '../lib/draft-cipher.ts';
import { sealKey } from '../lib/draft-names.ts';
import { chance } from './browser-ports.ts';

/**
 * Files that were chosen for a form, on this device until the school has them: beside the form's draft, sealed as it is, and gone with it
 * (`draft-cache.ts`). A file is safe once `keep` has answered, whether or not the draft names it yet.
 */
interface FileRow {
  readonly id: string;
  readonly draft: string;
  /** What it takes of this disk; 0 once the school has it. */
  readonly waitingBytes: number;
  /** What it is and the key of its bytes, under the session's own: who sits down next reads not even its name. */
  readonly head: string;
  /** None once the school has it. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}
interface Head {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly key: string;
  /** As the school has it; null: it hasn't. */
  readonly sent: Uploaded | null;
}
export interface DraftFile extends Omit<Head, 'key'> {
  readonly id: string;
}

/** What all forms of a PC may keep waiting: its disk is the exams' first. */
export const draftFilesMost = 100 * 1024 * 1024;
export class NoRoomForFile extends Error {
  override readonly name = 'NoRoomForFile';
}

const files = async (): Promise<Table<FileRow, string> | null> => (await draftTable())?.db.table<FileRow, string>('files') ?? null;

/** Null: it is somebody else's. */
function headOf({ head }: FileRow): Head | null {
  try {
    return JSON.parse(openText(sealKey(), head) ?? '') as Head;
  } catch {
    return null;
  }
}
const sealed = (head: Head): string => sealText(sealKey(), JSON.stringify(head));
const told = ({ id }: FileRow, { field, name, type, sizeBytes, sent }: Head): DraftFile => ({ id, sizeBytes, field, name, type, sent });

/** On the disk when this resolves. Rejects where there is no room for it. */
export async function keepDraftFile(draft: string, field: string, file: File): Promise<DraftFile> {
  const rows = await files();
  if (rows === null) throw new Error('no database');
  const head: Head = { field, name: file.name, type: file.type, sizeBytes: file.size, key: pieceCipher.newKey(), sent: null };
  const bytes = await pieceCipher.seal(head.key, 0, new Uint8Array(await file.arrayBuffer()));
  const row: FileRow = { id: chance.uuid(), draft, waitingBytes: file.size, head: sealed(head), bytes };
  const add = () =>
    rows.db.transaction('rw', rows, async () => {
      // Sizes alone: the files themselves may be more than a small PC's memory takes.
      const waiting = (await rows.orderBy('[draft+waitingBytes]').keys()) as unknown as [draft: string, bytes: number][];
      const room = (of: typeof waiting) => draftFilesMost - of.reduce((sum, [, size]) => sum + size, 0);
      if (room(waiting) < file.size) {
        // Of forms that were left in the moment after a file was chosen, and never opened again.
        const isOrphan = ([other]: (typeof waiting)[number]) => other !== draft && draftShelf.get(other) === null;
        if (room(waiting.filter((each) => !isOrphan(each))) < file.size) throw new NoRoomForFile();
        await rows
          .where('draft')
          .anyOf(waiting.filter(isOrphan).map(([other]) => other))
          .delete();
      }
      await rows.put(row);
    });
  await add();
  // A draft that was taken away just before takes its files along; this one was chosen since.
  await draftShelf.kept();
  if ((await rows.get(row.id)) === undefined) await add();
  return told(row, head);
}

/** What a form's draft keeps here, of the caller's own. */
export async function draftFilesOf(draft: string): Promise<DraftFile[]> {
  const rows = await (await files())?.where({ draft }).toArray();
  return (rows ?? []).flatMap((row) => {
    const head = headOf(row);
    return head === null ? [] : [told(row, head)];
  });
}

/** The file itself; null: it isn't here, or is somebody else's. */
export async function draftFileHere(id: string): Promise<File | null> {
  const row = await (await files())?.get(id);
  const head = row && headOf(row);
  if (!row?.bytes || !head) return null;
  try {
    return new File([await pieceCipher.open(head.key, 0, row.bytes)], head.name, { type: head.type });
  } catch {
    return null;
  }
}

/** Brings one to the school, once in all tabs and starts of this browser. Null: it isn't here any more. */
export const sendDraftFile = (id: string, send: (file: File) => Promise<Uploaded>): Promise<Uploaded | null> =>
  navigator.locks.request(`wenkao.draft-file.${id}`, async () => {
    const rows = await files();
    const row = await rows?.get(id);
    const head = row && headOf(row);
    if (!rows || !row || !head) return null;
    if (head.sent !== null) return head.sent;
    const file = await draftFileHere(id);
    if (file === null) return null;
    const sent = await send(file);
    // Noted before the form names it: whoever is killed in between doesn't send it again.
    await rows.update(id, { head: sealed({ ...head, sent }), bytes: null, waitingBytes: 0 });
    return sent;
  });

export const dropDraftFile = async (id: string): Promise<void> => void (await (await files())?.delete(id));
