import type { Kysely } from 'kysely';
import { examRoomResource, markerGroupResource } from '../../../../sync/contract/exams/exam-place.ts';
import type { PlanRoom } from '../../../../sync/contract/exams/exam-seating.ts';
import type { Database } from '../../../db/schema.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';

/** Reads rooms and marker groups for other modules; `db` may be the caller's transaction. */
export function createRoomReads(db: Kysely<Database>) {
  return {
    /** Returns rooms in the order of `ids`. Rooms of another school are missing. */
    async rooms(schoolId: number, ids: readonly number[]): Promise<PlanRoom[]> {
      const rooms = await createResourceStore(db, examRoomResource, null).byIds(schoolId, ids);
      const placeIds = rooms.flatMap((room) => room.placeId ?? []);
      const places =
        placeIds.length === 0
          ? []
          : await db.selectFrom('exam_place').select(['id', 'name', 'address', 'way', 'phone']).where('id', 'in', placeIds).execute();
      const byId = new Map(places.map((place) => [place.id, place]));
      return rooms.map(({ placeId, version: _version, updatedMs: _updated, note: _note, ...room }) => {
        const { name: place = '', address = '', way = '', phone = '' } = byId.get(placeId ?? 0) ?? {};
        return { ...room, place, address, way, phone };
      });
    },

    groups: (schoolId: number, ids: readonly number[]) => createResourceStore(db, markerGroupResource, null).byIds(schoolId, ids),
  };
}
