import type { Kysely } from 'kysely';
import { uploadKinds } from '../../../../sync/contract/platform/upload.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import type { MediaTickets } from '../../../http/media-ticket.ts';
import type { FreeSpace } from '../../../free-space.ts';
import { KeyedQueue } from '../../../keyed-queue.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createSystemReads } from '../system/system-reads.ts';
import { checkArrivedFile, deleteArrivedFile } from './arrived-file.ts';
import { uploadMessages as messages } from './upload-messages.ts';
import { createUploadStore } from './upload-store.ts';

const mib = 1024 * 1024;

/** Returns the largest file size in bytes: the school's limit, capped by the platform's. */
export async function getMaxFileBytes(db: Kysely<Database>, schoolId: number): Promise<number> {
  const [{ sizeMb }, { media }] = [await createSchoolReads(db).coursewareLimits(schoolId), await createSystemReads(db).uploadMaxBytes()];
  return Math.min(sizeMb * mib, media);
}

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly tickets: MediaTickets;
  /** Local folder of uploads that are not in the object store yet. */
  readonly folder: string;
  readonly objects: ObjectStore;
  readonly space: FreeSpace;
}

export function createUploadHandlers({ db, clock, tickets, folder, objects, space }: Deps): Handlers<'upload'> {
  const store = createUploadStore(db);
  /** Uploads that are being moved into the object store. A repeated call waits for the first and then finds its result. */
  const takeQueue = new KeyedQueue<string>();
  const drop = async (upload: string): Promise<void> => {
    await deleteArrivedFile(folder, upload);
    space.find(upload)?.release();
  };

  const take: Handlers<'upload'>['takeFile'] = async ({ upload, name: originalName }, context) => {
    const { caller, audit } = context;
    const nowMs = clock.nowMs();
    const describeUpload = (name: string, sizeBytes: number, type: string, called: string) => ({
      url: `/uploads/${name}`,
      name: called,
      sizeBytes,
      type,
      src: tickets.addressOf(`/uploads/${name}`, caller.userId, tickets.untilMs(nowMs)),
    });
    const takenBefore = await store.byRandom(upload, caller.userId);
    if (takenBefore !== undefined) {
      // The server was killed after inserting the row and before deleting the local file, or this is a repeated call.
      await drop(upload);
      return describeUpload(takenBefore.name, takenBefore.sizeBytes, uploadKinds[takenBefore.kind].mime, takenBefore.originalName);
    }
    const file = await checkArrivedFile(folder, upload, caller.userId);
    if ('fault' in file) {
      const { fault } = file;
      if (fault === 'missing') refuse('notFound', messages.gone());
      if (fault === 'unfinished') refuse('refused', messages.unfinished());
      await drop(upload);
      refuse('refused', fault === 'unknown' ? messages.notPlayed() : messages[fault]());
    }
    const { path, kind, sizeBytes, sha256 } = file;
    const maxBytes = await getMaxFileBytes(db, caller.schoolId);
    if (sizeBytes > maxBytes) {
      await drop(upload);
      refuse('tooLarge', messages.tooLarge(uploadKinds[kind].family, maxBytes));
    }
    const name = `${upload}${uploadKinds[kind].extension}`;
    const { schoolId, userId } = caller;
    // Store the object before the row: an object without a row is never served, but a row without its object would be a broken file.
    await objects.put(name, { path });
    const description = await runUnitOfWork(db, schoolId, context, async (tx) => {
      await createUploadStore(tx).add({ name, schoolId, userId, kind, sizeBytes, sha256, originalName, guarded: true }, nowMs);
      await audit.noteIn(tx, { entity: 'upload', id: name, name: originalName, after: { type: kind, sizeBytes } });
      return describeUpload(name, sizeBytes, uploadKinds[kind].mime, originalName);
    });
    await drop(upload);
    return description;
  };

  return {
    async getLimits(_input, { caller }) {
      const { minutes } = await createSchoolReads(db).coursewareLimits(caller.schoolId);
      const sizeMb = Math.floor((await getMaxFileBytes(db, caller.schoolId)) / mib);
      return { sizeMb, minutes, freeBytes: await space.available() };
    },

    takeFile: (input, context) => takeQueue.run(input.upload, async () => take(input, context)),
  };
}
