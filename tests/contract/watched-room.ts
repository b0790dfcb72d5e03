import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { invigilationCalls } from '../../sync/contract/invigilation.ts';
import { invigilationStore } from '../../server/modules/invigilation/invigilation-store.ts';
import { RoomSteward } from '../../server/modules/invigilation/room-steward.ts';
import { roomLogReads } from '../../server/modules/sync/room-log-reads.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { examRoom, Pc, reading } from './exam-room.ts';

/** A plan with a room, its invigilator's tablet, and the server that judges what it writes until the test ends. */
export async function watchedRoom(people = 2) {
  const room = await examRoom({ people, watched: true });
  const { server, planId, roomId } = room;
  const { deps } = server;
  const rooms = roomLogReads(deps.ingest);
  const steward = new RoomSteward({ ...deps, rooms, store: invigilationStore(deps.db) });
  onTestFinished(steward.start());
  const watcher = await server.callAs(5);
  const watch = reading(watcher);
  const board = async () => {
    await settled();
    return watch(invigilationCalls.getBoard, { planId, roomId });
  };
  const logId = (await watch(invigilationCalls.getBoard, { planId, roomId })).logId;
  const settled = () => steward.settle(logId).then(() => steward.settle(logId));
  const tablet = async (actor = server.idOf('type5')): Promise<Pc> =>
    new Pc(server, await SealedStream.open(deps.keys, actor, server.time.nowMs, logId, 1, undefined, true));
  const act = (payload: object, attemptIds: readonly string[], actId: string = randomUUID()) => ({
    type: 'room.act@1',
    payload: { actId, act: payload, attemptIds },
  });
  return { ...room, rooms, steward, watcher, watch, board, logId, settled, tablet, act };
}
