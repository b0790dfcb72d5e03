import type { Ingest } from '../answer-log.ts';

/** Waiting long polls by attempt. News wake only the polls of their attempt, without any polling loop (SY9). */
export class NewsWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(projector: Pick<Ingest['projector'], 'onNews'>) {
    projector.onNews((attemptId) => {
      for (const wake of this.#waiting.get(attemptId) ?? []) wake();
    });
  }

  get size(): number {
    let sum = 0;
    for (const waiters of this.#waiting.values()) sum += waiters.size;
    return sum;
  }

  /** Counts the waiting polls of this attempt. Each tab of an examinee may wait, but the caller limits the number. */
  countOf(attemptId: string): number {
    return this.#waiting.get(attemptId)?.size ?? 0;
  }

  add(attemptId: string, wake: () => void): () => void {
    const waiters = this.#waiting.get(attemptId) ?? new Set();
    this.#waiting.set(attemptId, waiters.add(wake));
    return () => {
      waiters.delete(wake);
      if (waiters.size === 0 && this.#waiting.get(attemptId) === waiters) this.#waiting.delete(attemptId);
    };
  }
}
