import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { uploadFamilies, uploadKinds, type UploadKind } from '../../../../sync/contract/platform/upload.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import { createActiveContentScan, readPixelSize, decideFileKind, sniffKind } from './file-kind.ts';

/** Determines a picture's kind by the rules of `/api/upload`; undefined if the bytes are no acceptable picture. */
export function detectPictureKind(bytes: Uint8Array): UploadKind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sniffed = sniffKind(buffer.subarray(0, 64));
  if (sniffed === null || sniffed === 'zip' || uploadKinds[sniffed].family !== 'image') return undefined;
  if (bytes.length > uploadFamilies.image.maxBytes || createActiveContentScan()(buffer)) return undefined;
  const kind = decideFileKind(sniffed, buffer, buffer);
  return typeof kind === 'string' ? kind : undefined;
}

export interface StoredImportPictures {
  /**
   * Address of each picture after storing, by the key that the imported file uses. A picture that the school already has keeps its existing address.
   */
  readonly urls: ReadonlyMap<string, string>;
  /** Inserts the pictures' rows in the caller's transaction. */
  readonly insertRows: (tx: Transaction<Database>) => Promise<void>;
  /** Deletes the new files after a failed transaction. */
  readonly undo: () => Promise<void>;
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Stores pictures that are part of an imported file. */
export function createPictureWrites(db: Kysely<Database>, objects: ObjectStore) {
  return {
    /**
     * Stores the pictures of an imported file. `pictures`: content by the key that the file uses. A picture whose content the school already has is
     * not stored again. `planId`: the plan whose answer cards the pictures show.
     */
    async take(
      pictures: ReadonlyMap<string, Uint8Array>,
      by: { schoolId: number; userId: number; nowMs: number; fileName: string; planId?: number },
    ): Promise<StoredImportPictures> {
      const urls = new Map<string, string>();
      const newPictures: { name: string; kind: UploadKind; bytes: Uint8Array; sha256: Buffer }[] = [];
      for (const [url, bytes] of pictures) {
        const sha256 = hashOf(bytes);
        // Marks the picture as used again, so that a running sweep does not delete it.
        const [knownPicture] = await runInScope('nothing', () =>
          db
            .updateTable('upload')
            .set({ unused_ms: null })
            .where('school_id', '=', by.schoolId)
            .where('sha256', '=', sha256)
            .returning('name')
            .execute(),
        );
        const kind = detectPictureKind(bytes);
        if (knownPicture) urls.set(url, `/uploads/${knownPicture.name}`);
        else if (kind !== undefined) {
          // The name hashes school and content, so that schools never share a file.
          const name = `${createHash('sha256').update(`${by.schoolId}:`).update(sha256).digest('hex').slice(0, 32)}${uploadKinds[kind].extension}`;
          urls.set(url, `/uploads/${name}`);
          if (!newPictures.some((one) => one.name === name)) newPictures.push({ name, kind, bytes, sha256 });
        }
      }
      for (const { name, bytes } of newPictures) await objects.put(name, bytes);
      return {
        urls,
        insertRows: async (tx) => {
          for (const { name, kind, bytes, sha256 } of newPictures)
            await tx
              .insertInto('upload')
              .values({
                name,
                school_id: by.schoolId,
                user_id: by.userId,
                kind,
                size_bytes: bytes.length,
                sha256,
                original_name: by.fileName,
                width: readPixelSize(kind, Buffer.from(bytes))?.width ?? null,
                height: readPixelSize(kind, Buffer.from(bytes))?.height ?? null,
                created_ms: by.nowMs,
                plan_id: by.planId ?? null,
              })
              .onConflict((conflict) => conflict.column('name').doNothing())
              .execute();
        },
        undo: async () => {
          for (const { name } of newPictures) await objects.delete(name);
        },
      };
    },
  };
}
