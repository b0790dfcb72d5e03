import type { Kysely } from 'kysely';
import { photoOf, type RoomAct } from '../../../sync/contract/room-act.ts';
import type { Database } from '../../db/schema.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ActView, RoomLogReads } from '../sync/room-log-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { invigilationStore } from './invigilation-store.ts';

type Told = Pick<ActView, 'actId' | 'act' | 'fates'>;

/** Removes the photo's key from a room command; `photo` says that there is one. Viewers get the photo's address separately (`photosOf`). */
export function plainAct<A extends Told>(act: A): Omit<A, 'act' | 'fates'> & { act: RoomAct; fates: A['fates']; photo: boolean } {
  const { photo, ...plain } = { photo: undefined, ...act.act };
  return { ...act, act: plain, fates: { ...act.fates }, photo: photo !== undefined };
}

/** Maps command ids to the addresses under which this user may view the photos. */
export function photosOf(
  rooms: Pick<RoomLogReads, 'photoOf'>,
  logId: string,
  acts: readonly Told[],
  userId: number,
): Record<string, string> {
  const found = acts.flatMap(({ actId, act }) => {
    const url = photoOf(act) && rooms.photoOf(logId, act, userId);
    return url ? [[actId, url] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Creates the call that lists the room commands of a plan for its staff. */
export function actRecord({
  db,
  rooms,
}: {
  readonly db: Kysely<Database>;
  readonly rooms: RoomLogReads;
}): Pick<Handlers<'invigilation'>, 'getRecord'> {
  const store = invigilationStore(db);
  return {
    async getRecord({ planId }, { caller }) {
      await rooms.untilProjected();
      const found = [];
      const photos: Record<string, string> = {};
      for (const { logId, roomId, roomName } of await store.logsOf(caller.schoolId, planId)) {
        const seated = new Map((await store.seated(planId, roomId)).map((one) => [one.attemptId, one]));
        const acts = rooms.acts(logId);
        Object.assign(photos, photosOf(rooms, logId, acts, caller.userId));
        for (const { attemptIds, isJudged: _, ...act } of acts) {
          const about = attemptIds.flatMap((id) => seated.get(id) ?? []).map(({ userId, seatNo, name }) => ({ userId, seatNo, name }));
          found.push({ ...plainAct(act), roomId, roomName, about });
        }
      }
      const names = await userReads(db).names([...new Set(found.map((one) => one.actor))]);
      const items = found.map(({ actor, ...one }) => ({ ...one, by: names.get(actor) ?? '' }));
      return { items: items.toSorted((a, b) => b.receivedMs - a.receivedMs), photos };
    },
  };
}
