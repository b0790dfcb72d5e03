import { beforeEach, describe, expect, it } from 'vitest';
import { arrivalGraceMs } from '../../../sync/engine/ops/time-label.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, handInAndDeliver, examRoomMinuteMs } from '../fixtures/exam-room.ts';

type Room = Awaited<ReturnType<typeof startExamRoom>>;

describe('answers written after the end by a PC that was killed before it', () => {
  let room: Room;
  const row = async () => (await room.board()).examinees[0];
  const decide = (choices: object[], reason = '') =>
    room.staff('/exam/decide', { planId: room.planId, userId: room.examinees[0].userId, choices, reason });

  beforeEach(async () => {
    room = await startExamRoom();
    room.at(room.startMs + examRoomMinuteMs);
  });

  /** The examinee answers in time. The PC fails, restarts 164 s after the end and sends further answers, still within the arrival grace. */
  const killedAndBack = async () => {
    const before = await room.sit(room.examinees[0]);
    await before.send(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
    room.at(room.endMs + 164_000);
    const after = await room.tab(before);
    await after.send(createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'A'));
    expect((await handInAndDeliver(after, before, after)).code).toBe(0);
    return { before, after };
  };

  it('count, and await a decision on the board and on the decision page', async () => {
    const { before, after } = await killedAndBack();
    expect(164_000).toBeLessThan(arrivalGraceMs);
    expect(await row()).toMatchObject({ answered: 3, points: 6, concerns: { timeDoubtful: 2, receivedAfterEnd: 0 } });
    const { items, handIns } = await room.evidence(room.examinees[0]);
    expect(handIns).toMatchObject([{ label: 'unprovable', stands: true }]);
    expect(items).toMatchObject([
      {
        itemId: '2',
        group: 'contradicting',
        proposal: { streamId: before.stream.header.streamId },
        versions: [
          { value: ['B'], label: 'within', winner: false, timeDoubtful: false },
          { value: ['A'], label: 'unprovable', winner: true, timeDoubtful: true },
        ],
      },
      { itemId: '3', group: 'agreeing', proposal: { streamId: after.stream.header.streamId }, versions: [{ label: 'unprovable' }] },
    ]);
  });

  it('no longer wait once staff have accepted or rejected each answer', async () => {
    await killedAndBack();
    const { items } = await room.evidence(room.examinees[0]);
    const choices = items.map(({ itemId, proposal }) => ({ itemId, choose: proposal }));
    expect((await decide(choices)).data).toEqual({ written: 2 });
    expect(await row()).toMatchObject({ answered: 3, points: 4, concerns: { timeDoubtful: 0 } });
    expect((await room.evidence(room.examinees[0])).items.map(({ group }) => group)).toEqual([null, null]);
    expect((await decide(choices, '再看一次')).data).toEqual({ written: 0 });
  });

  it('are within time if the same document wrote them before the end and they arrive within the grace', async () => {
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    const kept = pc.write(createRoomAnswerOp(2, 'A'));
    room.at(room.endMs + 164_000);
    await kept();
    await handInAndDeliver(pc);
    expect(await row()).toMatchObject({ answered: 2, concerns: { timeDoubtful: 0 } });
    expect((await room.evidence(room.examinees[0])).handIns).toMatchObject([{ label: 'within' }]);
  });
});
