import { createHash } from 'node:crypto';
import { lockdownOf } from '../../../sync/contract/lockdown.ts';
import type { ActFate } from '../../../sync/contract/room-act.ts';
import { fateOf, isAccounted, mayChange } from '../../../sync/machines/room-act-machine.ts';
import type { Logger, ServerClock, ServerTimers } from '../../ports.ts';
import { collectGraceMs } from '../../../sync/engine/time-label.ts';
import type { ActView, RoomLogReads } from '../sync/room-log-reads.ts';
import { lostMs, pausedAtMs } from './pause-times.ts';

/** What is kept of rooms beside the logs: who sits there, and who has the duty. */
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
  /** The log of the room an attempt is sat in, where a tablet ever came there. */
  logOfAttempt(attemptId: string): Promise<{ readonly logId: string } | undefined>;
  recentLogs(nowMs: number): Promise<readonly string[]>;
  seated(planId: number, roomId: number): Promise<readonly { readonly attemptId: string }[]>;
  staffOf(planId: number, roomId: number): Promise<readonly { readonly userId: number }[]>;
}

/** The same for the same moment, so that it is said once however often it is looked at. */
function nameOfPause(attemptId: string, level: number): string {
  const hex = createHash('sha256').update(`wenkao watch 1\n${attemptId}\n${level}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface StewardDeps {
  readonly rooms: RoomLogReads;
  readonly store: RoomDuties;
  readonly clock: ServerClock;
  readonly timers: ServerTimers;
  readonly logger: Logger;
}

/** What all of a room's acts are judged by, and of the end of a pause when the server heard of its beginning. */
interface Judging {
  readonly logId: string;
  readonly seated: ReadonlySet<string>;
  readonly onDuty: ReadonlySet<number>;
  readonly examEndMs: number;
  readonly pausedMs: number | undefined;
}

const againMs = 1_000;
const againMostMs = 60_000;

/**
 * Follows what the tablets of rooms write: judges each act and says what holds in the logs of the examinees it is about. Everything it
 * says carries the act's own id, and what was judged stands in the room's log; so it may stop at any step and begin again.
 */
export class RoomSteward {
  readonly #deps: StewardDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  /** What could not be looked at, and is looked at again in a while. */
  readonly #waiting = new Set<string>();

  constructor(deps: StewardDeps) {
    this.#deps = deps;
  }

  /** Follows from here on, and looks at what came while nobody judged. */
  start(): () => void {
    const over = new AbortController();
    const stop = this.#deps.rooms.onHeard((id) => void this.#untilDone(id, () => this.#heard(id), over.signal));
    void this.#untilDone('', () => this.#begin(), over.signal);
    return () => {
      over.abort(null);
      stop();
    };
  }

  /** A disk that is full for a moment must not leave an act without an answer until somebody does the next. */
  async #untilDone(name: string, look: () => Promise<void>, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted && !this.#waiting.has(name); tries += 1) {
      try {
        return await look();
      } catch (err) {
        this.#deps.logger.error({ err }, 'acts of a room could not be judged; they are looked at again');
      }
      this.#waiting.add(name);
      await this.#deps.timers.sleep(Math.min(againMostMs, againMs * 2 ** tries), signal);
      this.#waiting.delete(name);
    }
  }

  async #begin(): Promise<void> {
    for (const logId of await this.#deps.store.recentLogs(this.#deps.clock.nowMs())) await this.settle(logId);
  }

  /** Resolves once everything that had come before the call is judged. */
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

  /** Whoever left the paper too often waits for the invigilator; at every multiple again, and once for each. */
  async #guard(attemptId: string, logId: string): Promise<void> {
    const { rooms, store, clock } = this.#deps;
    const { seen, pause, extensionMs, disclosed } = rooms.facts(attemptId);
    if (seen === 0 || pause || disclosed) return;
    const room = await store.roomOfLog(logId);
    const pauseAt = room ? lockdownOf(room.lockdown).pauseAt : 0;
    const level = pauseAt > 0 ? Math.floor(seen / pauseAt) : 0;
    // What a PC without a network recorded comes too late to stop anybody.
    if (!room || level === 0 || clock.nowMs() > room.start_ms + room.duration_ms + extensionMs) return;
    const pauseId = nameOfPause(attemptId, level);
    if (!rooms.knowsPause(attemptId, pauseId)) await rooms.pause(attemptId, pauseId, `离开考试界面 ${seen} 次`);
  }

  async #run(logId: string): Promise<void> {
    do {
      this.#again.delete(logId);
      await this.#look(logId);
    } while (this.#again.has(logId));
  }

  async #look(logId: string): Promise<void> {
    const { rooms, store } = this.#deps;
    await rooms.untilProjected();
    const open = rooms.acts(logId).filter((act) => !act.isJudged || Object.values(act.fates).some(mayChange));
    const room = open.length > 0 ? await store.roomOfLog(logId) : undefined;
    if (!room) return;
    const onDuty = new Set((await store.staffOf(room.planId, room.roomId)).map((one) => one.userId));
    const seated = new Set((await store.seated(room.planId, room.roomId)).map((one) => one.attemptId));
    const examEndMs = room.start_ms + room.duration_ms;

    for (const act of open) {
      const fates: Record<string, ActFate> = {};
      const about = act.attemptIds.length > 0 ? act.attemptIds : [logId];
      // As they are judged now: what one gives back, the next does not.
      const acts = rooms.acts(logId);
      const pausedMs = pausedAtMs(acts, act);
      for (const attemptId of about) {
        const known = act.fates[attemptId];
        fates[attemptId] =
          known !== undefined && !mayChange(known) ? known : this.#fate(act, attemptId, { logId, seated, onDuty, examEndMs, pausedMs });
      }
      const holding = about.filter((attemptId) => fates[attemptId] === 'holds' && attemptId !== logId);
      await Promise.all(holding.map((attemptId) => rooms.apply(attemptId, act, lostMs(acts, act, attemptId))));
      const changed = !act.isJudged || about.some((attemptId) => act.fates[attemptId] !== fates[attemptId]);
      if (changed) await rooms.judge(logId, act, fates);
      await rooms.untilProjected();
    }
  }

  #fate({ act, actId, actor, receivedMs }: ActView, attemptId: string, { logId, seated, onDuty, examEndMs, pausedMs }: Judging): ActFate {
    const { rooms } = this.#deps;
    // A pause that still runs gives its time back when it ends.
    const isOver = (id: string): boolean => {
      const { pause, extensionMs: given } = rooms.facts(id);
      return pause === null && receivedMs >= examEndMs + given;
    };
    const { extensionMs, disclosed } = rooms.facts(attemptId);
    return fateOf(act.kind, {
      onDuty: onDuty.has(actor),
      inRoom: attemptId === logId || seated.has(attemptId),
      disclosed,
      // While they are paused no time is up: a pause ends in time where it began in time, and the watch pauses nobody whose time is over.
      overdue: (act.kind === 'resume' ? Math.min(receivedMs, pausedMs ?? 0) : receivedMs) >= examEndMs + collectGraceMs + extensionMs,
      confirmed: act.kind === 'extend' && rooms.tookGrant(attemptId, actId, act.ms),
      known: act.kind !== 'resume' || rooms.knowsPause(attemptId, act.pauseId),
      accounted: isAccounted(act, seated, isOver),
    });
  }
}
