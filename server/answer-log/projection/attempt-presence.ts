import type { UploadToken } from '../log/upload-token.ts';

interface Seen {
  readonly heardMs: number;
  readonly polls: number;
}

/** Most seats in memory, more than a server has in use at a time. The seat that was silent longest is dropped first. */
const seatsMost = 20_000;

/** Remembers when each seat was last heard. It is in memory only, so after a restart no seat counts as heard until its next request. */
export class AttemptPresence {
  readonly #seen = new Map<string, Seen>();

  /** Notes a push or poll with this seat's upload token. `polls`: change of the number of waiting polls. */
  heard({ attemptId, epoch }: Pick<UploadToken, 'attemptId' | 'epoch'>, nowMs: number, polls: 1 | 0 | -1 = 0): void {
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

  /** Returns when the seat was last heard. `connected`: true if a poll of the seat is waiting now. */
  of(attemptId: string, epoch: number): { readonly heardMs: number | null; readonly connected: boolean } {
    const seen = this.#seen.get(keyOf(attemptId, epoch));
    return { heardMs: seen?.heardMs ?? null, connected: (seen?.polls ?? 0) > 0 };
  }
}

const keyOf = (attemptId: string, epoch: number): string => `${attemptId}/${epoch}`;
