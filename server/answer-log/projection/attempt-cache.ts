import type { ServerClock } from '../../ports.ts';
import type { ProjectedAttempt } from './projected-attempt.ts';

/**
 * `characters`: total length of the cached states; each character takes about four bytes of memory. `idleMs`: an attempt that was not used for this
 * time may be dropped.
 */
const cacheMost = { characters: 40_000_000, idleMs: 5 * 60_000 };

/**
 * Projected attempts in memory. Unsaved ones are never dropped, because only the cache has them. Reading a saved one again takes less than a
 * millisecond.
 */
export class AttemptCache {
  readonly #clock: ServerClock;
  readonly #most: typeof cacheMost;
  readonly #attempts = new Map<string, { readonly attempt: ProjectedAttempt; usedMs: number }>();
  /** Total length of the cached states at the last `trim`, plus that of the attempts added since. */
  #characters = 0;

  constructor(clock: ServerClock, most = cacheMost) {
    this.#clock = clock;
    this.#most = most;
  }

  /** True if the states take more than their share of memory. Then save them, so that `trim` can drop them. */
  get isFull(): boolean {
    return this.#characters > this.#most.characters;
  }

  get(attemptId: string): ProjectedAttempt | undefined {
    const entry = this.#attempts.get(attemptId);
    if (entry) entry.usedMs = this.#clock.nowMs();
    return entry?.attempt;
  }

  /** Adds an attempt that was read from disk or is new. If the cache is full, drops others first. */
  add(attempt: ProjectedAttempt): ProjectedAttempt {
    if (this.isFull) this.trim();
    this.#attempts.set(attempt.attemptId, { attempt, usedMs: this.#clock.nowMs() });
    this.#characters += attempt.characters;
    return attempt;
  }

  *values(): Iterable<ProjectedAttempt> {
    for (const { attempt } of this.#attempts.values()) yield attempt;
  }

  /** Drops saved attempts that have been idle for too long. If the cache is full, drops other saved ones, oldest first, until half is free. */
  trim(): void {
    const sinceMs = this.#clock.nowMs() - this.#most.idleMs;
    this.#characters = 0;
    for (const { characters } of this.values()) this.#characters += characters;
    const maxCharacters = this.isFull ? this.#most.characters / 2 : this.#most.characters;
    for (const [id, { attempt, usedMs }] of this.#attempts) {
      if (attempt.dirty || (usedMs >= sinceMs && this.#characters <= maxCharacters)) continue;
      this.#attempts.delete(id);
      this.#characters -= attempt.characters;
    }
  }
}
