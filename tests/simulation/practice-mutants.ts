import type { Mutant } from './mutant.ts';

/** Of what is practised. */
export const practiceMutants: readonly Mutant[] = [
  {
    name: 'practice: an answer passes for delivered once it is sent',
    file: 'web/platform/practice-sync.ts',
    find: 'await calls.record({ answers });\n    await cache.note(userId, answers, true, vault);',
    put: 'await cache.note(userId, answers, true, vault);\n    await calls.record({ answers });',
    within: 400,
  },
  {
    name: 'practice: what a server had before it was put back from a backup is not told again',
    file: 'web/platform/practice-sync.ts',
    find: 'sent && !ids.has(thing.id) ? [thing] : []',
    put: 'sent && !ids.has(thing.id) ? [] : []',
    within: 400,
  },
  {
    name: 'practice: of two tabs the later one writes over the other',
    file: 'web/platform/practice-cache.ts',
    find: 'if (await shelf.swap(key, before.sealed, value)) return;',
    put: 'return shelf.put(key, value);',
    within: 600,
  },
  {
    name: 'practice: of two changes the one that comes last holds',
    file: 'sync/machines/practice-own.ts',
    find: 'const newest = later > 0 ? a : b;',
    put: 'const newest = later > 0 ? a : a;',
    within: 600,
  },
  {
    name: 'practice: a sitting that was ended elsewhere goes on',
    file: 'sync/machines/practice-own.ts',
    find: 'return ends.length === 0 || ended(newest) === Math.min(...ends) ? newest : { ...newest, endedMs: Math.min(...ends) };',
    put: 'return ends.length === 0 ? newest : { ...newest };',
    within: 1_000,
  },
  {
    name: 'practice: the older state that a server was put back to takes the place of the newer one',
    file: 'web/platform/practice-cache.ts',
    find: 'const isWord = here === undefined || (!here.sent &&',
    put: 'const isWord = here === undefined || here.sent || (!here.sent &&',
    within: 600,
  },
];
