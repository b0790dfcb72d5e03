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
import { createEmptyState } from './attempt-state.ts';
import {
  countAnsweredQuestions,
  getCountedAnswers,
  findAttemptConcerns,
  getFlaggedItems,
  listMissingValues,
  deriveStatusRegisters,
  listReopenedHandIns,
  listStandingHandIns,
  deriveExamineeStatus,
} from './attempt-views.ts';
import { applyOp, applyUnopened } from './merge.ts';
import { deriveNews, listVerdictRuns } from './verdicts.ts';

const answers = (written: readonly WrittenOp[]): Record<string, readonly string[]> =>
  Object.fromEntries(getCountedAnswers(foldToState(written)));

describe('SY5: an answer is the maximum of (epoch, lamport, streamId)', () => {
  test('the later lamport wins, whichever came first', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), b.answer(B, '1', ['b']), b.answer(A, '2', ['x'])];
    expect(answers(ops)).toEqual({ 1: ['b'], 2: ['x'] });
    expect(answers(ops.toReversed())).toEqual({ 1: ['b'], 2: ['x'] });
  });
  test('for equal lamports the higher stream id wins, whatever the wall clocks say', () => {
    const b = createAttemptBook();
    const ops = [b.answer(B, '1', ['b'], { lamport: 9, wallMs: 1 }), b.answer(A, '1', ['a'], { lamport: 9, wallMs: 9e12 })];
    const tied = ops.map((w) => ({ ...w, op: { ...w.op, lamport: 9 } }));
    expect(answers(tied)).toEqual({ 1: ['b'] });
  });
  test('an op that comes twice counts once', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), b.answer(A, '2', [''])];
    const once = foldToState(ops);
    const twice = foldToState([...ops, ...ops, ...ops]);
    expect(twice).toEqual(once);
    expect(countAnsweredQuestions(once)).toBe(1);
  });
  test('a flag that was cleared and set again is set', () => {
    const b = createAttemptBook();
    const set = (on: boolean): WrittenOp => b.write(A, 'flag.set@1', { i: '3', on });
    expect([...getFlaggedItems(foldToState([set(true), set(false), set(true)]))]).toEqual(['3']);
  });
  test('an item named like an Object property is quarantined, and the other ops count', () => {
    const b = createAttemptBook();
    const ops = ['valueOf', 'toString', '1'].map((item) => b.answer(A, item, ['a']));
    expect(answers(ops)).toEqual({ 1: ['a'] });
    expect(listVerdictRuns(foldToState(ops))).toEqual([{ streamId: A, fromSeq: 1, toSeq: 2, verdict: 'quarantined', reason: 'payload' }]);
  });
  test('hand-ins that list thousands of unknown streams are applied, each stream stored once', () => {
    const b = createAttemptBook();
    const state = createEmptyState();
    for (let n = 0; n < 25; n += 1) {
      const manifest = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [formatTestUuid(1_000 + n * 700 + at), 1]));
      applyOp(state, b.handIn(A, manifest).op);
      expect(deriveNews(state).handedIn).toBe(true);
    }
    expect(state.streams).toHaveLength(1 + 25 * 700);
  });
  test('an op with a lamport above the limit is quarantined and does not raise the state’s lamport', () => {
    const b = createAttemptBook();
    const state = foldToState([b.answer(A, '1', ['a'], { lamport: 2 ** 50 })]);
    expect(state.lamport).toBe(0);
    expect(findVerdict(state, A, 1)).toEqual({ verdict: 'quarantined', reason: 'lamport' });
  });
});

