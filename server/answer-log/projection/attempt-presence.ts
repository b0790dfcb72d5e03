import type { RoomSeat } from '../../../sync/contract/exams/invigilation.ts';
import type { PresenceExchange, SeatReport } from '../../db/postgres/presence-exchange.ts';
import type { ServerClock, ServerTimers } from '../../ports.ts';
import type { UploadToken } from '../log/upload-token.ts';

type Seat = Pick<UploadToken, 'attemptId' | 'epoch'>;

interface SeatContact {
  readonly heardMs: number;
  /** Whether the page on the PC can be reloaded without a network, as the PC last reported; null before its first report. */
  readonly offlineReady: boolean | null;
  readonly polls: number;
  /** Until this time a seat counts as connected although no poll waits, because its last poll was answered and the next one is expected. */
  readonly awaitedUntilMs: number;
}

/** When the server last heard the PC of a seat since the server started, and what the PC reported. */
export type SeatPresence = Pick<RoomSeat, 'heardMs' | 'connected' | 'offlineReady'>;

/** Longest time between the reply to a poll and the next poll of a device that has a network. */
const nextPollMs = 5_000;
/** Longest time that a poll waits. After another server dies, its reported polls still count as waiting for this time. */
const pollMostMs = 30_000;
const exchangeMs = 5_000;

/** Maximum number of seats in memory, more than a server has in use at a time. The seat that was silent longest is dropped first. */
const seatsMost = 20_000;

/**
 * Remembers when each seat (an attempt on one of its PCs) was last heard. The record is in memory only, so after a restart no seat counts as heard
 * until its next request or the next exchange with other servers.
 */
export class AttemptPresence {
  readonly #seen = new Map<string, SeatContact>();
  /** Newest reports by other servers about seats, by `buildPresenceKey`. */
  readonly #elsewhere = new Map<string, SeatReport>();
  /** Seats that this server heard since the last exchange with the other servers. */
  readonly #unsent = new Map<string, Seat>();

  /** Notes that a push or poll with the upload token of this seat has arrived. */
  recordContact(seat: Seat, nowMs: number): void {
    this.#note(seat, (known) => ({ ...known, heardMs: nowMs }));
  }

  /** Notes that a poll of the seat begins to wait. */
  recordPollStart(seat: Seat, nowMs: number): void {
    this.#note(seat, (known) => ({ ...known, heardMs: nowMs, polls: known.polls + 1 }));
  }

  /** Notes that a waiting poll has ended. `answered`: the device was still connected and gets an answer. */
  recordPollEnd(seat: Seat, nowMs: number, answered: boolean): void {
    this.#note(seat, (known) => ({
      ...known,
      polls: Math.max(0, known.polls - 1),
      awaitedUntilMs: answered ? nowMs + nextPollMs : 0,
    }));
  }

  /** Notes whether a PC's page can be reloaded without a network. A report of a seat that was never heard is ignored. */
  recordOfflineReady(seat: Seat, offlineReady: boolean): void {
    const key = buildPresenceKey(seat.attemptId, seat.epoch);
    const presence = this.#seen.get(key);
    if (presence) this.#seen.set(key, { ...presence, offlineReady });
  }

  /** Returns when the seat was last heard. `connected`: true if a poll of the seat is waiting, or was answered a moment ago. */
  getPresence(attemptId: string, epoch: number, nowMs: number): SeatPresence {
    const key = buildPresenceKey(attemptId, epoch);
    const localPresence = this.#seen.get(key);
    const isWaiting = localPresence !== undefined && (localPresence.polls > 0 || nowMs < localPresence.awaitedUntilMs);
    const remotePresence = this.#elsewhere.get(key);
    if (remotePresence === undefined || remotePresence.heardMs <= (localPresence?.heardMs ?? 0))
      return { heardMs: localPresence?.heardMs ?? null, connected: isWaiting, offlineReady: localPresence?.offlineReady ?? null };
    return {
      heardMs: remotePresence.heardMs,
      connected: isWaiting || nowMs < remotePresence.connectedUntilMs,
      offlineReady: remotePresence.offlineReady ?? localPresence?.offlineReady ?? null,
    };
  }

  /** Exchanges presence with the other servers, until `signal` is aborted. After a failure the same seats are sent again. */
  async share(exchange: PresenceExchange, { timers, clock, signal }: { timers: ServerTimers; clock: ServerClock; signal: AbortSignal }) {
    for (; !signal.aborted; await timers.sleep(exchangeMs, signal)) await this.exchange(exchange, clock.nowMs()).catch(() => undefined);
  }

  /** Exchanges presence with the other servers once. */
  async exchange(exchange: PresenceExchange, nowMs: number): Promise<void> {
    const sentSeats = [...this.#unsent];
    this.#unsent.clear();
    try {
      for (const report of await exchange(sentSeats.flatMap(([key, seat]) => this.#reportOf(key, seat, nowMs))))
        keepNewest(this.#elsewhere, buildPresenceKey(report.attemptId, report.epoch), report);
    } catch (error) {
      for (const [key, seat] of sentSeats) this.#unsent.set(key, seat);
      throw error;
    }
  }

  #reportOf(key: string, { attemptId, epoch }: Seat, nowMs: number): SeatReport[] {
    const presence = this.#seen.get(key);
    if (presence === undefined) return [];
    const { heardMs, offlineReady, polls, awaitedUntilMs } = presence;
    return [{ attemptId, epoch, heardMs, offlineReady, connectedUntilMs: polls > 0 ? nowMs + pollMostMs : awaitedUntilMs }];
  }

  #note(seat: Seat, change: (known: SeatContact) => SeatContact): void {
    const key = buildPresenceKey(seat.attemptId, seat.epoch);
    const presence = this.#seen.get(key) ?? { heardMs: 0, offlineReady: null, polls: 0, awaitedUntilMs: 0 };
    keepNewest(this.#seen, key, change(presence));
    keepNewest(this.#unsent, key, seat);
  }
}

/** Puts an entry at the end of the map, and drops the first one if there are too many. */
function keepNewest<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key);
  entries.set(key, entry);
  if (entries.size <= seatsMost) return;
  for (const [oldest] of entries) {
    entries.delete(oldest);
    break;
  }
}

const buildPresenceKey = (attemptId: string, epoch: number): string => `${attemptId}/${epoch}`;
