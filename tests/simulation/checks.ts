import { serialiseState } from '../../sync/engine/ops/canonical-state.ts';
import {
  getCountedAnswers,
  findAttemptConcerns,
  hasIncompleteFiles,
  listMissingValues,
  listPlays,
  listStandingHandIns,
} from '../../sync/engine/ops/attempt-views.ts';
import { createEmptyState } from '../../sync/engine/ops/attempt-state.ts';
import { type KnownOpCounts, applyKnownOps } from '../../sync/engine/ops/known-ops.ts';
import { applyOp, storeWinnerValue, recordManifestProof } from '../../sync/engine/ops/merge.ts';
import { watchKinds } from '../../sync/contract/exams/lockdown.ts';
import type { OpPayload } from '../../sync/engine/ops/ops.ts';
import { countHeldOps, isStreamDelivered } from '../../sync/engine/store/store-rules.ts';
import { checkDisclosure } from './disclosure-watch.ts';
import { checkClaims } from './claim-checks.ts';
import { collectQuarantinedTexts, readChain, type ChainOp, readKnownOps } from './server-log.ts';
import { computeExpected, type ExpectedAttempt, findManifestProofs, type LoggedOp } from './oracle.ts';
import { checkRebuilt } from './rebuild-check.ts';
import { checkFiles } from './file-checks.ts';
import { checkLearning } from './learn-checks.ts';
import { checkPractice } from './practice-checks.ts';
import { checkRoom } from './room-checks.ts';
import { checkWritingTimes } from './time-checks.ts';
import { checkStandIns } from './stand-in-checks.ts';
import { checkSavedAnswers } from './saved-answer-checks.ts';
import { simRecording } from './step.ts';
import type { World } from './world.ts';

/**
 * Checks the simulation properties at the end of a simulated run, after all faults have ended and all queues are empty. Properties 4, 5 and
 * 8 are also checked during the run.
 */
export async function checkEnd(world: World): Promise<void> {
  if (world.learning) await checkLearning(world, world.learning);
  if (world.practice) await checkPractice(world, world.practice);
  const chain = readChain(world);
  const quarantined = collectQuarantinedTexts(world);
  const known = readKnownOps(world);
  checkOnce(world, chain, quarantined);
  checkDrained(world);
  checkSecrets(world, chain);
  for (const device of world.everyDevice)
    for (const row of device.disk.streams.values()) if (row.condemned) world.faults.hit('forkedStream');
  // An op that no writer sealed has no payload to compare. `checkSecrets` has reported it already.
  if (chain.some((c) => !c.known)) return;
  for (const attemptId of world.logIds) {
    const ops = chain.filter((c) => c.op.attemptId === attemptId);
    const told = ops.map(({ op, staff, pos, hash, earlyUntilMs }): LoggedOp => {
      return { ...op, byStaff: staff, pos, hash, earlyUntilMs: op.type.startsWith('attempt.enter@') ? 0 : earlyUntilMs };
    });
    const byRules = computeExpected(told);
    checkOrders(world, attemptId, ops, told, byRules, known.get(attemptId) ?? []);
    checkDigests(world, attemptId, ops, byRules);
    checkDisclosure(world, attemptId, ops);
    checkSeen(world, attemptId, ops);
    checkPlays(world, attemptId, ops);
    checkDecided(world, attemptId, ops);
    checkWritingTimes(world, attemptId, ops);
    const person = world.persons.find((p) => p.attemptId === attemptId);
    if (person) checkSavedAnswers(world, person, ops);
  }
  checkFiles(world);
  checkClaims(world, new Set(chain.map((c) => c.sealed)), quarantined);
  checkStandIns(world, chain, quarantined);
  if (world.room) await checkRoom(world, world.room, chain);
  await checkRebuilt(world);
}

/**
 * Property 1: every op that a PC's disk committed is in the server's log exactly once. Or its stream is retired, and the op is quarantined
 * and resubmitted.
 */
function checkOnce(world: World, chain: readonly ChainOp[], quarantined: ReadonlySet<string>): void {
  const { book } = world;
  const inChain = new Map<string, number>();
  for (const c of chain) inChain.set(c.sealed, (inChain.get(c.sealed) ?? 0) + 1);
  for (const [sealed, times] of inChain) if (times > 1) book.fault('1 once', `${sealed.slice(0, 12)} is there ${times} times`);

  const onDisk = new Set<string>();
  for (const device of world.everyDevice) {
    for (const [streamId, ops] of device.disk.ops) {
      const row = device.disk.streams.get(streamId);
      for (const op of ops) {
        onDisk.add(op.hash);
        if (inChain.has(op.sealed)) continue;
        if (!row?.condemned || !quarantined.has(op.sealed))
          book.fault('1 once', `${op.type} ${streamId}:${op.seq} of ${device.id} never arrived`);
        else if (op.type === 'answer.set@1') checkResubmitted(world, chain, device.disk.sittings.get(op.attemptId), op.sealed);
      }
    }
  }
  for (const { op, device } of book.committed)
    if (!onDisk.has(op.hash) && !book.wiped.has(op.hash)) book.fault('1 once', `${op.streamId}:${op.seq} vanished from ${device}`);
}

