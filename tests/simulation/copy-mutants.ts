import type { Mutant } from './mutant.ts';

/** Faults to plant in the mirrored store (SY25). The simulation is tested by whether it finds each. */
export const copyMutants: readonly Mutant[] = [
  {
    name: 'SY25: the two replicas are not compared at the start',
    file: 'sync/engine/store/repair-replicas.ts',
    find: 'if (isSettled(trusted) && (other.sitting === undefined || (isSettled(other) && hasSameHoldings(trusted, other)))) return;',
    put: 'return;',
    within: 100,
    caughtBy: 6,
  },
  {
    name: 'SY25: a stream that one replica has archived is not repaired',
    file: 'sync/engine/store/repair-replicas.ts',
    find: 'if (isSettled(trusted) && (other.sitting === undefined || (isSettled(other) && hasSameHoldings(trusted, other)))) return;',
    put: 'if (isSettled(trusted)) return;',
    within: 1000,
    caughtBy: 66,
  },
  {
    name: 'SY25: the longer copy of a stream is ignored',
    file: 'sync/engine/store/join-streams.ts',
    find: 'const { ops } = agree && otherPart.ops.length > trustedPart.ops.length ? otherPart : trustedPart;',
    put: 'const { ops } = agree ? trustedPart : trustedPart;',
    within: 100,
    caughtBy: 6,
  },
  {
    name: 'SY25: the save indicator reports both replicas after one write',
    file: 'sync/engine/store/mirrored-store.ts',
    find: "return getState() === 'mirrored' ? 'both' : 'database';",
    put: "return 'both';",
    within: 200,
    caughtBy: 31,
  },
  {
    name: 'SY25: saving an answer does not wait for the journal',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'if (!(await copied)) {',
    put: 'if (!(await Promise.resolve(true))) {',
    within: 200,
    caughtBy: 31,
  },
  {
    name: 'SY25: an op of the writer thread counts as stored in both replicas although the journal lacks it',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'copied: Promise.resolve(held),',
    put: 'copied: Promise.resolve(true),',
    within: 400,
    caughtBy: 183,
  },
  {
    name: 'SY25: a tab in state doubtful does not read what other tabs wrote',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'await look();\n    try {',
    put: 'try {',
    within: 400,
    caughtBy: 308,
  },
  {
    name: 'SY25: a tab that distrusts the database does not tell other tabs',
    file: 'sync/engine/store/mirrored-store.ts',
    find: "await (why === 'failed' ? doubt() : checkRoom());",
    put: 'void why; await checkRoom();',
    within: 400,
    caughtBy: 308,
  },
];
