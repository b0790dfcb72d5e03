import { describe, expect, test } from 'vitest';
import {
  A,
  B,
  createAttemptBook,
  OLD,
  STAFF,
  findVerdict,
  foldToState,
  formatTestUuid,
  type WrittenOp,
} from '../../../tests/fixtures/engine/attempt-book.ts';
import { createEmptyState, type AttemptState } from './attempt-state.ts';
import {
  getCountedAnswers,
  findAttemptConcerns,
  findCountedHandIn,
  listReopenedHandIns,
  listStandingHandIns,
  findWinningOps,
} from './attempt-views.ts';
import { applyOp, recordManifestProof } from './merge.ts';
import { deriveNews, listVerdictRuns } from './verdicts.ts';

const answers = (state: AttemptState): Record<string, readonly string[]> => Object.fromEntries(getCountedAnswers(state));

/** Records the digest comparison for a hand-in whose ops have all arrived. `pos`: position in the log at which the last op arrived. */
function prove(state: AttemptState, streamId: string, seq: number, pos: number, agrees = true): AttemptState {
  const part = state.handIns.find((h) => state.streams[h.stream]?.id === streamId && h.seq === seq);
  if (!part) throw new Error(`no hand-in ${streamId}:${seq}`);
  recordManifestProof(state, part, { pos, agrees });
  return state;
}
const filled = (written: readonly WrittenOp[], proofs: (state: AttemptState) => void): AttemptState => {
  const state = foldToState(written);
  proofs(state);
  for (const { op, author } of written) applyOp(state, op, author);
  return state;
};

describe('SY24: the first complete hand-in fixes what counts', () => {
  const twice = (b = createAttemptBook()) => [
    b.answer(A, '1', ['a']),
    b.handIn(A, { [A]: 1 }),
    b.answer(B, '1', ['b'], { lamport: 900 }),
    b.handIn(B, { [A]: 2, [B]: 1 }),
  ];
  test('a later complete hand-in is stored and flagged but changes nothing, even with higher lamports', () => {
    const state = foldToState(twice());
    prove(prove(state, B, 2, 8), A, 2, 5);
    expect(findCountedHandIn(state)).toMatchObject({ streamId: A, seq: 2 });
    expect(listStandingHandIns(state)).toHaveLength(2);
    expect(findAttemptConcerns(state)).toMatchObject({ handedInTwice: true, waiting: { afterHandIn: 1 } });
    expect(findVerdict(state, B, 1)).toEqual({ verdict: 'recordedNotCounted', reason: 'afterHandIn' });
  });
  test('a hand-in whose digest disagrees does not stand, and the next one counts', () => {
    const state = foldToState(twice());
    prove(prove(state, A, 2, 5, false), B, 2, 8);
    expect(findCountedHandIn(state)).toMatchObject({ streamId: B });
    expect(findAttemptConcerns(state)).toMatchObject({ digestDisagrees: true, handedInTwice: false });
  });
  test('a reopening lifts only the hand-ins that it names', () => {
    const b = createAttemptBook();
    const ops = [...twice(b), b.write(STAFF, 'handIn.reopen@1', { handIns: [{ streamId: A, seq: 2 }], reason: 'r' })];
    const state = foldToState(ops);
    prove(prove(state, A, 2, 5), B, 2, 8);
    expect(findCountedHandIn(state)).toMatchObject({ streamId: B });
  });
  test('a staff decision about answers does not make a hand-in of an older epoch count again', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(OLD, '1', ['old']),
      b.handIn(OLD, { [OLD]: 1 }),
      b.write(STAFF, 'epoch.grant@1', { epoch: 2, heads: {} }),
      b.answer(A, '2', ['new'], { epoch: 2 }),
      b.write(STAFF, 'ops.decide@1', { streamId: OLD, fromSeq: 1, toSeq: 2, count: true }),
    ];
    const state = foldToState(ops);
    expect(deriveNews(state).handedIn).toBe(false);
    expect(answers(state)).toEqual({ 1: ['old'], 2: ['new'] });
  });
});

describe('SY24: ops that the server received before the start do not count', () => {
  const b = createAttemptBook();
  const early = { receivedMs: 10, earlyUntilMs: 100 };
  const take = (...written: WrittenOp[]): AttemptState => {
    const state = createEmptyState();
    for (const { op, author } of written) applyOp(state, op, author, author === 'staff' ? undefined : early);
    return state;
  };
  test('early answers and hand-ins are stored and flagged; an entry counts; staff may let an answer count', () => {
    const [enter, answer, handIn] = [b.write(A, 'attempt.enter@1', {}), b.answer(A, '1', ['a']), b.handIn(A, { [A]: 2 })];
    const state = take(enter, answer, handIn);
    expect(answers(state)).toEqual({});
    expect(deriveNews(state)).toMatchObject({ handedIn: false, earlyUntilMs: 100, reopened: [] });
    expect(listVerdictRuns(state)).toEqual([{ streamId: A, fromSeq: 2, toSeq: 3, verdict: 'recordedNotCounted', reason: 'early' }]);
    expect(findAttemptConcerns(state).early).toBe(1);
    const decided = take(enter, answer, handIn, b.write(STAFF, 'ops.decide@1', { streamId: A, fromSeq: 2, toSeq: 2, count: true }));
    expect([...findWinningOps(decided)]).toEqual([['1', { streamId: A, seq: 2 }]]);
  });
  test('a hand-in under way at the start does not stand; the one written after the resubmission does', () => {
    const own = createAttemptBook();
    const [answer, handIn] = [own.answer(A, '1', ['a']), own.handIn(A, { [A]: 1 })];
    const [resubmission, secondHandIn] = [own.answer(A, '1', ['a']), own.handIn(A, { [A]: 3 })];
    const state = take(answer);
    for (const { op, author } of [handIn, resubmission]) applyOp(state, op, author);
    expect(deriveNews(state)).toMatchObject({ handedIn: false, earlyUntilMs: 100 });
    applyOp(state, { ...secondHandIn.op, payload: { ...(secondHandIn.op.payload as object), earlyUntilMs: 100 } }, 'examinee');
    prove(prove(state, A, 2, 5), A, 4, 6);
    expect(findCountedHandIn(state)).toMatchObject({ streamId: A, seq: 4 });
    expect([...findWinningOps(state)]).toEqual([['1', { streamId: A, seq: 3 }]]);
  });
  test('an early hand-in by time-out is lifted, so that its device accepts answers again', () => {
    const handIn = b.handIn(B, { [B]: 1 }, 'timeout');
    expect(listReopenedHandIns(take(handIn))).toEqual([{ streamId: B, seq: 1 }]);
  });
});

