/**
 * Exam rooms use Windows 7, where Chrome ends at version 109. This file defines only functions that we use and that version lacks. The page and each
 * worker import it first. `public/boot.js` refuses browsers that are older still.
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

define(Array.prototype, 'toSpliced', function toSpliced<T>(this: T[], ...args: [start: number, deleteCount: number, ...items: T[]]): T[] {
  const copy = [...this];
  copy.splice(...args);
  return copy;
});

define(Array.prototype, 'with', function withItem<T>(this: T[], at: number, item: T): T[] {
  const copy = [...this];
  copy[at < 0 ? at + copy.length : at] = item;
  return copy;
});

define(Map, 'groupBy', function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, at: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at);
    at += 1;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
});

define(Set.prototype, 'intersection', function intersection<T>(this: Set<T>, other: ReadonlySet<T>): Set<T> {
  return new Set([...this].filter((item) => other.has(item)));
});

define(String.prototype, 'toWellFormed', function toWellFormed(this: string): string {
  return this.replace(/\p{Surrogate}/gu, '\uFFFD');
});

define(URL, 'canParse', function canParse(url: string, base?: string): boolean {
  try {
    return new URL(url, base).href !== '';
  } catch {
    return false;
  }
});

define(Promise, 'withResolvers', function withResolvers<T>(): PromiseWithResolvers<T> {
  let settle: Omit<PromiseWithResolvers<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === undefined) throw new Error('a promise calls its executor at once');
  return { promise, ...settle };
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
