import type { Mutant } from './mutant.ts';

/** Mutants of the mirrored store (SY25). */
export const copyMutants: readonly Mutant[] = [
  {
    name: 'SY25: a start does not compare the two copies',
    file: 'sync/engine/store/repair-replicas.ts',
    find: 'if (isSettled(trusted) && (other.sitting === undefined || (isSettled(other) && sameHeads(trusted, other)))) return;',
    put: 'return;',
    within: 100,
    caughtBy: 6,
  },
  {
    name: 'SY25: what one replica has archived is no longer repaired',
    file: 'sync/engine/store/repair-replicas.ts',
    find: 'if (isSettled(trusted) && (other.sitting === undefined || (isSettled(other) && sameHeads(trusted, other)))) return;',
    put: 'if (isSettled(trusted)) return;',
    within: 1000,
    caughtBy: 66,
  },
  {
    name: 'SY25: the longer copy of a stream is not believed',
    file: 'sync/engine/client/join-streams.ts',
    find: 'const { ops } = agree && otherPart.ops.length > trustedPart.ops.length ? otherPart : trustedPart;',
    put: 'const { ops } = agree ? trustedPart : trustedPart;',
    within: 100,
    caughtBy: 6,
  },
  {
    name: 'SY25: the save indicator reports both replicas after one write',
    file: 'sync/engine/store/mirrored-store.ts',
    find: "return state === 'mirrored' ? 'both' : 'database';",
    put: "return 'both';",
    within: 200,
    caughtBy: 31,
  },
  {
    name: 'SY25: an answer does not wait for the journal',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'if (!(await copied)) {',
    put: 'if (!(await Promise.resolve(true))) {',
    within: 200,
    caughtBy: 31,
  },
  {
    name: 'SY25: what the writer thread wrote counts as in both replicas, whether or not the journal has it',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'copied: Promise.resolve(held),',
    put: 'copied: Promise.resolve(true),',
    within: 400,
    caughtBy: 183,
  },
  {
    name: 'SY25: in doubt, a tab does not look at what the others wrote',
    file: 'sync/engine/store/mirrored-store.ts',
    find: 'await look();\n    try {',
    put: 'try {',
    within: 400,
    caughtBy: 308,
  },
  {
    name: 'SY25: one tab distrusts the database and the others do not hear of it',
    file: 'sync/engine/store/mirrored-store.ts',
    find: "await (why === 'failed' ? doubt() : checkRoom());",
    put: 'void why; await checkRoom();',
    within: 400,
    caughtBy: 308,
  },
];
