import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  A,
  B,
  createAttemptBook,
  OLD,
  STAFF,
  foldToState,
  formatTestUuid,
  type WrittenOp,
} from '../../../tests/fixtures/engine/attempt-book.ts';
import type { AttemptState } from './attempt-state.ts';
import { listMissingValues } from './attempt-views.ts';
import { serialiseState } from './canonical-state.ts';
import { applyOp, storeWinnerValue } from './merge.ts';

describe('SY5, SY13: the state is the same for every order of arrival', () => {
  const streams = [A, B, OLD, STAFF] as const;
  const item = fc.constantFrom('1', '2', '3');
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('answer' as const), on: fc.nat(2), item, value: fc.string({ maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('play' as const), on: fc.nat(2), item }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('flag' as const), on: fc.nat(2), item, value: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('handIn' as const),
        on: fc.nat(2),
        by: fc.constantFrom('examinee', 'timeout'),
        seen: fc.nat(9),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('staff' as const), what: fc.nat(6), n: fc.nat(9) }) },
  );
  const opSequences = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
    const b = createAttemptBook();
    const heads: Record<string, number> = {};
    const out: WrittenOp[] = [];
    const put = (w: WrittenOp): void => {
      heads[w.op.streamId] = w.op.seq;
      out.push(w);
    };
    for (const s of steps) {
      if (s.kind === 'staff') {
        const payloads = [
          ['conduct.mark@1', { markId: formatTestUuid(40 + s.n), reason: 'r' }],
          ['conduct.revoke@1', { markIds: [formatTestUuid(40 + (s.n % 3))] }],
          ['attendance.absent@1', {}],
          ['time.extend@1', { incidentId: formatTestUuid(60 + s.n), ms: s.n }],
          ['epoch.grant@1', { epoch: 2 + (s.n % 2), heads: { ...heads } }],
          ['ops.decide@1', { streamId: streams[s.n % 3], fromSeq: 1, toSeq: s.n + 1, count: s.n % 2 === 0 }],
          ['marking.set@1', { to: 'marking', heads: { ...heads } }],
        ] as const;
        const [type, payload] = payloads[s.what] ?? payloads[0];
        put(b.write(STAFF, type, payload));
        continue;
      }
      const stream = streams[s.on] ?? A;
      const extra = { epoch: stream === OLD ? 1 : 2 };
      if (s.kind === 'answer') put(b.answer(stream, s.item, [s.value], extra));
      else if (s.kind === 'play') put(b.write(stream, 'media.play@1', { f: `${s.item}/3fa9c1d2` }, extra));
      else if (s.kind === 'flag') put(b.write(stream, 'flag.set@1', { i: s.item, on: s.value }, extra));
      else put(b.handIn(stream, Object.fromEntries(Object.entries(heads).filter(([id]) => id !== STAFF)), s.by, s.seen, extra));
    }
    return out;
  });
  const shuffled = opSequences.chain((ops) => fc.tuple(fc.constant(ops), fc.shuffledSubarray(ops, { minLength: ops.length })));

  test('any permutation, with repeats and a JSON round trip at any point, gives the same state', () => {
    fc.assert(
      fc.property(shuffled, fc.nat(), ([ops, other], cut) => {
        const straight = serialiseState(foldToState(ops));
        expect(serialiseState(foldToState([...other, ...ops]))).toBe(straight);
        const half = foldToState(other.slice(0, cut % (other.length + 1)));
        const stored = JSON.parse(JSON.stringify(half)) as AttemptState;
        for (const { op, author } of other) applyOp(stored, op, author);
        for (const ref of listMissingValues(stored)) {
          const found = ops.find(({ op }) => op.streamId === ref.streamId && op.seq === ref.seq);
          if (found) storeWinnerValue(stored, found.op);
        }
        expect(serialiseState(stored)).toBe(straight);
      }),
      { numRuns: 300 },
    );
  });
});
