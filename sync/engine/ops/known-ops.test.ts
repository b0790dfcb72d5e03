import { expect, test } from 'vitest';
import { createEmptyState } from './attempt-state.ts';
import { knownOpsLimits, filterNewClaims, applyKnownOps, countUndeliveredOps } from './known-ops.ts';
import { applyOp } from './merge.ts';

const [a, b] = ['0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10', '1c0e8d63-a4b5-4071-9b65-302040e8b211'];
const attemptId = '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11';

/** Builds a state in which the first `count` ops of a stream have arrived. */
function stateWith(streamId: string, count: number) {
  const state = createEmptyState();
  for (let seq = 1; seq <= count; seq += 1) {
    const header = { streamId, seq, lamport: seq, attemptId, epoch: 1, actor: 1, basisCursor: 0, wallMs: 0, monoMs: 0, documentId: b };
    applyOp(state, { ...header, type: 'answer.set@1', payload: { i: '1', v: ['A'] } });
  }
  return state;
}

test('countUndeliveredOps counts announced ops that have not arrived, in any order of announcements', () => {
  const state = stateWith(a, 5);
  expect(countUndeliveredOps(state)).toBe(0);
  applyKnownOps(state, { written: { [a]: 29, [b]: 3 } });
  applyKnownOps(state, { written: { [a]: 7 } });
  expect(countUndeliveredOps(state)).toBe(24 + 3);
});

test('countUndeliveredOps is zero if the PC announced no more ops than have arrived', () => {
  const state = stateWith(a, 5);
  applyKnownOps(state, { written: { [a]: 5 } });
  expect(countUndeliveredOps(state)).toBe(0);
});

test('ops that lie in quarantine are not missing', () => {
  const state = stateWith(a, 5);
  applyKnownOps(state, { written: { [a]: 9 }, quarantined: { [a]: 8 } });
  expect(countUndeliveredOps(state)).toBe(1);
});

test('an announcement counts up to the limit of ops per exam, and the number of unknown streams is bounded', () => {
  const state = stateWith(a, 5);
  applyKnownOps(state, { written: { [a]: 1e9 } });
  expect(countUndeliveredOps(state)).toBe(knownOpsLimits.seq - 5);
  const madeUp = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`stream ${at}`, 1]));
  const acceptedClaims = filterNewClaims(state, madeUp, () => 0);
  expect(Object.keys(acceptedClaims ?? {})).toHaveLength(knownOpsLimits.unheard);
  applyKnownOps(state, { written: acceptedClaims ?? {} });
  expect(filterNewClaims(state, { another: 1 }, () => 0)).toBeUndefined();
});

test('filterNewClaims keeps only ops beyond those the server holds and those announced earlier', () => {
  const state = stateWith(a, 5);
  const heldSeq = (streamId: string): number => (streamId === a ? 5 : 0);
  expect(filterNewClaims(state, { [a]: 5 }, heldSeq)).toBeUndefined();
  expect(filterNewClaims(state, { [a]: 6 }, heldSeq)).toEqual({ [a]: 6 });
  applyKnownOps(state, { written: { [a]: 6 } });
  expect(filterNewClaims(state, { [a]: 6, [b]: 1 }, heldSeq)).toEqual({ [b]: 1 });
  expect(filterNewClaims(undefined, { [b]: 1 }, heldSeq)).toEqual({ [b]: 1 });
});
