import type { Kysely } from 'kysely';
import { getCommandPhoto, type RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import type { Database } from '../../../db/schema.ts';
import type { Handlers } from '../../../http/handler.ts';
import type { RoomCommandView, RoomLogReads } from '../../../answer-log/calls/room-log-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createInvigilationStore } from './invigilation-store.ts';

type RecordedCommand = Pick<RoomCommandView, 'actId' | 'act' | 'fates'>;

/** Removes the photo's key from a room command; `photo` says that there is one. Viewers get the photo's address separately (`mapCommandPhotos`). */
export function removePhotoKey<A extends RecordedCommand>(
  act: A,
): Omit<A, 'act' | 'fates'> & { act: RoomCommand; fates: A['fates']; photo: boolean } {
  const { photo, ...plain } = { photo: undefined, ...act.act };
  return { ...act, act: plain, fates: { ...act.fates }, photo: photo !== undefined };
}

/** Maps command ids to the addresses under which this user may view the photos. */
export function mapCommandPhotos(
  rooms: Pick<RoomLogReads, 'photoOf'>,
  logId: string,
  acts: readonly RecordedCommand[],
  userId: number,
): Record<string, string> {
  const found = acts.flatMap(({ actId, act }) => {
    const url = getCommandPhoto(act) && rooms.photoOf(logId, act, userId);
    return url ? [[actId, url] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Creates the call that lists the room commands of a plan for its staff. */
export function createCommandRecordHandlers({
  db,
  rooms,
}: {
  readonly db: Kysely<Database>;
  readonly rooms: RoomLogReads;
}): Pick<Handlers<'invigilation'>, 'getRecord'> {
  const store = createInvigilationStore(db);
  return {
    async getRecord({ planId }, { caller }) {
      await rooms.untilProjected();
      const found = [];
      const photos: Record<string, string> = {};
      for (const { logId, roomId, roomName } of await store.logsOf(caller.schoolId, planId)) {
        const seated = new Map((await store.seated(planId, roomId)).map((one) => [one.attemptId, one]));
        const acts = rooms.acts(logId);
        Object.assign(photos, mapCommandPhotos(rooms, logId, acts, caller.userId));
        for (const { attemptIds, isJudged: _, ...act } of acts) {
          const about = attemptIds.flatMap((id) => seated.get(id) ?? []).map(({ userId, seatNo, name }) => ({ userId, seatNo, name }));
          found.push({ ...removePhotoKey(act), roomId, roomName, about });
        }
      }
      const names = await createUserReads(db).names([...new Set(found.map((one) => one.actor))]);
      const items = found.map(({ actor, ...one }) => ({ ...one, by: names.get(actor) ?? '' }));
      return { items: items.toSorted((a, b) => b.receivedMs - a.receivedMs), photos };
    },
  };
}
