import type { ServerClock } from '../../ports.ts';
import type { ProjectedAttempt } from './projected-attempt.ts';

/** `characters`: of the states, about four bytes of memory each. `idleMs`: time since an attempt was last read or changed. */
const cacheMost = { characters: 40_000_000, idleMs: 5 * 60_000 };

/** Projected attempts in memory. Those that are not saved stay, because only the cache has them. Reading one again takes less than a millisecond. */
export class AttemptCache {
  readonly #clock: ServerClock;
  readonly #most: typeof cacheMost;
  readonly #attempts = new Map<string, { readonly attempt: ProjectedAttempt; usedMs: number }>();
  /** Characters as of the last `trim`, and of the attempts added since. */
  #characters = 0;

  constructor(clock: ServerClock, most = cacheMost) {
    this.#clock = clock;
    this.#most = most;
  }

  /** True if the states take more than their share of memory. Saving them lets `trim` drop them. */
  get isFull(): boolean {
    return this.#characters > this.#most.characters;
  }

  get(attemptId: string): ProjectedAttempt | undefined {
    const entry = this.#attempts.get(attemptId);
    if (entry) entry.usedMs = this.#clock.nowMs();
    return entry?.attempt;
  }

  /** Adds an attempt that was read or is new. If the cache is full, others leave it. */
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
