/**
 * Exam rooms use Windows 7, where Chrome ends at version 109. This file defines only functions that we use and that version lacks. It is imported
 * first.
 */
function define(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

define(Array.prototype, 'toSorted', function toSorted<T>(this: T[], compare?: (a: T, b: T) => number): T[] {
  return [...this].sort(compare);
});

define(Array.prototype, 'toReversed', function toReversed<T>(this: T[]): T[] {
  return [...this].reverse();
});

define(AbortSignal, 'any', function any(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const joined = new AbortController();
  const end = (event: { target: EventTarget | null }): void => {
    for (const signal of all) signal.removeEventListener('abort', end);
    joined.abort((event.target as AbortSignal).reason);
  };
  for (const signal of all) {
    if (signal.aborted) {
      end({ target: signal });
      break;
    }
    signal.addEventListener('abort', end);
  }
  return joined.signal;
});

export {};
