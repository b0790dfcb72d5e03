import type { JournalFolder } from './journal-pool.ts';
import { journalFolder } from './journal-place.ts';

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(journalFolder, { create: true });

const isHeldElsewhere = (fault: unknown): boolean => fault instanceof DOMException && fault.name === 'NoModificationAllowedError';

/**
 * Opens the journals' folder in the origin private file system. File handles are cached, because a file that the browser deleted can no longer be
 * found by name.
 */
export function openJournalFolder(): JournalFolder {
  const handles = new Map<string, FileSystemFileHandle>();
  const handleOf = async (name: string): Promise<FileSystemFileHandle> => {
    const handle = handles.get(name) ?? (await (await openFolder()).getFileHandle(name, { create: true }));
    handles.set(name, handle);
    return handle;
  };
  return {
    async names() {
      const names: string[] = [];
      for await (const name of (await openFolder()).keys()) if (name.startsWith('journal-')) names.push(name);
      return names.toSorted();
    },
    async hold(name) {
      try {
        return await (await handleOf(name)).createSyncAccessHandle();
      } catch (fault) {
        if (isHeldElsewhere(fault)) return undefined;
        throw fault;
      }
    },
    async peek(name) {
      try {
        return new Uint8Array(await (await (await handleOf(name)).getFile()).arrayBuffer());
      } catch {
        return undefined;
      }
    },
    async find(name, from, to) {
      try {
        const handle = await (await (await navigator.storage.getDirectory()).getDirectoryHandle(journalFolder)).getFileHandle(name);
        return new Uint8Array(await (await handle.getFile()).slice(from, to).arrayBuffer());
      } catch (fault) {
        if (fault instanceof DOMException && fault.name === 'NotFoundError') return undefined;
        throw fault;
      }
    },
    forgetHandles: () => handles.clear(),
    async remove(name) {
      handles.delete(name);
      await removeOpfsFile(name);
    },
    runExclusively: (work) => navigator.locks.request('wenkao.journal', work),
  };
}

/** Writes a whole text file. First deletes all other files that `isSpare` selects, to gain space. */
export async function writeOpfsText(name: string, text: string, isSpare: (name: string) => boolean): Promise<void> {
  const at = await openFolder();
  for await (const each of at.keys()) if (each !== name && isSpare(each)) await at.removeEntry(each).catch(() => undefined);
  const handle = await (await at.getFileHandle(name, { create: true })).createSyncAccessHandle();
  try {
    const bytes = new TextEncoder().encode(text);
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
  } finally {
    handle.close();
  }
}

/** Reads a text file; undefined if it cannot be read. */
export async function readOpfsText(name: string): Promise<string | undefined> {
  try {
    return await (await (await (await openFolder()).getFileHandle(name)).getFile()).text();
  } catch {
    return undefined;
  }
}

export const removeOpfsFile = async (name: string): Promise<void> => (await openFolder()).removeEntry(name).catch(() => undefined);

const roomName = 'room';
const roomStep = 4 * 1024 * 1024;

/** Measures free space in bytes by writing, up to `bytes`. The browser's estimate is useless: Chromium reports 10 GB on every disk. */
export async function measureFreeSpace(bytes: number): Promise<number> {
  const handle = await (await (await openFolder()).getFileHandle(roomName, { create: true })).createSyncAccessHandle();
  const filler = new Uint8Array(roomStep);
  for (let at = 0; at < roomStep; at += 65_536) filler.set(crypto.getRandomValues(new Uint8Array(65_536)), at);
  let proven = 0;
  try {
    while (proven < bytes && handle.write(filler, { at: proven }) === roomStep) proven += roomStep;
    // Flush once at the end: a file system that reserves disk space only at a flush reports a full disk here.
    handle.flush();
  } catch {
    // The disk is full: return the number of bytes written so far.
  } finally {
    handle.truncate(0);
    handle.close();
    await removeOpfsFile(roomName);
  }
  return proven;
}
