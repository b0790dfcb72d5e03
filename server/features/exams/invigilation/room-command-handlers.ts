import type { Kysely } from 'kysely';
import { getCommandPhoto, type RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import { isWaitingForStaff } from '../../../../sync/domain/exams/room-command-machine.ts';
import type { RoomLogReads, RoomCommandView } from '../../../answer-log/calls/room-log-reads.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { invigilationMessages as messages } from './invigilation-messages.ts';
import { createInvigilationStore } from './invigilation-store.ts';
import { computePauseMs } from './pause-times.ts';

type DecisionCalls = Pick<Handlers<'invigilation'>, 'getOpenActs' | 'decideAct'>;

/**
 * Creates the calls that show the commands of invigilators' tablets which no rule could decide, with their evidence, and that record a staff
 * decision.
 */
export function createCommandDecisionHandlers({
  db,
  rooms,
}: {
  readonly db: Kysely<Database>;
  readonly rooms: RoomLogReads;
}): DecisionCalls {
  const store = createInvigilationStore(db);
  const users = createUserReads(db);
  return {
    async getOpenActs({ planId }, { caller }) {
      await rooms.waitUntilProjected();
      const openCommands = [];
      for (const log of await store.logsOf(caller.schoolId, planId)) {
        const examineeByAttempt = new Map((await store.seated(planId, log.roomId)).map((one) => [one.attemptId, one]));
        for (const { actId, actor, attemptIds, fates, isJudged: _, ...act } of rooms.listCommands(log.logId)) {
          for (const attemptId of attemptIds) {
            const [fate, who] = [fates[attemptId], examineeByAttempt.get(attemptId)];
            if (fate === undefined || fate === 'holds' || !who) continue;
            const { extensionMs } = rooms.readSeatFacts(attemptId);
            openCommands.push({
              ...act,
              actor,
              roomId: log.roomId,
              roomName: log.roomName,
              attemptId,
              userId: who.userId,
              name: who.name,
              seatNo: who.seatNo,
              deadlineMs: log.start_ms + log.duration_ms + extensionMs,
              fate,
              confirmed: act.act.kind === 'extend' && rooms.hasAppliedExtension(attemptId, actId, act.act.ms),
            });
          }
        }
      }
      const names = await users.names([...new Set(openCommands.map((one) => one.actor))]);
      return { items: openCommands.map(({ actor, ...one }) => ({ ...one, by: names.get(actor) ?? '' })) };
    },

    async decideAct({ planId, roomId, streamId, seq, attemptId, accept, reason }, { caller, audit }) {
      await rooms.waitUntilProjected();
      const log = (await store.logsOf(caller.schoolId, planId)).find((one) => one.roomId === roomId);
      const commands = log ? rooms.listCommands(log.logId) : [];
      const act = commands.find((one) => one.streamId === streamId && one.seq === seq && one.attemptIds.includes(attemptId));
      const who = (await store.seated(planId, roomId)).find((one) => one.attemptId === attemptId);
      if (!log || !act || !who) refuse('notFound', messages.noAct());
      const fate = accept ? 'holds' : 'refused';
      // On a repeated call the decision is already made.
      if (act.fates[attemptId] === fate) return { fate };
      if (!isWaitingForStaff(act.fates[attemptId])) refuse('refused', messages.notOpen());
      if (accept && rooms.readSeatFacts(attemptId).disclosed) refuse('refused', messages.released());
      audit.note({ entity: 'attempt', id: attemptId, name: who.name, before: {}, after: { act: act.act.kind, accepted: accept, reason } });
      if (accept) await rooms.apply(attemptId, act, computePauseMs(commands, act, attemptId));
      await rooms.recordDecisions(log.logId, act, { ...act.fates, [attemptId]: fate }, caller.userId);
      await rooms.waitUntilProjected();
      return { fate };
    },
  };
}

type RecordedCommand = Pick<RoomCommandView, 'actId' | 'act' | 'fates'>;

/**
 * Removes the photo from a room command, because its record includes the photo's encryption key. `photo`: true if there is a photo; its address comes
 * from `mapCommandPhotos`.
 */
export function removePhotoKey<A extends RecordedCommand>(
  act: A,
): Omit<A, 'act' | 'fates'> & { act: RoomCommand; fates: A['fates']; photo: boolean } {
  const { photo, ...plain } = { photo: undefined, ...act.act };
  return { ...act, act: plain, fates: { ...act.fates }, photo: photo !== undefined };
}

/** Maps command ids to the addresses under which this user may view the photos. */
export function mapCommandPhotos(
  rooms: Pick<RoomLogReads, 'getPhotoAddress'>,
  logId: string,
  acts: readonly RecordedCommand[],
  userId: number,
): Record<string, string> {
  const found = acts.flatMap(({ actId, act }) => {
    const url = getCommandPhoto(act) && rooms.getPhotoAddress(logId, act, userId);
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
      await rooms.waitUntilProjected();
      const commands = [];
      const photos: Record<string, string> = {};
      for (const { logId, roomId, roomName } of await store.logsOf(caller.schoolId, planId)) {
        const examineeByAttempt = new Map((await store.seated(planId, roomId)).map((one) => [one.attemptId, one]));
        const acts = rooms.listCommands(logId);
        Object.assign(photos, mapCommandPhotos(rooms, logId, acts, caller.userId));
        for (const { attemptIds, isJudged: _, ...act } of acts) {
          const examinees = attemptIds
            .flatMap((id) => examineeByAttempt.get(id) ?? [])
            .map(({ userId, seatNo, name }) => ({ userId, seatNo, name }));
          commands.push({ ...removePhotoKey(act), roomId, roomName, about: examinees });
        }
      }
      const names = await createUserReads(db).names([...new Set(commands.map((one) => one.actor))]);
      const items = commands.map(({ actor, ...one }) => ({ ...one, by: names.get(actor) ?? '' }));
      return { items: items.toSorted((a, b) => b.receivedMs - a.receivedMs), photos };
    },
  };
}