describe('status registers', () => {
  test('after a hand-in and a cheating mark the status is cheating and the answers still count', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(A, '1', ['a']),
      b.handIn(A, { [A]: 1 }),
      b.write(STAFF, 'conduct.mark@1', { markId: formatTestUuid(20), reason: 'phone' }),
    ];
    const state = foldToState(ops);
    expect(deriveStatusRegisters(state)).toMatchObject({ presence: 'handedIn', conduct: 'cheating' });
    expect(deriveExamineeStatus(state)).toBe(-3);
    expect(answers(ops)).toEqual({ 1: ['a'] });
    expect(deriveNews(state)).toMatchObject({ status: -3, handedIn: true, cheatingReason: 'phone' });
  });
  test('answers after a cheating mark count, and those written without knowing of it are flagged', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(A, '1', ['a'], { basisCursor: 4 }),
      b.write(STAFF, 'conduct.mark@1', { markId: formatTestUuid(20), reason: 'phone' }, { basisCursor: 5 }),
      b.answer(A, '2', ['b'], { basisCursor: 5 }),
      b.answer(A, '3', ['c'], { basisCursor: 6 }),
    ];
    expect(answers(ops)).toEqual({ 1: ['a'], 2: ['b'], 3: ['c'] });
    expect(findAttemptConcerns(foldToState(ops)).unawareOfMark).toEqual(['1', '2']);
  });
  test('a revocation lifts only the cheating marks that it names, in any order of arrival', () => {
    const b = createAttemptBook();
    const mark = (n: number): WrittenOp => b.write(STAFF, 'conduct.mark@1', { markId: formatTestUuid(n), reason: `r${n}` });
    const ops = [mark(20), b.write(STAFF, 'conduct.revoke@1', { markIds: [formatTestUuid(20)] }), mark(21)];
    expect(deriveNews(foldToState(ops)).cheatingReason).toBe('r21');
    expect(deriveExamineeStatus(foldToState(ops.slice(0, 2)))).toBe(-1);
    expect(deriveExamineeStatus(foldToState(ops.slice(0, 2).toReversed()))).toBe(-1);
  });
  test('an absence mark is void if the examinee entered, and is flagged as such', () => {
    const b = createAttemptBook();
    const absent = b.write(STAFF, 'attendance.absent@1', {});
    expect(deriveExamineeStatus(foldToState([absent]))).toBe(-2);
    const state = foldToState([b.write(A, 'attempt.enter@1', {}), absent]);
    expect(deriveExamineeStatus(state)).toBe(0);
    expect(findAttemptConcerns(state).absentVoid).toBe(true);
  });
  test('extensions add up by distinct incident id; repeats of an incident count once', () => {
    const b = createAttemptBook();
    const extend = (n: number, ms: number): WrittenOp => b.write(STAFF, 'time.extend@1', { incidentId: formatTestUuid(n), ms });
    expect(deriveNews(foldToState([extend(30, 60), extend(31, 5), extend(30, 60)])).extensionMs).toBe(65);
  });
  test('an attempt without a hand-in is collected, and answers that arrive later are added', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), b.answer(A, '2', ['b'])];
    expect(deriveStatusRegisters(foldToState(ops.slice(0, 1)), true).presence).toBe('collected');
    expect(deriveExamineeStatus(foldToState(ops.slice(0, 1)), true)).toBe(1);
    expect(answers(ops)).toEqual({ 1: ['a'], 2: ['b'] });
  });
  test('the newest marking op gives the status, and answers beyond its heads are recorded as late', () => {
    const b = createAttemptBook();
    const late = [b.answer(A, '1', ['a']), b.answer(A, '2', ['b'])];
    const state = foldToState([...late, b.handIn(A, { [A]: 2 }), b.write(STAFF, 'marking.set@1', { to: 'finished', heads: { [A]: 1 } })]);
    expect(deriveExamineeStatus(state)).toBe(3);
    expect(listVerdictRuns(state)).toEqual([{ streamId: A, fromSeq: 2, toSeq: 3, verdict: 'recordedLate', reason: 'marking' }]);
  });
});

