import type { WireOp } from '../../../sync/contract/sync.ts';

/**
 * What one attempt may add to the log: far more than anybody writes in an exam, far less than fills a disk or keeps the projector
 * busy. Whoever has used it up is told to come back later (the device keeps and repeats); nothing is ever turned away for good.
 */
const burstBytes = 8 * 1024 * 1024;
const refillBytesPerMs = 8;
/** A hand-in makes the server work out everything of the attempt anew; nobody hands in often. */
const handInBytes = 128 * 1024;
/**
 * Every stream is looked through whenever an attempt's news are worked out. A tab opens one at each start: some 120 at once, then one
 * every eight seconds, which no number of honest reloads needs; what waits stays on the PC.
 */
const streamBytes = 64 * 1024;
const rememberedAttempts = 10_000;

interface Spent {
  bytes: number;
  atMs: number;
}

export class PushAllowance {
  readonly #spent = new Map<string, Spent>();

  isUsedUp(attemptId: string, nowMs: number): boolean {
    return this.#at(attemptId, nowMs).bytes >= burstBytes;
  }

  /** Only for what is new on disk: a repeat costs nobody anything. */
  spend(attemptId: string, ops: readonly WireOp[], nowMs: number, newStream = false): void {
    const spent = this.#at(attemptId, nowMs);
    if (newStream) spent.bytes += streamBytes;
    for (const op of ops) spent.bytes += op[5].length + 100 + (op[1].startsWith('attempt.handIn@') ? handInBytes : 0);
    // Newest last: what is forgotten first has been quiet the longest.
    this.#spent.delete(attemptId);
    this.#spent.set(attemptId, spent);
    if (this.#spent.size > rememberedAttempts) this.#spent.delete(this.#spent.keys().next().value ?? '');
  }

  #at(attemptId: string, nowMs: number): Spent {
    const { bytes, atMs } = this.#spent.get(attemptId) ?? { bytes: 0, atMs: nowMs };
    return { bytes: Math.max(0, bytes - Math.max(0, nowMs - atMs) * refillBytesPerMs), atMs: nowMs };
  }
}
