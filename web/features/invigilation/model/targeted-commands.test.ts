import { expect, test } from 'vitest';
import { roomCommand } from '../../../../sync/contract/exams/room-command.ts';
import { findOwnCommand, type TargetedRoomCommand, createReopenCommands, createRevokeCommands } from './targeted-commands.ts';

const uuid = (no: number): string => `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`;
const handIns = (seatNo: number, count: number) => Array.from({ length: count }, (_, at) => ({ streamId: uuid(seatNo), seq: at + 1 }));
const createFields = () => {
  let nth = 1_000;
  return { reason: '断电', actId: uuid(999), fresh: () => uuid((nth += 1)) };
};

test('createReopenCommands splits many hand-ins into valid commands that cover all seats', () => {
  const seats = [2, 130, 2].map((count, at) => ({ attemptId: uuid(at + 1), handIns: handIns(at + 1, count) }));
  const acts = createReopenCommands(seats, createFields());
  for (const { command } of acts) expect(roomCommand.safeParse(command).success).toBe(true);
  expect(new Set(acts.map((one) => one.actId)).size).toBe(acts.length);
  expect(acts[0]?.actId).toBe(uuid(999));
  for (const { attemptId, handIns: all } of seats) {
    const named = acts.flatMap(({ command, attemptIds }) =>
      command.kind === 'reopen' && attemptIds.includes(attemptId) ? command.handIns : [],
    );
    expect(named).toEqual(expect.arrayContaining(all));
  }
  // A room with 120 seats and one hand-in each.
  const room = Array.from({ length: 120 }, (_, at) => ({ attemptId: uuid(at + 1), handIns: handIns(at + 1, 1) }));
  expect(
    createReopenCommands(room, createFields()).map(({ command, attemptIds }) => [
      roomCommand.safeParse(command).success,
      attemptIds.length,
    ]),
  ).toEqual([
    [true, 100],
    [true, 20],
  ]);
  expect(createReopenCommands([{ attemptId: uuid(1), handIns: [] }], createFields())).toEqual([]);
});

test('createRevokeCommands names a shared mark once, and leaves out seats without a mark', () => {
  const mark = { markId: uuid(500), reason: '' };
  const seats = Array.from({ length: 60 }, (_, at) => ({ attemptId: uuid(at + 1), marks: at === 0 ? [] : [mark] }));
  const [act, ...more] = createRevokeCommands(seats, createFields());
  expect(more).toEqual([]);
  expect(act?.command).toEqual({ kind: 'revoke', markIds: [uuid(500)], reason: '断电' });
  expect(act?.attemptIds).toHaveLength(59);
  const many = Array.from({ length: 60 }, (_, at) => ({ attemptId: uuid(at + 1), marks: [{ markId: uuid(500 + at), reason: '' }] }));
  expect(
    createRevokeCommands(many, createFields()).map((one) => [roomCommand.safeParse(one.command).success, one.attemptIds.length]),
  ).toEqual([
    [true, 50],
    [true, 10],
  ]);
});

test('findOwnCommand finds only a stored command, so that a repeated confirmation extends nobody twice', () => {
  const extend = (no: number): { command: TargetedRoomCommand } => ({
    command: { actId: uuid(no), command: { kind: 'extend', ms: 600_000, reason: '断电' }, attemptIds: [uuid(no)] },
  });
  const before = new Map([1, 2].map((no) => [uuid(no), extend(no)]));
  expect(findOwnCommand(before, uuid(1), [{ actId: uuid(1) }])?.command.actId).toBe(uuid(1));
  expect(findOwnCommand(before, uuid(2), [{ actId: uuid(1) }])).toBeUndefined();
  expect(findOwnCommand(before, uuid(3), [{ actId: uuid(1) }])).toBeUndefined();
});