describe('SY14: a hand-in with its list of streams', () => {
  test('makes listed ops count whenever they arrive; ops after it or of unlisted streams wait for staff', () => {
    const b = createAttemptBook();
    const ops = [
      b.answer(A, '1', ['a']),
      b.answer(A, '2', ['late']),
      b.handIn(A, { [A]: 2 }),
      b.answer(A, '1', ['after']),
      b.answer(B, '3', ['unlisted']),
    ];
    const [first, late, handIn, after, unlisted] = ops as [WrittenOp, WrittenOp, WrittenOp, WrittenOp, WrittenOp];
    const early = foldToState([first, handIn, after]);
    expect(listStandingHandIns(early)[0]?.arrived).toBe(false);
    expect(answers([first, handIn, after, unlisted])).toEqual({ 1: ['a'] });
    expect(answers([after, unlisted, handIn, late, first])).toEqual({ 1: ['a'], 2: ['late'] });
    const state = foldToState(ops);
    expect(listStandingHandIns(state)[0]?.arrived).toBe(true);
    expect(listVerdictRuns(state)).toEqual([
      { streamId: A, fromSeq: 4, toSeq: 4, verdict: 'recordedNotCounted', reason: 'afterHandIn' },
      { streamId: B, fromSeq: 1, toSeq: 1, verdict: 'recordedNotCounted', reason: 'afterHandIn' },
    ]);
    const decided = b.write(STAFF, 'ops.decide@1', { streamId: B, fromSeq: 1, toSeq: 1, count: true });
    expect(answers([...ops, decided])).toEqual({ 1: ['a'], 2: ['late'], 3: ['unlisted'] });
  });
  test('reports a counting op whose value the state no longer holds, so that it is read from the log', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['first']), b.answer(A, '1', ['second']), b.handIn(A, { [A]: 1 })];
    const state = createEmptyState();
    for (const { op } of ops) applyOp(state, op);
    expect(listMissingValues(state)).toEqual([{ streamId: A, seq: 1 }]);
    expect(getCountedAnswers(state).size).toBe(0);
    expect(answers(ops)).toEqual({ 1: ['first'] });
  });
  test('keeps the answers that another tab’s hand-in lists', () => {
    const b = createAttemptBook();
    const ops = [b.answer(A, '1', ['a']), b.answer(B, '2', ['b']), b.handIn(A, { [A]: 1 }), b.handIn(B, { [B]: 1 })];
    expect(answers(ops)).toEqual({ 1: ['a'], 2: ['b'] });
    expect(findAttemptConcerns(foldToState(ops)).handedInTwice).toBe(true);
  });
  test('is complete even if a listed op is quarantined', () => {
    const b = createAttemptBook();
    const [bad, handIn] = [b.answer(A, '1', ['?']), b.handIn(A, { [A]: 1 })];
    const state = createEmptyState();
    applyUnopened(state, bad.op);
    applyOp(state, handIn.op);
    expect(listStandingHandIns(state)[0]?.arrived).toBe(true);
    expect(listVerdictRuns(state)).toEqual([{ streamId: A, fromSeq: 1, toSeq: 1, verdict: 'quarantined', reason: 'unopened' }]);
  });
});

describe('SY22: a hand-in by time-out is reversible', () => {
  const b = createAttemptBook();
  const answered = b.answer(A, '1', ['a']);
  const timeout = b.handIn(A, { [A]: 1 }, 'timeout', 60);
  const later = b.answer(A, '2', ['b']);
  const extend = (ms: number): WrittenOp => b.write(STAFF, 'time.extend@1', { incidentId: formatTestUuid(30 + ms), ms });
  test('is reopened by an extension that it does not know, and later answers count', () => {
    expect(answers([answered, timeout, later, extend(60)])).toEqual({ 1: ['a'] });
    const ops = [answered, timeout, extend(60), extend(5), later];
    expect(answers(ops)).toEqual({ 1: ['a'], 2: ['b'] });
    expect(listReopenedHandIns(foldToState(ops))).toEqual([{ streamId: A, seq: 2 }]);
    expect(deriveNews(foldToState(ops))).toMatchObject({ handedIn: false, extensionMs: 65 });
  });
  test('of the examinee is reopened only by a staff op that names it', () => {
    const c = createAttemptBook();
    const ops = [c.answer(A, '1', ['a']), c.handIn(A, { [A]: 1 }), extend(5)];
    expect(deriveNews(foldToState(ops)).handedIn).toBe(true);
    const reopen = c.write(STAFF, 'handIn.reopen@1', { handIns: [{ streamId: A, seq: 2 }], reason: 'fire drill' });
    expect(deriveNews(foldToState([...ops, { ...reopen, op: { ...reopen.op, seq: 50 } }])).handedIn).toBe(false);
  });
  test('that follows a reopening limits what counts', () => {
    const again = b.handIn(A, { [A]: 3 }, 'timeout', 65);
    const state = foldToState([answered, timeout, extend(60), extend(5), later, again]);
    expect(listStandingHandIns(state).map((h) => h.seq)).toEqual([4]);
  });
});

