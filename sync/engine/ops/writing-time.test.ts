import { describe, expect, test } from 'vitest';
import { A, B, createAttemptBook, OLD, STAFF } from '../../../tests/fixtures/engine/attempt-book.ts';
import { buildDecisions } from './answer-choice.ts';
import { type AttemptState, createEmptyState } from './attempt-state.ts';
import { applyOp } from './merge.ts';
import type { OpenedOp } from './ops.ts';
import { countDoubtfulItems, findWritingTimeBounds } from './writing-time.ts';

const second = 1000;
const deadlineMs = 3_600 * second;

/** Builds the server's state of an attempt. `at`: the op's document, monotonic time and time of receipt by the server; times are in seconds. */
function replica() {
  const state = createEmptyState();
  const b = createAttemptBook();
  const take = (streamId: string, item: string, at: { doc: number; mono: number; received: number; slept?: number }): void => {
    const { op } = b.answer(streamId, item, ['A']);
    const times = { documentId: `document ${at.doc}`, monoMs: at.mono * second, wallMs: (at.mono + (at.slept ?? 0)) * second };
    applyOp(state, { ...op, ...times }, 'examinee', { receivedMs: at.received * second, earlyUntilMs: 0 });
  };
  const staff = (op: OpenedOp): boolean => applyOp(state, op, 'staff');
  return { state, take, staff, write: b.write };
}

const latest = (state: AttemptState, stream: number, seq: number): number =>
  (findWritingTimeBounds(state, stream, seq)?.latestMs ?? NaN) / second;

describe('proven writing time of an answer', () => {
  test('is its time of receipt after a restart of the document, and is doubtful right after the end', () => {
    const { state, take } = replica();
    take(A, '1', { doc: 1, mono: 10, received: 3_000 });
    take(B, '2', { doc: 2, mono: 5, received: 3_601 });
    expect(latest(state, 1, 1)).toBe(3_601);
    expect(countDoubtfulItems(state, deadlineMs)).toBe(1);
    // An extension of one minute moves the deadline beyond the time of receipt.
    expect(countDoubtfulItems(state, deadlineMs + 60 * second)).toBe(0);
  });

  test('follows from an earlier receipt of its document plus monotonic time, however late it arrives', () => {
    const { state, take } = replica();
    take(A, '1', { doc: 1, mono: 10, received: 3_000 });
    take(A, '2', { doc: 1, mono: 600, received: 90_000 });
    take(A, '3', { doc: 1, mono: 615, received: 90_000 });
    take(A, '4', { doc: 1, mono: 625, received: 90_000 });
    expect([2, 3, 4].map((seq) => latest(state, 0, seq))).toEqual([3_590, 3_605, 3_615]);
    // Op 2 is in time and op 3 lies within the writing grace, so only op 4 is doubtful.
    expect(countDoubtfulItems(state, deadlineMs)).toBe(1);
  });

  test('is its time of receipt if the wall clock shows a sleep since the earlier receipt', () => {
    const { state, take } = replica();
    take(A, '1', { doc: 1, mono: 10, received: 3_000 });
    take(A, '2', { doc: 1, mono: 20, received: 3_700, slept: 690 });
    expect(latest(state, 0, 2)).toBe(3_700);
    expect(countDoubtfulItems(state, deadlineMs)).toBe(1);
  });

  test('is its time of receipt if the document’s monotonic clock went back', () => {
    const { state, take } = replica();
    take(A, '1', { doc: 1, mono: 5_000, received: 3_000 });
    take(A, '2', { doc: 1, mono: 1, received: 3_700 });
    expect(latest(state, 0, 2)).toBe(3_700);
  });

  test('is no longer doubtful after a staff decision, even one that changes nothing that counts', () => {
    const { state, take, staff, write } = replica();
    take(OLD, '1', { doc: 2, mono: 1, received: 3_700 });
    expect(buildDecisions(state, [{ itemId: '1', choose: { streamId: OLD, seq: 1 } }])).toEqual([]);
    const [decided] = buildDecisions(state, [{ itemId: '1', choose: { streamId: OLD, seq: 1 }, confirms: true }]) as object[];
    expect(decided).toEqual({ streamId: OLD, fromSeq: 1, toSeq: 1, count: true });
    staff(write(STAFF, 'ops.decide@1', decided).op);
    expect(countDoubtfulItems(state, deadlineMs)).toBe(0);
  });
});
