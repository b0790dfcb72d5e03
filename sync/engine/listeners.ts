/** Functions that are called when something has changed, with the arguments of `notify`. */
export class Listeners<A extends readonly unknown[] = []> {
  readonly #all = new Set<(...args: A) => void>();

  /**
   * Adds a listener and returns the function that removes it. `subscribe` is bound to this object, so it can be passed to React as a plain function.
   */
  readonly subscribe = (listener: (...args: A) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  notify(...args: A): void {
    for (const listener of this.#all) listener(...args);
  }

  clear(): void {
    this.#all.clear();
  }
}
