type Listener = (attemptId: string) => void;

/** Whoever wants to hear of attempts, until they no longer do. */
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
