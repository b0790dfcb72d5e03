import { createHash } from 'node:crypto';
import { sumWatchCounts } from '../../../../sync/contract/exams/invigilation.ts';
import { parseLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import type { CommandDecision } from '../../../../sync/contract/exams/room-command.ts';
import { decideCommand, isRoomAccountedFor, canDecisionChange } from '../../../../sync/domain/exams/room-command-machine.ts';
import type { Logger, ServerClock, ServerTimers } from '../../../ports.ts';
import { arrivalGraceMs } from '../../../../sync/engine/ops/time-label.ts';
import type { RoomCommandView, RoomLogReads } from '../../../answer-log/calls/room-log-reads.ts';
import { computePauseMs, findPauseStart } from './pause-times.ts';

/** Rows about rooms that the processor reads besides the logs: seats and invigilators. */
export interface RoomDuties {
  roomOfLog(logId: string): Promise<
    | {
        readonly planId: number;
        readonly roomId: number;
        readonly start_ms: number;
        readonly duration_ms: number;
        readonly lockdown: string;
      }
    | undefined
  >;
  /** Finds the log of the room in which an attempt is taken; undefined if no tablet has entered the room. */
  logOfAttempt(attemptId: string): Promise<{ readonly logId: string } | undefined>;
  recentLogs(nowMs: number): Promise<readonly string[]>;
  seated(planId: number, roomId: number): Promise<readonly { readonly attemptId: string }[]>;
  staffOf(planId: number, roomId: number): Promise<readonly { readonly userId: number }[]>;
}

/** Derives the id of an automatic pause. The same attempt and level give the same id, so the pause is written only once. */
function derivePauseId(attemptId: string, level: number): string {
  const hex = createHash('sha256').update(`wenkao watch 1\n${attemptId}\n${level}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface RoomProcessorDeps {
  readonly rooms: RoomLogReads;
  readonly store: RoomDuties;
  readonly clock: ServerClock;
  readonly timers: ServerTimers;
  readonly logger: Logger;
}

/** Facts by which the commands of a room are decided. `pausedMs`: when the server received the pause that the command ends. */
interface RoomFacts {
  readonly logId: string;
  readonly seated: ReadonlySet<string>;
  readonly onDuty: ReadonlySet<number>;
  readonly examEndMs: number;
  readonly pausedMs: number | undefined;
}

const againMs = 1_000;
const againMostMs = 60_000;

/**
 * Processes the commands that tablets write into the logs of rooms. It decides each one and writes accepted ones into the logs of the examinees
 * concerned. Every op it writes carries the id of the command, and decisions are stored in the room's log. So the processor may stop at any step and
 * start again.
 */
export class RoomCommandProcessor {
  readonly #deps: RoomProcessorDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  /** Names of runs that failed and pause before they are repeated: the id of a room's log, or '' for the run at the start. */
  readonly #waiting = new Set<string>();

  constructor(deps: RoomProcessorDeps) {
    this.#deps = deps;
  }

  /** Starts following the logs, and processes what arrived while it was not running. Returns a function that stops it. */
  start(): () => void {
    const over = new AbortController();
    const stop = this.#deps.rooms.onRoomOps((id) => void this.#untilDone(id, () => this.#heard(id), over.signal));
    void this.#untilDone('', () => this.#begin(), over.signal);
    return () => {
      over.abort(null);
      stop();
    };
  }

  /**
   * Repeats a failed run with growing delays. Otherwise a disk that is full for a moment would leave a command undecided until the next one arrives.
   */
  async #untilDone(name: string, look: () => Promise<void>, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted && !this.#waiting.has(name); tries += 1) {
      try {
        return await look();
      } catch (err) {
        this.#deps.logger.error({ err }, 'could not process room commands; trying again');
      }
      this.#waiting.add(name);
      await this.#deps.timers.sleep(Math.min(againMostMs, againMs * 2 ** tries), signal);
      this.#waiting.delete(name);
    }
  }

  async #begin(): Promise<void> {
    for (const logId of await this.#deps.store.recentLogs(this.#deps.clock.nowMs())) await this.settle(logId);
  }

  /** Resolves once every command that arrived before the call is decided. */
  settle(logId: string): Promise<void> {
    const running = this.#running.get(logId);
    if (running) {
      this.#again.add(logId);
      return running;
    }
    const run = this.#run(logId).finally(() => this.#running.delete(logId));
    this.#running.set(logId, run);
    return run;
  }

  async #heard(id: string): Promise<void> {
    const room = await this.#deps.store.roomOfLog(id);
    const logId = room ? id : (await this.#deps.store.logOfAttempt(id))?.logId;
    if (logId === undefined) return;
    await this.settle(logId);
    if (logId !== id) await this.#guard(id, logId);
  }

  /** Pauses an examinee who left the paper too often, once at each multiple of `pauseAt` times, until the invigilator resumes the exam. */
  async #guard(attemptId: string, logId: string): Promise<void> {
    const { rooms, store, clock } = this.#deps;
    const { watchCounts, pause, extensionMs, disclosed } = rooms.readSeatFacts(attemptId);
    const leaveCount = sumWatchCounts(watchCounts);
    if (leaveCount === 0 || pause || disclosed) return;
    const room = await store.roomOfLog(logId);
    const pauseAt = room ? parseLockdown(room.lockdown).pauseAt : 0;
    const level = pauseAt > 0 ? Math.floor(leaveCount / pauseAt) : 0;
    // Records of leaving the paper that a PC without a network delivers after the end come too late to pause the examinee.
    if (!room || level === 0 || clock.nowMs() > room.start_ms + room.duration_ms + extensionMs) return;
    const pauseId = derivePauseId(attemptId, level);
    if (!rooms.hasPause(attemptId, pauseId)) await rooms.pause(attemptId, pauseId, `离开考试界面 ${leaveCount} 次`);
  }

  async #run(logId: string): Promise<void> {
    do {
      this.#again.delete(logId);
      await this.#look(logId);
    } while (this.#again.has(logId));
  }

  async #look(logId: string): Promise<void> {
    const { rooms, store } = this.#deps;
    await rooms.waitUntilProjected();
    const open = rooms.listCommands(logId).filter((act) => !act.isJudged || Object.values(act.fates).some(canDecisionChange));
    const room = open.length > 0 ? await store.roomOfLog(logId) : undefined;
    if (!room) return;
    const onDuty = new Set((await store.staffOf(room.planId, room.roomId)).map((one) => one.userId));
    const seatedAttemptIds = new Set((await store.seated(room.planId, room.roomId)).map((one) => one.attemptId));
    const examEndMs = room.start_ms + room.duration_ms;

    for (const act of open) {
      const fates: Record<string, CommandDecision> = {};
      const about = act.attemptIds.length > 0 ? act.attemptIds : [logId];
      // Read the decisions again for each command: time that one resume has given back must not be given back again by the next one.
      const acts = rooms.listCommands(logId);
      const pausedMs = findPauseStart(acts, act);
      for (const attemptId of about) {
        const known = act.fates[attemptId];
        fates[attemptId] =
          known !== undefined && !canDecisionChange(known)
            ? known
            : this.#decide(act, attemptId, { logId, seated: seatedAttemptIds, onDuty, examEndMs, pausedMs });
      }
      const holding = about.filter((attemptId) => fates[attemptId] === 'holds' && attemptId !== logId);
      await Promise.all(holding.map((attemptId) => rooms.apply(attemptId, act, computePauseMs(acts, act, attemptId))));
      const changed = !act.isJudged || about.some((attemptId) => act.fates[attemptId] !== fates[attemptId]);
      if (changed) await rooms.recordDecisions(logId, act, fates);
      await rooms.waitUntilProjected();
    }
  }

  #decide(
    { act, actId, actor, receivedMs }: RoomCommandView,
    attemptId: string,
    { logId, seated, onDuty, examEndMs, pausedMs }: RoomFacts,
  ): CommandDecision {
    const { rooms } = this.#deps;
    // While an examinee is paused their time is not over, because the end of the pause gives the paused time back.
    const isOver = (id: string): boolean => {
      const { pause, extensionMs } = rooms.readSeatFacts(id);
      return pause === null && receivedMs >= examEndMs + extensionMs;
    };
    const { extensionMs, disclosed } = rooms.readSeatFacts(attemptId);
    return decideCommand(act.kind, {
      onDuty: onDuty.has(actor),
      inRoom: attemptId === logId || seated.has(attemptId),
      disclosed,
      // Time does not run out during a pause: a resume is in time if its pause was. The lockdown rule never pauses an examinee whose time is over.
      overdue: (act.kind === 'resume' ? Math.min(receivedMs, pausedMs ?? 0) : receivedMs) >= examEndMs + arrivalGraceMs + extensionMs,
      confirmed: act.kind === 'extend' && rooms.hasAppliedExtension(attemptId, actId, act.ms),
      known: act.kind !== 'resume' || rooms.hasPause(attemptId, act.pauseId),
      accounted: isRoomAccountedFor(act, seated, isOver),
    });
  }
}
