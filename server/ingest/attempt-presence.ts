import type { UploadTicket } from './upload-ticket.ts';

interface Seen {
  readonly heardMs: number;
  readonly polls: number;
}

/** More than a server ever has attempts under way; the longest silent go first. */
const seatsMost = 20_000;

/** When each seat was last heard, in memory: after a restart nobody has been heard until they are. */
export class AttemptPresence {
  readonly #seen = new Map<string, Seen>();

  /** A push or poll with that seat's ticket came; `polls`: one more is waiting, or one less. */
  heard({ attemptId, epoch }: Pick<UploadTicket, 'attemptId' | 'epoch'>, nowMs: number, polls: 1 | 0 | -1 = 0): void {
    const key = keyOf(attemptId, epoch);
    const known = this.#seen.get(key);
    this.#seen.delete(key);
    this.#seen.set(key, { heardMs: polls === -1 ? (known?.heardMs ?? nowMs) : nowMs, polls: Math.max(0, (known?.polls ?? 0) + polls) });
    if (this.#seen.size <= seatsMost) return;
    for (const [silent] of this.#seen) {
      this.#seen.delete(silent);
      break;
    }
  }

  /** `connected`: a poll of that seat is waiting this moment. */
  of(attemptId: string, epoch: number): { readonly heardMs: number | null; readonly connected: boolean } {
    const seen = this.#seen.get(keyOf(attemptId, epoch));
    return { heardMs: seen?.heardMs ?? null, connected: (seen?.polls ?? 0) > 0 };
  }
}

const keyOf = (attemptId: string, epoch: number): string => `${attemptId}/${epoch}`;
