import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FreeSpace } from '../../../free-space.ts';
import { deleteArrivedFile, unfinishedUploadMs, getResumableFolder } from './arrived-file.ts';

/** Metadata file that the tus library writes beside each resumable upload. `mountResumable` adds the ids of user and school. */
const note = z.object({
  size: z.int(),
  creation_date: z.string(),
  metadata: z.object({ userId: z.coerce.number(), schoolId: z.coerce.number().default(0) }),
});

/**
 * Removes resumable uploads begun longer than `unfinishedUploadMs` ago, and those with an unreadable metadata file. Reserves space for the others,
 * including finished ones that no call has moved into the object store yet.
 */
export async function removeOldArrivingFiles(uploads: string, space: FreeSpace, nowMs: number): Promise<void> {
  const directory = getResumableFolder(uploads);
  const names = await readdir(directory).catch(() => []);
  for (const id of new Set(names.map((name) => name.replace(/\.json$/, '')))) {
    const uploadNote = await noteOf(join(directory, `${id}.json`));
    if (uploadNote === undefined || Date.parse(uploadNote.creation_date) + unfinishedUploadMs < nowMs) {
      await deleteArrivedFile(uploads, id);
      space.find(id)?.release();
    } else if (space.find(id) === undefined) {
      const { size } = await stat(join(directory, id)).catch(() => ({ size: 0 }));
      space.reserve({ name: id, kind: 'unfinished', ...uploadNote.metadata, bytes: uploadNote.size }).written(size);
    }
  }
}

async function noteOf(path: string): Promise<z.output<typeof note> | undefined> {
  try {
    return note.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
