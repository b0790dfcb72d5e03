type Listener = (attemptId: string) => void;

/** Listeners for events of attempts. `add` returns the function that removes the listener. */
export class AttemptListeners {
  readonly #all = new Set<Listener>();

  add(listener: Listener): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  tell(attemptId: string): void {
    for (const listener of this.#all) listener(attemptId);
  }
}