describe('SY23: after scores were disclosed', () => {
  const disclose = (b: ReturnType<typeof createAttemptBook>, heads: Record<string, number>): WrittenOp =>
    b.write(STAFF, 'scores.disclose@1', { heads });
  test('new answers, streams and hand-ins wait for a staff decision', () => {
    const b = createAttemptBook();
    const before = [b.answer(A, '1', ['a']), b.answer(A, '2', ['x'])];
    const released = disclose(b, { [A]: 2 });
    const after = [b.answer(A, '1', ['key']), b.answer(B, '2', ['key'], { lamport: 900 }), b.handIn(B, { [A]: 1 })];
    const state = foldToState([...before, released, ...after]);
    expect(answers(state)).toEqual({ 1: ['a'], 2: ['x'] });
    expect(deriveNews(state).handedIn).toBe(false);
    expect(findAttemptConcerns(state).waiting).toEqual({ olderEpoch: 0, afterHandIn: 0, afterDisclosure: 2 });
    const decide = b.write(STAFF, 'ops.decide@1', { streamId: A, fromSeq: 3, toSeq: 3, count: true });
    expect(answers(foldToState([...before, released, ...after, decide]))).toEqual({ 1: ['key'], 2: ['x'] });
  });
  test('of several disclosures the smallest heads count, in any order of arrival', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), disclose(b, { [A]: 1 }), b.answer(A, '1', ['key']), disclose(b, { [A]: 2 })];
    expect(answers(foldToState(ops))).toEqual({ 1: ['a'] });
    expect(answers(foldToState(ops.toReversed()))).toEqual({ 1: ['a'] });
  });
  test('an op listed by an earlier hand-in counts on arrival if the digest proves it', () => {
    const b = createAttemptBook();
    const [answerInTime, lateAnswer] = [b.answer(A, '1', ['a']), b.answer(B, '2', ['late'])];
    const handIn = b.handIn(A, { [A]: 1, [B]: 1 });
    const ops = [answerInTime, handIn, disclose(b, { [A]: 2 }), lateAnswer];
    expect(answers(foldToState(ops))).toEqual({ 1: ['a'] });
    expect(answers(filled(ops, (state) => void prove(state, A, 2, 9)))).toMatchObject({ 1: ['a'] });
    expect(findVerdict(prove(foldToState(ops), A, 2, 9), B, 1)).toEqual({ verdict: 'applied', reason: '' });
    expect(findVerdict(prove(foldToState(ops), A, 2, 9, false), B, 1)).toEqual({
      verdict: 'recordedNotCounted',
      reason: 'afterDisclosure',
    });
  });
  test('none of several incomplete hand-ins becomes the one that counts by delivering its ops', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(A, '1', ['a']),
      b.handIn(A, { [A]: 1, [B]: 1 }),
      b.handIn(A, { [A]: 1, [OLD]: 1 }),
      disclose(b, { [A]: 3 }),
      b.answer(B, '1', ['b']),
    ];
    expect(answers(prove(foldToState(ops), A, 2, 9))).toEqual({ 1: ['a'] });
  });
  test('a hand-in whose digest is refuted later still limits what counts', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(A, '1', ['a']),
      b.handIn(A, { [A]: 1, [B]: 1 }),
      b.answer(A, '1', ['later']),
      disclose(b, { [A]: 3 }),
      b.answer(B, '2', ['x']),
    ];
    expect(answers(prove(foldToState(ops), A, 2, 9, false))).toEqual({ 1: ['a'] });
  });
  test('a later move to another PC does not undo the hand-in', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), b.handIn(A, { [A]: 1 }), disclose(b, { [A]: 2 })];
    const moved = [...ops, b.write(STAFF, 'epoch.grant@1', { epoch: 2, heads: { [A]: 2 } }), b.answer(B, '1', ['key'], { epoch: 2 })];
    const state = prove(foldToState(moved), A, 2, 3);
    expect(deriveNews(state)).toMatchObject({ handedIn: true, epoch: 2 });
    expect(answers(state)).toEqual({ 1: ['a'] });
  });
});

test('an op with the maximum lamport does not prevent staff ops from taking effect', () => {
  const b = createAttemptBook();
  const ops = [b.answer(A, '1', ['a'], { lamport: 2 ** 45 }), b.write(STAFF, 'time.extend@1', { incidentId: formatTestUuid(3), ms: 5 })];
  expect(deriveNews(foldToState(ops)).extensionMs).toBe(5);
});
