import { fileMutants } from './file-mutants.ts';
import { lampMutants } from './lamp-mutants.ts';

/**
 * Faults put into the real code, to see that the simulation would find them. Each is one replacement in one module's source,
 * made while it is loaded; the text it replaces must be there exactly once, or the run fails.
 */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** The first of the histories; 1 without it. */
  readonly from?: number;
  /** Histories within which it must be caught. */
  readonly within: number;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'a receipt does not wait for the files',
    file: 'server/ingest/batch-projection.ts',
    find: '&& !lacksFiles(state)',
    put: '',
    within: 200,
  },
  {
    name: 'a piece of a file is acknowledged before the commit',
    file: 'server/modules/sync/piece.ts',
    find: 'const stored = await deps.queue.write(() => deps.pieces.put(attemptId, hash, bytes, nowMs), bytes.length);',
    put: "void deps.queue.write(() => deps.pieces.put(attemptId, hash, bytes, nowMs), bytes.length); const stored: { kind: string } = { kind: 'stored' };",
    within: 400,
  },
  {
    name: 'any piece is taken under the name of a file',
    file: 'server/modules/sync/piece.ts',
    find: 'named.find((each) => each.pieces[at] === hash)',
    put: 'named[0]',
    within: 200,
  },
  {
    name: 'what an older server held of a file passes for held',
    file: 'sync/engine/piece-loop.ts',
    find: 'files.store.waiting(sight.epoch)',
    put: 'files.store.waiting(undefined)',
    within: 400,
  },
  {
    name: 'a file is named before its pieces are on the disk',
    file: 'sync/engine/attached-files.ts',
    find: 'await store.add([row]);',
    put: 'void store.add([row]).catch(() => undefined);',
    within: 600,
  },
  {
    name: 'the server acknowledges before the commit',
    file: 'server/ingest/push-queue.ts',
    find: 'for (const entry of entries) entry.work();',
    put: 'for (const entry of entries) { entry.work(); entry.committed(); }',
    within: 100,
  },
  {
    name: 'the queue is emptied when a batch is sent',
    file: 'sync/engine/push-loop.ts',
    find: 'answer = await transport.push(input, signal);',
    put: "await store.acknowledge(row.streamId, { seq: input.fromSeq + input.ops.length - 1, hash: input.headHash }, sight.epoch ?? ''); answer = await transport.push(input, signal);",
    within: 100,
  },
  {
    name: 'answers are ordered by the wall clock',
    file: 'sync/engine/merge.ts',
    find: 'candidates.push(said.stream, said.seq, said.lamport, op.basisCursor)',
    put: 'candidates.push(said.stream, said.seq, op.wallMs, op.basisCursor)',
    within: 100,
  },
  {
    name: 'two tabs may write with the same lamport',
    file: 'sync/engine/store-rules.ts',
    find: 'return follows && op.lamport > sitting.lamport',
    put: 'return follows',
    within: 200,
  },
  {
    name: 'a clock far ahead begins the exam before its start',
    file: 'sync/engine/clock.ts',
    find: 'sureMs < 0 ? Math.min(0, sureMs + (alone ? waitedMs : 0))',
    put: 'sureMs < 0 ? sureMs + waitedMs',
    within: 300,
  },
  {
    name: "a restored server's new name goes unnoticed",
    file: 'sync/engine/server-sight.ts',
    find: 'await this.#store.forgetAcks(serverEpoch);',
    put: '',
    within: 200,
  },
  {
    name: 'the epoch does not outrank the lamport',
    file: 'sync/engine/attempt-state.ts',
    find: 'if (sa.epoch !== sb.epoch) return sa.epoch - sb.epoch;',
    put: '',
    within: 300,
  },
  {
    name: "the manifest lists this tab's stream only",
    file: 'sync/engine/hand-in.ts',
    find: 'if (row.epoch !== epoch || seq === 0) continue;',
    put: 'if (row.epoch !== epoch || seq === 0 || row.documentId !== deps.documentId) continue;',
    within: 100,
  },
  {
    name: 'a batch that overlaps the head passes for a repeat',
    file: 'server/ingest/batch-check.ts',
    find: "if (hashes[overlapEnd - fromSeq] !== (overlapEnd === head.seq ? head.hash : hashAt(overlapEnd))) return { kind: 'fork' };",
    put: 'void hashAt; void overlapEnd;',
    within: 400,
  },
  {
    name: 'the server takes a batch without checking its hashes',
    file: 'server/ingest/batch-check.ts',
    find: "if (hashes.at(-1) !== batch.headHash) return { kind: 'chain' };\n  if (fromSeq",
    put: 'if (fromSeq',
    within: 200,
  },
  {
    name: 'what a condemned stream could not deliver is not said again',
    file: 'sync/engine/restate.ts',
    find: 'const { answers, flags } = ledger.stranded(early);',
    put: 'const { answers, flags } = { answers: [] as [string, string[]][], flags: [] as [string, boolean][] };',
    within: 400,
  },
  {
    name: 'the projector passes over a batch after a restart',
    file: 'server/ingest/projector.ts',
    find: 'this.#cursor = deps.store.through();',
    put: 'this.#cursor = Math.min(deps.store.through() + 1, deps.log.end());',
    within: 200,
  },
  {
    name: 'an extension does not reopen a hand-in by time-out',
    file: 'sync/engine/counting.ts',
    find: "(handIn.by === 'examinee' || handIn.extensionMs >= extensionMs)",
    put: '(extensionMs >= 0)',
    within: 600,
  },
  {
    name: 'the wall clock is believed without end',
    file: 'sync/engine/clock.ts',
    find: 'Math.min(unconfirmedMaxMs, from.claimedMs + claimMs)',
    put: 'from.claimedMs + claimMs',
    within: 100,
  },
  {
    name: 'what only the wall clock claims ends an exam',
    file: 'sync/engine/clock.ts',
    find: 'sureMs: from.sureMs + livedMs,',
    put: 'sureMs: from.sureMs + livedMs + (isWaiting ? 0 : claimMs),',
    within: 100,
  },
  {
    name: "a lost acknowledgement's repeat is refused",
    file: 'server/ingest/batch-check.ts',
    find: "if (toSeq === head.seq && batch.headHash === head.hash) return { kind: 'held' };",
    put: "if (toSeq <= head.seq) return { kind: 'gap' };",
    within: 100,
  },
  {
    name: 'what lies aside counts by its number alone, whichever server said it and whatever is missing before',
    file: 'sync/engine/store-rules.ts',
    find: 'return isOther || !follows ? row : { ...row,',
    put: 'return { ...row,',
    // Rare: it takes a clone and a restored backup in one history. It is looked for where it showed last, and if it moved, in all that follow.
    from: 840,
    within: 1500,
  },
  {
    name: 'SY24: a later hand-in takes the place of the first',
    file: 'sync/engine/counting.ts',
    find: 'return before.toSorted(earlier)[0] ??',
    put: 'return before.toSorted(earlier).at(-1) ??',
    within: 200,
  },
  {
    name: 'SY24: what any hand-in lists counts',
    file: 'sync/engine/counting.ts',
    find: 'const listed = listedBy(fixed ? [fixed] : standing);',
    put: 'const listed = listedBy(standing);',
    within: 200,
  },
  {
    name: 'SY24: nobody asks the digest',
    file: 'server/ingest/batch-projection.ts',
    find: 'return digestOf(entries) === digest;',
    put: 'return digestOf(entries) !== "";',
    within: 300,
  },
  {
    name: 'SY24: what comes before the start counts',
    file: 'sync/engine/counting.ts',
    find: 'if (state.earlyUntilMs > 0 && hasSeq(streamPart(state, stream).early, seq)) return false;',
    put: '',
    within: 100,
  },
  {
    name: 'SY24: the server does not ask when an exam begins',
    file: 'server/ingest/exam-starts.ts',
    find: 'return nowMs < startMs ? startMs : 0;',
    put: 'return nowMs < startMs ? 0 : 0;',
    within: 100,
  },
  {
    name: 'SY24: a hand-in stands that did not know what came before the start',
    file: 'sync/engine/counting.ts',
    find: 'if ((handIn.earlyUntilMs ?? 0) < state.earlyUntilMs) return false;',
    put: '',
    within: 100,
  },
  {
    name: 'SY24: what came too early is not said again',
    file: 'sync/engine/restate.ts',
    find: 'const early = begun && ledger.hasEarly;',
    put: 'const early = begun && !begun;',
    within: 100,
  },
  {
    name: 'SY23: what arrives after scores were told counts',
    file: 'sync/engine/counting.ts',
    find: "if (!disclosed || streamPart(state, stream).author === 'staff') return limit;",
    put: 'if (state.handIns.length >= 0) return limit;',
    within: 100,
  },
  {
    name: 'SY23: a hand-in that arrives after scores were told stands',
    file: 'sync/engine/counting.ts',
    find: 'if (disclosed && handIn.seq > disclosed.heads(handIn.stream)) return false;',
    put: '',
    within: 300,
  },
  {
    name: 'SY23: of several prepared hand-ins the one that is delivered counts',
    file: 'sync/engine/counting.ts',
    find: '(standing.length === 1 ? proven[0] : undefined)',
    put: 'proven[0]',
    within: 1000,
  },
  {
    name: 'SY23: a hand-in refuted after scores were told no longer limits',
    file: 'sync/engine/counting.ts',
    find: '!proof.agrees && (!disclosed || isWithin(lists, disclosed))',
    put: '!proof.agrees && isWithin(lists, { ...disclosed, heads: () => Infinity } as Disclosed)',
    within: 1000,
  },
  {
    name: 'SY25: a start does not compare the two copies',
    file: 'sync/engine/mend-copies.ts',
    find: 'if (settled(mine) && (theirs.sitting === undefined || (settled(theirs) && sameHeads(mine, theirs)))) return;',
    put: 'return;',
    within: 100,
  },
  {
    name: 'SY25: what one side has archived is no longer mended',
    file: 'sync/engine/mend-copies.ts',
    find: 'if (settled(mine) && (theirs.sitting === undefined || (settled(theirs) && sameHeads(mine, theirs)))) return;',
    put: 'if (settled(mine)) return;',
    within: 1000,
  },
  {
    name: 'SY25: the longer copy of a stream is not believed',
    file: 'sync/engine/join-copies.ts',
    find: 'const { ops } = agree && theirs.ops.length > mine.ops.length ? theirs : mine;',
    put: 'const { ops } = agree ? mine : mine;',
    within: 100,
  },
  ...lampMutants,
  ...fileMutants,
];