/** Checks that the quarantined answer of a retired stream was resubmitted: the chain has an answer to the same item with a higher lamport. */
function checkResubmitted(
  world: World,
  chain: readonly ChainOp[],
  sitting: { epoch: number; news: { epoch: number } | null } | undefined,
  sealed: string,
): void {
  const note = world.book.sealed.get(sealed);
  if (!note || !sitting || note.header.epoch !== sitting.epoch || (sitting.news?.epoch ?? 0) > sitting.epoch) return;
  const { i } = note.payload as { i: string };
  const again = chain.some(
    ({ op }) =>
      op.attemptId === note.header.attemptId &&
      op.type === 'answer.set@1' &&
      (op.payload as { i?: string } | undefined)?.i === i &&
      op.lamport > note.header.lamport,
  );
  if (!again) world.book.fault('1 once', `item ${i} of ${note.header.streamId}:${note.header.seq} is quarantined and was not resubmitted`);
}

/** Property 7: no device holds undelivered ops, and the server has every op that a device believes to be received. */
function checkDrained(world: World): void {
  for (const device of world.everyDevice) {
    for (const row of device.disk.streams.values()) {
      if (!isStreamDelivered(row)) world.book.fault('7 drains', `${row.streamId} of ${device.id}: ${countHeldOps(row)} of ${row.headSeq}`);
      const head = world.server.answerLog.log.head(row.streamId)?.seq ?? 0;
      const held = row.condemned ? Math.min(row.ackedSeq, row.forkedAfter) : row.ackedSeq;
      if (head < held)
        world.book.fault('4 durable', `${device.id} believes ${row.streamId} is held through ${held}, it is through ${head}`);
    }
  }
}

/**
 * Property 9: every op in the chain was written by its owner, unaltered. No plain answer ever crossed the wire, and no other person's
 * vault opens a stream.
 */
function checkSecrets(world: World, chain: readonly ChainOp[]): void {
  for (const { op, known } of chain) if (!known) world.book.fault('9 secret', `${op.streamId}:${op.seq} was written by nobody, or altered`);
  for (const device of world.everyDevice) {
    if (device.link.overheard.some((body) => body.includes('wenkao-')))
      world.book.fault('9 secret', `answers crossed the wire of ${device.id} in the open`);
    for (const row of device.disk.streams.values()) {
      const owner = world.persons.find((p) => p.actor === row.actor);
      const other = world.persons.find((p) => p.name !== owner?.name) ?? { ...world.persons[0], name: 'somebody else' };
      void world
        .vaultOf(other as never, device)
        .reopenStream(row)
        .then((cipher) => cipher && world.book.fault('9 secret', `${row.streamId} opens for ${String(other.name)}`));
    }
  }
}

