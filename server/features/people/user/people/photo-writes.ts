import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';

/** Sets photos of examinees for the organisers of an exam. `tx`: the caller's transaction. */
export function createPhotoWrites(tx: Kysely<Database>) {
  return {
    /** Sets photos and returns how many people got a new photo. A person who already has the photo keeps their version. */
    async set(
      photos: readonly { readonly userId: number; readonly photo: string }[],
      by: { userId: number; nowMs: number },
    ): Promise<number> {
      let changedCount = 0;
      for (const { userId, photo } of photos) {
        const row = await tx
          .updateTable('user')
          .set((eb) => ({ avatar: photo, version: eb('version', '+', 1), updated_ms: by.nowMs }))
          .where('id', '=', userId)
          .where('avatar', '<>', photo)
          .returning('version')
          .executeTakeFirst();
        if (row === undefined) continue;
        changedCount += 1;
        await createChangeNoteStore(tx).write({ kind: 'user', id: userId, version: row.version }, { ...by, fields: ['avatar'] });
      }
      return changedCount;
    },
  };
}
