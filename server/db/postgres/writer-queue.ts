import type { LockScope } from '../lock-scope.ts';

interface Place {
  readonly scope: LockScope;
  readonly begin: () => void;
  isRunning: boolean;
}

/** Maximum number of concurrent writers. More would only wait inside the database, on connections that readers need. */
const mostWriting = 6;

/**
 * Queues the writers of this process, without holding a connection. They start in the order of request, except that a writer may pass others that
 * wait for a locked school.
 */
export class WriterQueue {
  #places: Place[] = [];

  /** Resolves when no writer of this process holds a conflicting lock scope. The returned function frees it again. */
  async wait(scope: LockScope): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Place = { scope, begin: resolve, isRunning: false };
    this.#places.push(place);
    this.#move();
    await promise;
    return () => {
      this.#places = this.#places.filter((other) => other !== place);
      this.#move();
    };
  }

  #move(): void {
    let writing = this.#places.filter((place) => place.isRunning).length;
    const schools = new Set<LockScope>();
    let others = 0;
    for (const place of this.#places) {
      if (writing >= mostWriting && !place.isRunning) return;
      const { scope } = place;
      const isFree = scope === 'everything' ? others === 0 : scope === 'nothing' || !schools.has(scope);
      if (!place.isRunning && isFree) {
        place.isRunning = true;
        writing += 1;
        place.begin();
      }
      // No writer may pass one that needs the whole database.
      if (scope === 'everything') return;
      others += 1;
      if (typeof scope === 'number') schools.add(scope);
    }
  }
}
