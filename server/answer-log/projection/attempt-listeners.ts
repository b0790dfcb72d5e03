import { AsyncResource } from 'node:async_hooks';

type Listener = (attemptId: string) => void;

/**
 * Listeners for events of attempts. `add` returns the function that removes the listener. A listener runs in the asynchronous context of
 * `add`: the work of a duty needs its lease (`server/db/lease.ts`), and nobody else's work does.
 */
export class AttemptListeners {
  readonly #all = new Set<Listener>();

  add(listener: Listener): () => void {
    const bound = AsyncResource.bind(listener);
    this.#all.add(bound);
    return () => void this.#all.delete(bound);
  }

  tell(attemptId: string): void {
    for (const listener of this.#all) listener(attemptId);
  }
}
