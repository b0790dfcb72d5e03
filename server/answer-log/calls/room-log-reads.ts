import type { WatchCounts } from '../../../sync/contract/exams/lockdown.ts';
import { type CommandDecision, getCommandPhoto, type RoomCommand } from '../../../sync/contract/exams/room-command.ts';
import type { SittingGrant } from '../../../sync/contract/exams/sitting.ts';
import type { AttemptState } from '../../../sync/engine/ops/attempt-state.ts';
import { getStoredFileName } from '../../../sync/engine/ops/attachment.ts';
import { listActiveMarks, getSheetState } from '../../../sync/engine/ops/attempt-views.ts';
import { getOpCounting } from '../../../sync/engine/ops/counting.ts';
import {
  type RoomCommandView,
  listRoomCommands,
  buildCommandEffect,
  hasCommandEffect,
  getIdentityCheck,
  findRunningPause,
} from '../../../sync/engine/ops/room-views.ts';
import type { AnswerLog } from '../answer-log.ts';
import { issueUploadToken, deriveRoomKey, deriveSittingKey } from '../log/upload-token.ts';
import { listCommandPhotos } from './attached-files.ts';
import { createFileAddresses } from './file-address.ts';

export type { RoomCommandView } from '../../../sync/engine/ops/room-views.ts';

/** Facts about an examinee's attempt that `AttemptSummary` lacks and that decisions about room commands need. */
export interface RoomSeatFacts {
  readonly identity: ReturnType<typeof getIdentityCheck>;
  readonly pause: { readonly pauseId: string; readonly reason: string } | null;
  readonly marks: readonly { readonly markId: string; readonly reason: string }[];
  readonly extensionMs: number;
  readonly disclosed: boolean;
  /** How often the browser noticed the examinee leaving the paper. */
  readonly watchCounts: WatchCounts;
  /** State of the paper sheet on which the examinee continues. */
  readonly sheet: 'none' | 'given' | 'typed';
}

/** Reads the logs of rooms, and writes the effects of room commands into the attempts' logs. */
export interface RoomLogReads {
  /** Issues an upload token with which an invigilator's tablet may write to the log of one room, and nothing else. */
  issueTablet(seat: { logId: string; planId: number; actor: number; schoolId: number }): SittingGrant;
  /**
   * Returns the secret key of a room in a plan. The keys of its seats, with which PCs check typed codes for more time, are derived from it. It is the
   * same after every server start.
   */
  roomKey(planId: number, roomId: number): string;
  listCommands(logId: string): RoomCommandView[];
  readSeatFacts(attemptId: string): RoomSeatFacts;
  /** Checks whether the examinee's PC reported that codes typed in for this incident gave it at least `ms` milliseconds of more time. */
  hasAppliedExtension(attemptId: string, incidentId: string, ms: number): boolean;
  /** Returns the address at which this user can see the photo of a room command; null if there is none or it lacks a chunk. */
  getPhotoAddress(logId: string, act: RoomCommand, userId: number): string | null;
  /** Returns an address at which this user can see a picture that the camera of the examinee's PC took. */
  pictureAddress(attemptId: string, itemId: string, userId: number): string;
  hasPause(attemptId: string, pauseId: string): boolean;
  /** Writes the effect of an invigilator's command into the examinee's log, unless the log has it already. */
  apply(attemptId: string, act: RoomCommandView, lastedMs: number): Promise<void>;
  /** Writes a pause that no user ordered into the examinee's log. */
  pause(attemptId: string, pauseId: string, reason: string): Promise<void>;
  recordDecisions(logId: string, act: RoomCommandView, fates: Readonly<Record<string, CommandDecision>>, decidedBy?: number): Promise<void>;
  waitUntilProjected(): Promise<void>;
  onRoomOps(listener: (attemptId: string) => void): () => void;
  onNews(listener: (attemptId: string) => void): () => void;
}

const noFacts: RoomSeatFacts = {
  identity: 'unchecked',
  pause: null,
  marks: [],
  extensionMs: 0,
  disclosed: false,
  watchCounts: {},
  sheet: 'none',
};

export function createRoomLogReads({ keys, clock, log, projector, writer }: Omit<AnswerLog, 'close' | 'halt'>): RoomLogReads {
  const addresses = createFileAddresses(keys.ticketSecret);
  const stateOf = (attemptId: string): AttemptState | undefined => projector.attempt(attemptId)?.state;
  const hasEffect = (attemptId: string, actId: string, act: RoomCommand): boolean => {
    const state = stateOf(attemptId);
    return state !== undefined && hasCommandEffect(state, actId, act);
  };
  return {
    issueTablet({ logId, planId, actor, schoolId }) {
      const seat = { attemptId: logId, epoch: 1, actor };
      const ticket = issueUploadToken(keys, { ...seat, schoolId, room: true });
      const server = { serverKeys: keys.publicKeys, serverEpoch: log.serverEpoch, serverNow: clock.nowMs() };
      return { ...seat, planId, ticket, sittingKey: deriveSittingKey(keys, seat).toString('base64url'), ...server };
    },
    roomKey: (planId, roomId) => deriveRoomKey(keys, planId, roomId),
    listCommands(logId) {
      const state = stateOf(logId);
      return state ? listRoomCommands(state) : [];
    },
    readSeatFacts(attemptId) {
      const state = stateOf(attemptId);
      if (!state) return noFacts;
      const { extensionMs, disclosed } = getOpCounting(state);
      return {
        identity: getIdentityCheck(state),
        pause: findRunningPause(state) ?? null,
        marks: listActiveMarks(state).map(({ markId, reason }) => ({ markId, reason })),
        extensionMs,
        disclosed: disclosed !== undefined,
        watchCounts: state.seen,
        sheet: getSheetState(state),
      };
    },
    hasAppliedExtension: (attemptId, incidentId, ms) => (stateOf(attemptId)?.granted[incidentId] ?? 0) >= ms,
    getPhotoAddress(logId, act, userId) {
      const itemId = getCommandPhoto(act)?.itemId;
      const state = stateOf(logId);
      const file = state && itemId !== undefined ? listCommandPhotos(state).get(itemId) : undefined;
      if (!file || itemId === undefined || !state?.filesHere.includes(getStoredFileName(file))) return null;
      return addresses.addressOf({ attemptId: logId, itemId }, userId, clock.nowMs());
    },
    pictureAddress: (attemptId, itemId, userId) => addresses.addressOf({ attemptId, itemId }, userId, clock.nowMs()),
    hasPause: (attemptId, pauseId) => pauseId in (stateOf(attemptId)?.pauses ?? {}),
    async apply(attemptId, act, lastedMs) {
      const effect = buildCommandEffect(act, lastedMs);
      if (!effect || hasEffect(attemptId, act.actId, act.act)) return;
      await writer.append(attemptId, { ...effect, actor: act.actor });
    },
    pause: (attemptId, pauseId, reason) => writer.append(attemptId, { type: 'time.pause@1', payload: { pauseId, reason }, actor: 0 }),
    recordDecisions: (logId, { streamId, seq, actor }, fates, decidedBy = actor) =>
      writer.append(logId, { type: 'room.judge@1', payload: { streamId, seq, fates: { ...fates } }, actor: decidedBy }),
    waitUntilProjected: () => projector.waitUntilProjected(),
    onRoomOps: (listener) => projector.onRoomOps(listener),
    onNews: (listener) => projector.onNews(listener),
  };
}
