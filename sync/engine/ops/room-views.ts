import type { CommandDecision, RoomCommand } from '../../contract/exams/room-command.ts';
import { type RoomCommandPart, type AttemptState, compareOpStamps, getStreamPart } from './attempt-state.ts';
import { listActiveMarks } from './attempt-views.ts';
import type { OpPayload, OpType } from './ops.ts';

/** Returns the running pause whose notice covers the examinee's screen. If several run, it is the one with the lowest id. */
export function findRunningPause(state: AttemptState): { pauseId: string; reason: string } | undefined {
  const [pauseId] = Object.keys(state.pauses)
    .filter((id) => !(id in state.resumed))
    .toSorted();
  return pauseId === undefined ? undefined : { pauseId, reason: state.pauses[pauseId] ?? '' };
}

/** Maximum number of messages from staff that are shown on an examinee's screen. The log has every message. */
const messagesMost = 5;

/** Returns the newest messages, at most `messagesMost`, oldest first. A message that was sent twice is returned once. */
export function listMessages(state: AttemptState): { messageId: string; text: string; atMs: number }[] {
  const byId = new Map(state.messages.toSorted((a, b) => compareOpStamps(state, a, b)).map((m) => [m.messageId, m]));
  return [...byId.values()].slice(-messagesMost).map(({ messageId, text, atMs }) => ({ messageId, text, atMs }));
}

/** Returns the result of the newest identity check: whether the person matches the examinee on the list. */
export function getIdentityCheck(state: AttemptState): 'unchecked' | 'matches' | 'differs' {
  const newest = state.checks.toSorted((a, b) => compareOpStamps(state, b, a))[0];
  return newest === undefined ? 'unchecked' : newest.matches ? 'matches' : 'differs';
}

/** A room command (an order that an invigilator gave on a tablet, such as a pause), with the server's decision for each attempt id. */
export interface RoomCommandView extends Omit<RoomCommandPart, 'stream' | 'seq' | 'lamport'> {
  readonly streamId: string;
  readonly seq: number;
  readonly fates: Readonly<Record<string, CommandDecision>>;
  readonly isJudged: boolean;
}

/** Lists the room commands of a room in the order of their op stamps (SY5), each with its decisions. */
export function listRoomCommands(state: AttemptState): RoomCommandView[] {
  return state.acts
    .toSorted((a, b) => compareOpStamps(state, a, b))
    .map(({ stream, seq, lamport: _, ...act }) => {
      const { id: streamId } = getStreamPart(state, stream);
      const judged = state.judged[`${streamId}:${seq}`];
      return { streamId, seq, ...act, fates: judged?.fates ?? {}, isJudged: judged !== undefined };
    });
}

interface Effect<T extends OpType = OpType> {
  readonly type: T;
  readonly payload: OpPayload<T>;
}
const createEffect = <T extends OpType>(type: T, payload: OpPayload<T>): Effect => ({ type, payload });

/**
 * Builds the op that a room command writes into an examinee's log, or null if it concerns the room only. The op carries the command's id, so writing
 * it twice changes nothing. `lastedMs`: length of a pause as the server measured it.
 */
export function buildCommandEffect(
  { actId, act, wallMs }: Pick<RoomCommandPart, 'actId' | 'act' | 'wallMs'>,
  lastedMs: number,
): Effect | null {
  switch (act.kind) {
    case 'identity':
      return createEffect('identity.check@1', { checkId: actId, matches: act.matches, note: act.note });
    case 'absent':
      return createEffect('attendance.absent@1', {});
    case 'cheating':
      return createEffect('conduct.mark@1', { markId: actId, reason: act.reason });
    case 'revoke':
      return createEffect('conduct.revoke@1', { markIds: act.markIds });
    case 'extend':
      return createEffect('time.extend@1', { incidentId: actId, ms: act.ms });
    case 'pause':
      return createEffect('time.pause@1', { pauseId: actId, reason: act.reason });
    case 'resume':
      return createEffect('time.resume@1', { pauseId: act.pauseId, ms: Math.min(act.ms, Math.max(0, Math.round(lastedMs))) });
    case 'message':
      return createEffect('message.send@1', { messageId: actId, text: act.text, atMs: wallMs });
    case 'reopen':
      return createEffect('handIn.reopen@1', { handIns: act.handIns, reason: act.reason });
    case 'move':
    case 'incident':
    case 'close':
      return null;
  }
}

/**
 * Checks whether the attempt's log contains the effect of a room command already, so that a server that was interrupted does not write it twice.
 */
export function hasCommandEffect(state: AttemptState, actId: string, act: RoomCommand): boolean {
  switch (act.kind) {
    case 'identity':
      return state.checks.some((c) => c.checkId === actId);
    case 'absent':
      return state.absent;
    case 'cheating':
      return state.marks.some((m) => m.markId === actId);
    case 'revoke':
      return act.markIds.every((id) => state.revoked.includes(id)) || listActiveMarks(state).length === 0;
    case 'extend':
      return (state.incidents[actId] ?? 0) >= act.ms;
    case 'pause':
      return actId in state.pauses;
    case 'resume':
      return act.pauseId in state.resumed;
    case 'message':
      return state.messages.some((m) => m.messageId === actId);
    case 'reopen':
      return act.handIns.every(({ streamId, seq }) => isLiftedHere(state, streamId, seq));
    case 'move':
    case 'incident':
    case 'close':
      return true;
  }
}

function isLiftedHere(state: AttemptState, streamId: string, seq: number): boolean {
  const stream = state.streams.findIndex((s) => s.id === streamId);
  for (let i = 0; i < state.lifted.length; i += 2) if (state.lifted[i] === stream && state.lifted[i + 1] === seq) return true;
  return false;
}
