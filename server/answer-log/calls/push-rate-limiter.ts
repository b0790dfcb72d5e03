import type { WireOp } from '../../../sync/contract/exams/sync.ts';

/**
 * Rate limit per attempt for new log data. It is far above what an examinee writes, and far below what fills a disk or keeps the projector busy.
 * A device beyond the limit must retry later and keeps its ops; nothing is refused for good.
 */
const burstBytes = 8 * 1024 * 1024;
const refillBytesPerMs = 8;
/** Cost of a hand-in, in bytes of the limit, because the server recomputes the whole attempt for it. Hand-ins are rare. */
const handInBytes = 128 * 1024;
/**
 * Cost of a new stream, in bytes of the limit, because the news of an attempt are computed over all its streams. A tab opens one at each start. The
 * limit allows about 120 at once and then one every eight seconds, which reloads never need. Ops beyond it wait on the PC.
 */
const streamBytes = 64 * 1024;
const rememberedAttempts = 10_000;

interface SpentAllowance {
  bytes: number;
  atMs: number;
}

/** Tracks how much of its limit for new log data each attempt has used. The used part shrinks over time. */
export class PushRateLimiter {
  readonly #spent = new Map<string, SpentAllowance>();

  isUsedUp(attemptId: string, nowMs: number): boolean {
    return this.#at(attemptId, nowMs).bytes >= burstBytes;
  }

  /** Charges an attempt for ops that were new on the disk. Ops that a device sent before are not charged. */
  spend(attemptId: string, ops: readonly WireOp[], nowMs: number, newStream = false): void {
    const spent = this.#at(attemptId, nowMs);
    if (newStream) spent.bytes += streamBytes;
    for (const op of ops) spent.bytes += op[5].length + 100 + (op[1].startsWith('attempt.handIn@') ? handInBytes : 0);
    // Keep the attempt that was charged last at the end of the map, so that the one that was quiet the longest is dropped first.
    this.#spent.delete(attemptId);
    this.#spent.set(attemptId, spent);
    if (this.#spent.size > rememberedAttempts) this.#spent.delete(this.#spent.keys().next().value ?? '');
  }

  #at(attemptId: string, nowMs: number): SpentAllowance {
    const { bytes, atMs } = this.#spent.get(attemptId) ?? { bytes: 0, atMs: nowMs };
    return { bytes: Math.max(0, bytes - Math.max(0, nowMs - atMs) * refillBytesPerMs), atMs: nowMs };
  }
}
