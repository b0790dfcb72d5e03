import type { Mutant } from './mutant.ts';

/** Faults to plant in the code for practice. The simulation is tested by whether it finds each. */
export const practiceMutants: readonly Mutant[] = [
  {
    name: 'practice: records are not sent again after the server was restored',
    file: 'web/platform/practice/practice-sync.ts',
    find: 'sent && !ids.has(thing.id) ? [thing] : []',
    put: 'sent && !ids.has(thing.id) ? [] : []',
    within: 400,
    caughtBy: 20,
  },
  {
    name: 'practice: the change that arrives last wins',
    file: 'sync/domain/learning/practice-own.ts',
    find: 'const newest = later > 0 ? a : b;',
    put: 'const newest = later > 0 ? a : a;',
    from: 80,
    within: 200,
    caughtBy: 88,
  },
  {
    name: 'practice: the older state of a restored server replaces the newer one',
    file: 'web/platform/practice/practice-cache.ts',
    find: 'storedRecord === undefined ? record : chooseNewerRecord',
    put: 'storedRecord === undefined || storedRecord.sent ? record : chooseNewerRecord',
    from: 80,
    within: 200,
    caughtBy: 88,
  },
  {
    name: 'practice: a change gets the time of its arrival',
    file: 'server/features/learning/exercise/exercise-handlers.ts',
    find: 'await createOwnStore(tx).keep(userId, records)',
    put: 'await createOwnStore(tx).keep(userId, { ...records, papers: records.papers.map((paper) => ({ ...paper, changedMs: Math.min(paper.changedMs, clock.nowMs()) })) })',
    from: 1590,
    within: 20,
    caughtBy: 1600,
  },
];
