import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { listRoomSeats } from '../../../../sync/domain/exams/room-seats.ts';
import type { examRoomResource } from '../../../../sync/contract/exams/exam-place.ts';
import { examRoomResource as roomThing } from '../../../../sync/contract/exams/exam-place.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';

export type StoredRoom = StoredResource<typeof examRoomResource>;

export function createRoomStore(db: Kysely<Database>) {
  const rooms = createResourceStore(db, roomThing, null);
  const listRooms = async (schoolId: number, placeId?: number): Promise<StoredRoom[]> => {
    let ids = db.selectFrom('exam_room').select('id').where('school_id', '=', schoolId);
    if (placeId !== undefined) ids = ids.where('place_id', '=', placeId);
    const storedRooms = await rooms.byIds(
      schoolId,
      (await ids.execute()).map((row) => row.id),
    );
    return storedRooms.toSorted((a, b) => (a.placeId ?? 0) - (b.placeId ?? 0) || a.id - b.id);
  };
  return {
    rooms,
    all: listRooms,

    /** Counts the rooms and seats of each place, by place id. */
    async countsByPlace(schoolId: number): Promise<Map<number, { rooms: number; seats: number }>> {
      const counts = new Map<number, { rooms: number; seats: number }>();
      for (const room of await listRooms(schoolId)) {
        if (room.placeId === null) continue;
        const { rooms: count, seats } = counts.get(room.placeId) ?? { rooms: 0, seats: 0 };
        counts.set(room.placeId, { rooms: count + 1, seats: seats + (room.open ? listRoomSeats(room).length : 0) });
      }
      return counts;
    },

    async placeNames(schoolId: number): Promise<Map<number, string>> {
      const rows = await db.selectFrom('exam_place').select(['id', 'name']).where('school_id', '=', schoolId).execute();
      return new Map(rows.map((row) => [row.id, row.name]));
    },

    async isNamed(schoolId: number, placeId: number, name: string, exceptId: number): Promise<boolean> {
      const row = await db
        .selectFrom('exam_room')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('place_id', '=', placeId)
        .where('name', '=', name)
        .where('id', '<>', exceptId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
