import type { CallOutput } from '../../../sync/contract/call.ts';
import type { PullInput, StreamHead, syncCalls } from '../../../sync/contract/exams/sync.ts';
import { filterNewClaims } from '../../../sync/engine/ops/known-ops.ts';
import { refuse, type Handlers } from '../../http/handler.ts';
import type { ServerTimers } from '../../ports.ts';
import type { AnswerLog } from '../answer-log.ts';
import type { LogReader } from '../log/log-port.ts';
import type { UploadToken } from '../log/upload-token.ts';
import { PushRateLimiter } from './push-rate-limiter.ts';
import { pushMessages } from './sync-messages.ts';

/** Width of a slot in milliseconds: polls that end in one slot end together. They share a timer, because thousands wait at once. */
const slotMs = 100;

/** Waiting long polls by attempt. News wake only the polls of their attempt, without any polling loop (SY9). */
class NewsWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Polls by the slot in which they end, counted in units of `slotMs`. */
  readonly #slots = new Map<number, Set<() => void>>();
  readonly #clock: PullDeps['clock'];
  readonly #timers: ServerTimers;
  readonly #stopping: AbortSignal;
  readonly #never = new AbortController().signal;

  constructor({ projector, clock, timers, stopping }: Pick<PullDeps, 'projector' | 'clock' | 'timers' | 'stopping'>) {
    this.#clock = clock;
    this.#timers = timers;
    this.#stopping = stopping;
    projector.onNews((attemptId) => {
      for (const end of this.#waiting.get(attemptId) ?? []) end();
    });
    // All polls share this listener, because an abort signal of its own would make each waiting poll larger in memory.
    stopping.addEventListener('abort', () => {
      for (const slot of this.#slots.values()) for (const end of slot) end();
    });
  }

  /** Counts the waiting polls of this attempt. Each tab of an examinee may wait, but the caller limits the number. */
  countOf(attemptId: string): number {
    return this.#waiting.get(attemptId)?.size ?? 0;
  }

  /**
   * Waits for news of the attempt, at most `ms` milliseconds and a slot, or until `signal` aborts or the server stops. Each waiting poll costs only
   * one promise and one function, because thousands wait at once.
   */
  wait(attemptId: string, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(attemptId) ?? new Set();
      const slot = this.#slotAt(ms);
      const end = (): void => {
        waiters.delete(end);
        slot.delete(end);
        if (waiters.size === 0 && this.#waiting.get(attemptId) === waiters) this.#waiting.delete(attemptId);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#waiting.set(attemptId, waiters.add(end));
      slot.add(end);
      signal.addEventListener('abort', end);
      if (signal.aborted || this.#stopping.aborted) end();
    });
  }

  /** Returns the set of waiting polls that end in `ms` milliseconds or up to `slotMs` later. */
  #slotAt(ms: number): Set<() => void> {
    const nowMs = this.#clock.nowMs();
    const at = Math.ceil((nowMs + ms) / slotMs);
    const known = this.#slots.get(at);
    if (known) return known;
    const slot = new Set<() => void>();
    this.#slots.set(at, slot);
    void this.#timers.sleep(at * slotMs - nowMs, this.#never).then(() => {
      this.#slots.delete(at);
      for (const end of slot) end();
    });
    return slot;
  }
}

export interface PullDeps extends Pick<AnswerLog, 'tickets' | 'log' | 'queue' | 'projector' | 'clock' | 'presence' | 'refresh'> {
  readonly timers: ServerTimers;
  /** Aborts when the server stops, which ends every wait. */
  readonly stopping: AbortSignal;
}

/** Maximum number of waiting polls per attempt. Further ones are answered at once. */
const pollsPerAttempt = 8;

/** Largest share of its requested waiting time by which a poll may be answered early. */
const earlyShare = 0.45;
/** Successive multiples of this number have fractional parts that cover 0 to 1 evenly, for any number of polls. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Spreads the replies to long polls. A hall that starts its exam in the same second would otherwise poll in the same second for the whole exam.
 * Thousands of replies and new polls would coincide and delay pushes. Each poll therefore waits a slightly different time, less than it asked
 * for.
 */
export class PollReplySpreader {
  #place = 0;