/** Property 2: the projected state is the same in any order of arrival, and equals the one that `oracle.ts` computes without the reducer's code. */
function checkOrders(
  world: World,
  attemptId: string,
  ops: readonly ChainOp[],
  told: readonly LoggedOp[],
  byRules: ExpectedAttempt,
  known: readonly KnownOpCounts[],
): void {
  const attempt = world.server.answerLog.projector.attempt(attemptId);
  if (!attempt) {
    if (ops.length > 0) world.book.fault('2 order', `${attemptId} has ops and no projection`);
    return;
  }
  const text = serialiseState(attempt.state);
  const proofs = findManifestProofs(told);
  for (let n = 0; n < 3; n += 1) {
    const order = n === 0 ? ops : world.chance.shuffled(ops);
    const state = createEmptyState();
    for (const { op, author, ...arrival } of order) applyOp(state, op, author, arrival);
    for (const each of n === 0 ? known : known.toReversed()) applyKnownOps(state, each);
    for (const [{ streamId, seq }, proof] of proofs) {
      const part = state.handIns.find((h) => state.streams[h.stream]?.id === streamId && h.seq === seq);
      if (part) recordManifestProof(state, part, proof);
    }
    for (const ref of listMissingValues(state)) {
      const found = ops.find(({ op }) => op.streamId === ref.streamId && op.seq === ref.seq);
      if (found) storeWinnerValue(state, found.op);
    }
    if (serialiseState(state) !== text)
      world.book.fault('2 order', `${attemptId} differs ${n === 0 ? 'from the log' : 'in another order'}`);
  }
  const sorted = (answers: Iterable<readonly [string, readonly string[]]>): string =>
    JSON.stringify([...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const rules = sorted(byRules.answers);
  if (sorted(getCountedAnswers(attempt.state)) !== rules)
    world.book.fault('2 order', `${attemptId}: ${sorted(getCountedAnswers(attempt.state))}, by the rules ${rules}`);
  // For each reason why answers wait without counting, the number of such answers must be the one that `oracle.ts` computes.
  const { waiting, early } = findAttemptConcerns(attempt.state);
  for (const [why, count] of Object.entries({ ...waiting, early })) {
    const should = byRules.reasons.filter((reason) => reason === why).length;
    if (count !== should) world.book.fault('2 order', `${attemptId}: ${count} answers wait as ${why}, by the rules ${should}`);
  }
}

/** Property 1 for leaving the exam page, for example for another window: each time is counted once, however often its op was sent. */
function checkSeen(world: World, attemptId: string, ops: readonly ChainOp[]): void {
  const seen = world.server.answerLog.projector.attempt(attemptId)?.state.seen ?? {};
  const left = Map.groupBy(
    ops.filter(({ op }) => op.type === 'conduct.seen@1'),
    ({ op }) => (op.payload as OpPayload<'conduct.seen@1'>).kind,
  );
  for (const kind of watchKinds)
    if ((seen[kind] ?? 0) !== (left.get(kind)?.length ?? 0))
      world.book.fault('1 once', `${attemptId}: left by ${kind} ${left.get(kind)?.length ?? 0} times, counted ${seen[kind] ?? 0}`);
}

/** Property 1 for recordings in a question: each playback that an examinee started is counted once, however often its op was sent. */
function checkPlays(world: World, attemptId: string, ops: readonly ChainOp[]): void {
  const state = world.server.answerLog.projector.attempt(attemptId)?.state;
  const begun = ops.filter(({ op }) => op.type === 'media.play@1').map(({ op }) => `${op.streamId}:${op.seq}`);
  const counted = state ? listPlays(state, simRecording) : [];
  if (counted.toSorted().join() !== begun.toSorted().join())
    world.book.fault('1 once', `${attemptId}: plays ${begun.length}, counted ${counted.length}`);
}

/** Property 10: a staff decision covers only ops that are in the log before the decision. */
function checkDecided(world: World, attemptId: string, ops: readonly ChainOp[]): void {
  for (const { op, pos } of ops.filter((c) => c.op.type === 'ops.decide@1')) {
    const { streamId, toSeq } = op.payload as OpPayload<'ops.decide@1'>;
    if (!ops.some((c) => c.op.streamId === streamId && c.op.seq === toSeq && c.pos < pos))
      world.book.fault('10 told', `${attemptId}: decided about ${streamId} up to ${toSeq}, which had not come`);
  }
}

/**
 * Property 6: a receipt exists exactly if some hand-in counts and the chain has every op that it lists, with the hash that the op
 * had on its PC. The PC has the receipt too.
 */
function checkDigests(world: World, attemptId: string, ops: readonly ChainOp[], { fixed }: ExpectedAttempt): void {
  const { book } = world;
  const attempt = world.server.answerLog.projector.attempt(attemptId);
  if (!attempt) return;
  const isFixed = (ref: { streamId: string; seq: number }): boolean => ref.streamId === fixed?.streamId && ref.seq === fixed.seq;
  // The files attached to counted answers must have arrived too: while one is missing, there must be no receipt.
  const due = fixed !== undefined && !(attempt.receipt === null && hasIncompleteFiles(attempt.state));
  if ((attempt.receipt !== null) !== due || (attempt.receipt && !isFixed(attempt.receipt)))
    book.fault('6 digest', `${attemptId} has a receipt for ${attempt.receipt?.streamId ?? 'nothing'}, by the rules for ${fixed?.streamId}`);
  const hashes = new Map(ops.map(({ op, hash }) => [`${op.streamId}:${op.seq}`, hash]));
  for (const handIn of listStandingHandIns(attempt.state)) {
    const op = ops.find((c) => c.op.streamId === handIn.streamId && c.op.seq === handIn.seq);
    const listed = book.handInHeads.get(op?.hash ?? '');
    if (!listed) continue;
    const here = listed.every((head) => hashes.get(`${head.streamId}:${head.seq}`) === head.hash);
    if (here !== (handIn.digestIs === 'agrees'))
      book.fault('6 digest', `${attemptId} is ${here ? '' : 'not '}all there: ${handIn.digestIs}`);
    const manifest = op && (op.op.payload as OpPayload<'attempt.handIn@2'>).manifest;
    const today = op?.op.type === 'attempt.handIn@2';
    if (today && manifest && listed.length !== Object.keys(manifest).length)
      book.fault('6 digest', 'the manifest leaves out what the PC held');
  }
  for (const device of world.everyDevice) {
    const sitting = device.disk.sittings.get(attemptId);
    if (sitting?.handIn && isFixed(sitting.handIn) && due && !sitting.receipt)
      book.fault('6 digest', `${device.id} never got the receipt of ${attemptId}`);
  }
}
