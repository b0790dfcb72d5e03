import { expect, it } from 'vitest';
import { type AnswerChoice, buildDecisions, coversOnlyReceivedOps } from './answer-choice.ts';
import { type AttemptState, createEmptyState } from './attempt-state.ts';
import { findWinningOps } from './attempt-views.ts';
import { applyOp } from './merge.ts';

const [old, next, staff] = ['10000000', '20000000', '90000000'].map((head) => `${head}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const header = { attemptId: 'a0000000-0000-4000-8000-000000000000', actor: 7, basisCursor: 0, wallMs: 0, monoMs: 0, documentId: old };
const say = (
  state: AttemptState,
  streamId: string,
  seq: number,
  epoch: number,
  type: string,
  payload: unknown,
  by: 'examinee' | 'staff' = 'examinee',
) => applyOp(state, { ...header, streamId, seq, lamport: seq + epoch * 10, type, epoch, payload }, by);

/**
 * Builds a state in which the server received the old PC's ops only after the move. The old PC answered items 1 and 2 alternately; the new PC
 * answered item 1 twice.
 */
function moved(): AttemptState {
  const state = createEmptyState();
  for (const [at, item] of ['1', '2', '1', '2'].entries()) say(state, old, at + 1, 1, 'answer.set@1', { i: item, v: ['A'] });
  say(state, staff, 1, 2, 'epoch.grant@1', { epoch: 2, heads: {} }, 'staff');
  for (const seq of [1, 2]) say(state, next, seq, 2, 'answer.set@1', { i: '1', v: ['B'] });
  return state;
}
const decide = (state: AttemptState, choices: readonly AnswerChoice[], from = 2) => {
  const made = buildDecisions(state, choices);
  if (typeof made === 'number') throw new RangeError(`choice ${made}`);
  for (const [at, payload] of made.entries()) say(state, staff, from + at, 2, 'ops.decide@1', payload, 'staff');
  return made;
};
const counting = (state: AttemptState) =>
  Object.fromEntries([...findWinningOps(state)].map(([item, ref]) => [item, [ref.streamId.slice(0, 1), ref.seq]]));

it('buildDecisions makes the chosen version count and leaves no other version of the item waiting', () => {
  const state = moved();
  expect(counting(state)).toEqual({ 1: ['2', 2] });
  const choices = [{ itemId: '1', choose: { streamId: old, seq: 3 } }];
  expect(decide(state, choices)).toHaveLength(3);
  expect(counting(state)).toEqual({ 1: ['1', 3] });
  expect(buildDecisions(state, choices)).toEqual([]);
  decide(state, [{ itemId: '1', choose: null }], 20);
  expect(counting(state)).toEqual({});
  decide(state, [{ itemId: '1', choose: { streamId: next, seq: 2 } }], 40);
  expect(counting(state)).toEqual({ 1: ['2', 2] });
});

it('coversOnlyReceivedOps is false for a range with an op that has not arrived', () => {
  const state = moved();
  const about = (streamId: string, fromSeq: number, toSeq: number) =>
    coversOnlyReceivedOps(state, { streamId, fromSeq, toSeq, count: true });
  expect([about(old, 1, 4), about(old, 4, 4), about(next, 2, 2)]).toEqual([true, true, true]);
  expect([about(old, 1, 5), about(old, 5, 5), about(old, 3, 2), about('30000000-0000-4000-8000-000000000000', 1, 1)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('buildDecisions joins adjacent ops of decided items and never covers an undecided item', () => {
  const state = moved();
  decide(state, [{ itemId: '1', choose: null }]);
  expect(buildDecisions(state, [{ itemId: '2', choose: { streamId: old, seq: 4 } }])).toEqual([
    { streamId: old, fromSeq: 2, toSeq: 2, count: false },
    { streamId: old, fromSeq: 4, toSeq: 4, count: true },
  ]);
  const both = moved();
  expect(
    decide(both, [
      { itemId: '1', choose: null },
      { itemId: '2', choose: null },
    ]),
  ).toEqual([
    { streamId: old, fromSeq: 1, toSeq: 4, count: false },
    { streamId: next, fromSeq: 1, toSeq: 2, count: false },
  ]);
  expect(counting(both)).toEqual({});
});

it('buildDecisions returns the index of a choice whose version is not in the state', () => {
  expect(
    buildDecisions(moved(), [
      { itemId: '1', choose: null },
      { itemId: '2', choose: { streamId: next, seq: 1 } },
    ]),
  ).toBe(1);
  expect(buildDecisions(moved(), [{ itemId: 'valueOf', choose: null }])).toEqual([]);
});