  next(waitMs: number): number {
    this.#place = (this.#place + goldenRatio) % 1;
    return Math.ceil(waitMs * (1 - earlyShare * this.#place));
  }
}

/**
 * Handles a poll (SY8, SY9). It returns the news once they differ from those the device has seen, and the stream heads, by which a device
 * detects a restored server.
 */
export function createPullHandler(deps: PullDeps): Handlers<'sync'>['pull'] {
  const { tickets, log, projector, clock, presence, refresh, timers, stopping } = deps;
  const noteWritten = createClaimRecorder(deps);
  const waiters = new NewsWaiters(deps);
  const spread = new PollReplySpreader();

  const answer = async (
    ticket: UploadToken,
    { newsSeen, serverEpoch, waitMs, written }: PollInput,
    signal: AbortSignal,
  ): Promise<PollReply> => {
    const { attemptId } = ticket;
    // While the server rebuilds its projections from the log, its news are older than those that the device has. They would end every long poll at
    // once, so wait for the projections first.
    if (projector.stats().behind > 0) await waitForEvent({ waitMs, signals: [signal, stopping], timers }, projector.waitUntilProjected());
    if (written) await noteWritten(attemptId, written);

    const waits = serverEpoch === log.serverEpoch && waitMs > 0 && waiters.countOf(attemptId) < pollsPerAttempt;
    if (waits && !projector.newsAfter(attemptId, newsSeen)) {
      presence.recordPollStart(ticket, clock.nowMs());
      await waiters.wait(attemptId, spread.next(waitMs), signal);
      presence.recordPollEnd(ticket, clock.nowMs(), !signal.aborted);
    }
    await refresh();
    const news = projector.newsAfter(attemptId, newsSeen);
    return { serverEpoch: log.serverEpoch, serverNow: clock.nowMs(), news, heads: listHeads(log, attemptId) };
  };

  // Keep this function synchronous: an async function that waits keeps its arguments in memory, and with them the text of the token.
  return ({ ticket: text, newsSeen, serverEpoch, waitMs, written, offlineReady }, { signal }) => {
    const ticket = tickets.check(text);
    if (!ticket) refuse('forbidden', pushMessages.ticket);
    presence.recordContact(ticket, clock.nowMs());
    if (offlineReady !== undefined) presence.recordOfflineReady(ticket, offlineReady);
    return answer(ticket, { newsSeen, serverEpoch, waitMs, written }, signal);
  };
}

type PollInput = Pick<PullInput, 'newsSeen' | 'serverEpoch' | 'waitMs' | 'written'>;
type PollReply = CallOutput<typeof syncCalls.pull>;

/**
 * Stores how many ops a device says that it has written per stream (SY25). The device repeats this with each poll until the server has the ops, so a
 * failed commit only delays the figure.
 */
function createClaimRecorder({ log, queue, projector, clock }: Pick<PullDeps, 'log' | 'queue' | 'projector' | 'clock'>) {
  const allowance = new PushRateLimiter();
  return async (attemptId: string, claims: NonNullable<PullInput['written']>): Promise<void> => {
    const news = filterNewClaims(projector.attempt(attemptId)?.state, claims, (streamId) => log.head(streamId)?.seq ?? 0);
    const nowMs = clock.nowMs();
    if (!news || allowance.isUsedUp(attemptId, nowMs)) return;
    allowance.spend(attemptId, [], nowMs, true);
    await queue.note(attemptId, { written: news });
  };
}

interface Patience {
  readonly waitMs: number;
  readonly signals: readonly AbortSignal[];
  readonly timers: ServerTimers;
}

/** Waits for `event`, at most `waitMs` milliseconds or until one of `signals` aborts. */
async function waitForEvent({ waitMs, signals, timers }: Patience, event: Promise<void>): Promise<void> {
  const controller = new AbortController();
  // Pass a reason. Without one, each abort would build an exception with its stack.
  const end = (): void => controller.abort(null);
  for (const signal of signals) signal.addEventListener('abort', end);
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    await Promise.race([event, timers.sleep(waitMs, controller.signal)]);
  } finally {
    end();
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}

function listHeads(log: LogReader, attemptId: string): StreamHead[] {
  return log.streamsOf(attemptId).flatMap(({ streamId, author }) => {
    const head = author === 'server' ? undefined : log.head(streamId);
    return head ? [{ streamId, ...head }] : [];
  });
}
