export interface Debounced<A extends readonly unknown[]> {
  (...args: A): void;
  /** Runs a pending call at once. */
  flush(): void;
  /** Drops a pending call. */
  drop(): void;
}

/** Calls `run` with the last arguments once `waitMs` have passed without another call. */
export function debounce<A extends readonly unknown[]>(run: (...args: A) => void, waitMs: number): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | null = null;
  const flush = (): void => {
    clearTimeout(timer);
    const args = waiting;
    waiting = null;
    if (args) run(...args);
  };
  const debounced = (...args: A): void => {
    waiting = args;
    clearTimeout(timer);
    timer = setTimeout(flush, waitMs);
  };
  const drop = (): void => {
    clearTimeout(timer);
    waiting = null;
  };
  return Object.assign(debounced, { flush, drop });
}
