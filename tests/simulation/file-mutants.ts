import type { Mutant } from './mutant.ts';

/** Faults to plant in the code for attachments. The simulation is tested by whether it finds each. */
export const fileMutants: readonly Mutant[] = [
  {
    name: 'an answer names a file before its chunks are on the disk',
    file: 'sync/engine/outbox/seal-file.ts',
    find: 'await store.add([row]);',
    put: 'void store.add([row]).catch(() => undefined);',
    within: 200,
    caughtBy: 22,
  },
  {
    name: 'a receipt does not wait for attached files',
    file: 'server/answer-log/projection/batch-projection.ts',
    find: '(receipt ? isStale : !hasIncompleteFiles(state))',
    put: '(!receipt || isStale)',
    within: 200,
    caughtBy: 46,
  },
  {
    name: 'a chunk of a file is acknowledged before the commit',
    file: 'server/answer-log/calls/sync-handlers.ts',
    find: 'const outcome = await deps.queue.write(() => deps.log.putChunk(attemptId, hash, bytes, nowMs), bytes.length);',
    put: "void deps.queue.write(() => deps.log.putChunk(attemptId, hash, bytes, nowMs), bytes.length); const outcome: { kind: string } = { kind: 'stored' };",
    within: 400,
  },
  {
    name: 'the server stores any chunk under the name of a file',
    file: 'server/answer-log/calls/sync-handlers.ts',
    find: 'namedFiles.find((each) => each.chunkHashes[at] === hash)',
    put: 'namedFiles[0]',
    within: 200,
    caughtBy: 82,
  },
  {
    name: 'chunks that the server held before a restore count as held',
    file: 'sync/engine/outbox/chunk-upload-loop.ts',
    find: 'files.store.listUndelivered(serverEpochs.epoch)',
    put: 'files.store.listUndelivered(undefined)',
    within: 400,
    caughtBy: 46,
  },
];