describe('SY15: after a move to a new PC', () => {
  const b = createAttemptBook();
  const old = [b.answer(OLD, '1', ['old']), b.answer(OLD, '2', ['old']), b.answer(OLD, '3', ['unseen'])];
  const grant = b.write(STAFF, 'epoch.grant@1', { epoch: 2, heads: { [OLD]: 2 } });
  const fresh = b.answer(A, '1', ['new'], { epoch: 2 });
  test('the new epoch wins each question at any lamport; delivered old answers count for other questions', () => {
    const behind = { ...fresh, op: { ...fresh.op, lamport: 1 } };
    expect(answers([...old, grant, behind])).toEqual({ 1: ['new'], 2: ['old'] });
    const state = foldToState([...old, grant, fresh]);
    expect(findAttemptConcerns(state).alternates).toEqual([{ item: '3', streamId: OLD, seq: 3 }]);
    expect(findVerdict(state, OLD, 3)).toEqual({ verdict: 'recordedNotCounted', reason: 'olderEpoch' });
  });
  test('a hand-in of the old PC does not end the attempt on the new PC', () => {
    const handIn = b.handIn(OLD, { [OLD]: 3 });
    expect(deriveNews(foldToState([...old, grant, fresh, handIn])).handedIn).toBe(false);
  });
  test('answers that the old PC had delivered count after the new PC hands in', () => {
    const handIn = b.handIn(A, { [A]: 1 }, 'examinee', 0, { epoch: 2 });
    expect(answers([handIn, ...old, grant, fresh])).toEqual({ 1: ['new'], 2: ['old'] });
  });
  test('all old answers count if a restored server has lost the grant', () => {
    expect(answers([...old, fresh])).toEqual({ 1: ['new'], 2: ['old'], 3: ['unseen'] });
  });
  test('two grants of one epoch are flagged as disputed, and only ops that both list count', () => {
    const second = b.write(STAFF, 'epoch.grant@1', { epoch: 2, heads: { [OLD]: 1 } });
    const state = foldToState([...old, grant, second]);
    expect(findAttemptConcerns(state).epochDisputed).toBe(true);
    expect(Object.fromEntries(getCountedAnswers(state))).toEqual({ 1: ['old'] });
  });
});

describe('SY7, SY12: the verdict on an op', () => {
  const b = createAttemptBook();
  test.each([
    ['a type of a newer build is kept and not counted', b.write(A, 'later.kind@1', {}), 'recordedNotCounted', 'type'],
    ['a payload that is not what its type says', b.write(A, 'answer.set@1', { i: 3 }), 'quarantined', 'payload'],
    [
      "a staff op in an examinee's stream",
      b.write(A, 'time.extend@1', { incidentId: formatTestUuid(30), ms: 9e5 }),
      'quarantined',
      'notAllowed',
    ],
  ])('%s', (_name, written, verdict, reason) => {
    const state = foldToState([written]);
    expect(findVerdict(state, A, written.op.seq)).toEqual({ verdict, reason });
    expect(deriveNews(state).extensionMs).toBe(0);
  });
});

test('SY7: the news list at most 500 runs of uncounted ops, ordered by stream, and the number left out', () => {
  const book = createAttemptBook();
  const streams = Array.from({ length: 502 }, (_, n) => formatTestUuid(1_000 + ((n * 7) % 502)));
  const firstOps = streams.flatMap((stream) => [book.write(stream, 'unknown.type@1', {}), book.answer(stream, '1', ['a'])]);
  const repeatedOps = streams.slice(0, 1).map((stream) => book.write(stream, 'unknown.type@1', {}));
  const { verdicts, verdictsLeftOut } = deriveNews(foldToState([...firstOps, ...repeatedOps]));
  expect([verdicts.length, verdictsLeftOut]).toEqual([500, 3]);
  expect(verdicts.slice(0, 2).map(({ streamId, fromSeq }) => [streamId, fromSeq])).toEqual([
    [formatTestUuid(1_000), 1],
    [formatTestUuid(1_000), 3],
  ]);
  expect(verdicts.at(-1)?.streamId).toBe(formatTestUuid(1_498));
});
