import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

/** Functions that are younger than Chrome 109, by the names with which sources call them. */
const youngFunctions =
  'toSorted toReversed toSpliced with fromAsync groupBy withResolvers canParse isWellFormed toWellFormed union intersection difference symmetricDifference ' +
  'isSubsetOf isSupersetOf isDisjointFrom any fromBase64 toBase64 fromHex toHex getOrInsert getOrInsertComputed sumPrecise transferToFixedLength';
const read = (path: string): string => readFileSync(path, 'utf8');

it('every function that Chrome 109 lacks and the code calls has a polyfill', () => {
  const defined = [...read('web/lib/old-browsers.ts').matchAll(/^define\([\w.]+, '(\w+)'/gm)].map(([, name]) => name);
  const called = globSync('{web,sync}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).flatMap((path) =>
    [...read(path).matchAll(/(\w*)\.(\w+)(?:<[\w, ]+>)?\(/g)].flatMap(([, owner, name = '']) =>
      // `z.union` and `z.any` are zod's.
      youngFunctions.split(' ').includes(name) && owner !== 'z' ? name : [],
    ),
  );
  expect(new Set(called)).toEqual(new Set(defined));
});

it('the page and every worker import the polyfills first', () => {
  const workers = globSync('web/**/*-worker.ts', { exclude: ['**/lean-*'] });
  for (const path of ['web/main.tsx', ...workers])
    expect(/^import (?:.*from )?'(.*)';$/m.exec(read(path))?.[1], path).toMatch(/\/old-browsers\.ts$/);
  expect(workers).toHaveLength(4);
});

it('the polyfills behave like the browser’s own functions', async () => {
  const owners = { Array: Array.prototype, Map, Set: Set.prototype, String: String.prototype, URL, Promise } as const;
  const lacking: readonly (readonly [object, string])[] = [
    ...(['toSorted', 'toReversed', 'toSpliced', 'with'] as const).map((name) => [owners.Array, name] as const),
    ...([
      [Map, 'groupBy'],
      [owners.Set, 'intersection'],
      [owners.String, 'toWellFormed'],
      [URL, 'canParse'],
      [Promise, 'withResolvers'],
    ] as const),
  ];
  const results = async (): Promise<unknown[]> => {
    const later = Promise.withResolvers<number>();
    later.resolve(7);
    return [
      [3, 1, 2].toSorted((a, b) => a - b),
      [3, 1, 2].toReversed(),
      ['a', 'b', 'c'].toSpliced(1, 1, 'x', 'y'),
      ['a', 'b'].with(-1, 'z'),
      [...Map.groupBy([1, 2, 3], (each, at) => (each + at) % 3)],
      [...new Set([1, 2, 3]).intersection(new Set([3, 2]))].toSorted((a, b) => a - b),
      'a\uD800b\u{1F600}c\uDC00'.toWellFormed(),
      [URL.canParse('/a', 'https://b.test'), URL.canParse('/a')],
      await later.promise,
    ];
  };
  const own = await results();
  const natives = lacking.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  for (const [owner, name] of lacking) Reflect.deleteProperty(owner, name);
  try {
    vi.resetModules();
    await import('./old-browsers.ts');
    expect(await results()).toEqual(own);
  } finally {
    for (const [at, [owner, name]] of lacking.entries()) Object.defineProperty(owner, name, natives[at] ?? {});
  }
});
