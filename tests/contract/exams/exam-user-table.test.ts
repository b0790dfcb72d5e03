import { describe, expect, it } from 'vitest';
import { deriveStatusRegisters } from '../../../sync/engine/ops/attempt-views.ts';
import { examUserTransitions, type ExamUserRegister, type ExamUserRegisters } from '../../../sync/domain/exams/exam-user-status.ts';
import { A, createAttemptBook, STAFF, foldToState, formatTestUuid, type WrittenOp } from '../../fixtures/engine/attempt-book.ts';

/** Ops of an attempt so far. `collected`: whether the deadline and the grace period have passed, which the caller decides. */
interface World {
  readonly book: ReturnType<typeof createAttemptBook>;
  readonly ops: WrittenOp[];
  collected: boolean;
}
type Step = (world: World) => void;

const examinee =
  (type: string, payload: unknown): Step =>
  ({ book: b, ops }) =>
    void ops.push(b.write(A, type, payload));
const staff =
  (type: string, payload: unknown): Step =>
  ({ book: b, ops }) =>
    void ops.push(b.write(STAFF, type, payload));
const lastOfA = ({ ops }: World): number => ops.filter(({ op }) => op.streamId === A).length;

const events: Record<string, Step> = {
  'attempt.enter': examinee('attempt.enter@1', {}),
  'answer.set': examinee('answer.set@1', { i: '1', v: ['A'] }),
  'attempt.handIn': (world) => world.ops.push(world.book.handIn(A, { [A]: lastOfA(world) + 1 }, 'timeout')),
  'deadline and grace passed': (world) => {
    world.collected = true;
  },
  'time.extend': (world) => {
    staff('time.extend@1', { incidentId: formatTestUuid(30), ms: 600_000 })(world);
    world.collected = false;
  },
  'handIn.reopen': (world) =>
    staff('handIn.reopen@1', { handIns: [{ streamId: A, seq: Math.max(1, lastOfA(world)) }], reason: 'drill' })(world),
  'epoch.grant': (world) => staff('epoch.grant@1', { epoch: 2, heads: { [A]: lastOfA(world) } })(world),
  'attendance.absent': staff('attendance.absent@1', {}),
  'conduct.mark': staff('conduct.mark@1', { markId: formatTestUuid(40), reason: 'phone' }),
  'conduct.revoke': staff('conduct.revoke@1', { markIds: [formatTestUuid(40)] }),
  'marking.set marking': staff('marking.set@1', { to: 'marking', heads: {} }),
  'marking.set finished': staff('marking.set@1', { to: 'finished', heads: {} }),
  'marking.set none': staff('marking.set@1', { to: 'none', heads: {} }),
};

/** Register → state → events that lead to this state. The rows of the table begin in these states. */
const ways: { readonly [R in ExamUserRegister]: Readonly<Record<ExamUserRegisters[R], readonly string[]>> } = {
  presence: {
    awaiting: [],
    inExam: ['attempt.enter'],
    handedIn: ['attempt.enter', 'attempt.handIn'],
    collected: ['attempt.enter', 'deadline and grace passed'],
  },
  attendance: { present: [], absent: ['attendance.absent'] },
  conduct: { clean: [], cheating: ['conduct.mark'] },
  marking: { none: [], marking: ['marking.set marking'], finished: ['marking.set finished'] },
};

function after(steps: readonly string[]): ExamUserRegisters {
  const world: World = { book: createAttemptBook(), ops: [], collected: false };
  for (const step of steps) events[step]?.(world);
  return deriveStatusRegisters(foldToState(world.ops), world.collected);
}

const pairs = (Object.keys(ways) as ExamUserRegister[]).flatMap((register) =>
  Object.entries<readonly string[]>(ways[register]).flatMap(([from, way]) =>
    Object.keys(events).map((on) => ({ register, from, way, on })),
  ),
);

// `examUserTransitions` is documentation; the reducer decides. This test compares the two for every state and every event.
describe('the registers of an examinee’s status, compared with examUserTransitions', () => {
  it('the test has an event for every row of the table', () => {
    expect(examUserTransitions.map((row) => row.on).filter((on) => !(on in events))).toEqual([]);
  });

  it.each(pairs)('$register $from, $on', ({ register, from, way, on }) => {
    expect(after(way)[register]).toBe(from);
    const row = examUserTransitions.find((each) => each.register === register && each.from === from && each.on === on);
    expect(after([...way, on])[register]).toBe(row?.to ?? from);
  });
});
