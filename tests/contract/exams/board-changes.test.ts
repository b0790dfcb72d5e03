import { expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs, startExamRoom } from '../fixtures/exam-room.ts';

it('a poll of the board returns only the examinees who changed since its cursor', async () => {
  const room = await startExamRoom({ people: 3 });
  room.at(room.startMs + examRoomMinuteMs);
  const pc = await room.sit(room.examinees[1]);
  const changesSince = (cursor: string) => room.teacher(examCalls.getChanges, { id: room.planId, cursor });
  const whole = await room.board();
  expect(whole.examinees).toHaveLength(3);
  expect(await changesSince(whole.cursor)).toMatchObject({ whole: false, examinees: [], status: whole.status });

  await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
  const next = await changesSince(whole.cursor);
  expect(next).toMatchObject({ whole: false, examinees: [{ userId: room.examinees[1].userId, answered: 1 }] });
  expect(await changesSince(next.cursor)).toMatchObject({ whole: false, examinees: [] });
  // The earlier cursor still returns the change, because a reader may have missed the last response.
  expect((await changesSince(whole.cursor)).examinees).toHaveLength(1);

  for (const foreign of ['', 'x.1', `${whole.cursor.split('.')[0]}.`, `${whole.cursor.split('.')[0]}.-1`])
    expect(await changesSince(foreign), `cursor "${foreign}"`).toMatchObject({ whole: true, examinees: [{}, {}, {}] });
});
