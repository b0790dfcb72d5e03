import type { RoomSeat } from '../../../sync/contract/exams/invigilation.ts';
import type { UploadToken } from '../log/upload-token.ts';

interface Seen {
  readonly heardMs: number;
  /** The newest report of the PC; null before the first. */
  readonly offlineReady: boolean | null;
  readonly polls: number;
  /** Until then, a seat whose poll was answered counts as connected: it is about to ask again. */
  readonly awaitedUntilMs: number;
}

/** A seat's PC since the server started. */
export type SeatPresence = Pick<RoomSeat, 'heardMs' | 'connected' | 'offlineReady'>;

/** Most time between the answer of a poll and the next poll of a device that has a network. */
const nextPollMs = 5_000;

/** Most seats in memory, more than a server has in use at a time. The seat that was silent longest is dropped first. */
const seatsMost = 20_000;

/** Remembers when each seat was last heard. It is in memory only, so after a restart no seat counts as heard until its next request. */
export class AttemptPresence {
  readonly #seen = new Map<string, Seen>();

  /** Notes a push or poll with this seat's upload token. */
  heard(seat: Pick<UploadToken, 'attemptId' | 'epoch'>, nowMs: number): void {
    this.#note(seat, (known) => ({ ...known, heardMs: nowMs }));
  }

  /** Notes that a poll of the seat begins to wait. */
  pollBegan(seat: Pick<UploadToken, 'attemptId' | 'epoch'>, nowMs: number): void {
    this.#note(seat, (known) => ({ ...known, heardMs: nowMs, polls: known.polls + 1 }));
  }

  /** Notes that a waiting poll has ended. `answered`: the device was still connected and gets an answer. */
  pollEnded(seat: Pick<UploadToken, 'attemptId' | 'epoch'>, nowMs: number, answered: boolean): void {
    this.#note(seat, (known) => ({
      ...known,
      polls: Math.max(0, known.polls - 1),
      awaitedUntilMs: answered ? nowMs + nextPollMs : 0,
    }));
  }

  /** Notes whether a PC's page can be reloaded without a network. A seat that was never heard has nothing to note. */
  reported(seat: Pick<UploadToken, 'attemptId' | 'epoch'>, offlineReady: boolean): void {
    const key = keyOf(seat.attemptId, seat.epoch);
    const known = this.#seen.get(key);
    if (known) this.#seen.set(key, { ...known, offlineReady });
  }

  /** Returns when the seat was last heard. `connected`: true if a poll of the seat is waiting, or was answered a moment ago. */
  of(attemptId: string, epoch: number, nowMs: number): SeatPresence {
    const seen = this.#seen.get(keyOf(attemptId, epoch));
    const connected = seen !== undefined && (seen.polls > 0 || nowMs < seen.awaitedUntilMs);
    return { heardMs: seen?.heardMs ?? null, connected, offlineReady: seen?.offlineReady ?? null };
  }

  #note({ attemptId, epoch }: Pick<UploadToken, 'attemptId' | 'epoch'>, change: (known: Seen) => Seen): void {
    const key = keyOf(attemptId, epoch);
    const known = this.#seen.get(key) ?? { heardMs: 0, offlineReady: null, polls: 0, awaitedUntilMs: 0 };
    this.#seen.delete(key);
    this.#seen.set(key, change(known));
    if (this.#seen.size <= seatsMost) return;
    for (const [silent] of this.#seen) {
      this.#seen.delete(silent);
      break;
    }
  }
}

const keyOf = (attemptId: string, epoch: number): string => `${attemptId}/${epoch}`;
