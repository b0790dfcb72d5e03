import { expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { deriveHandInCode } from '../../../sync/crypto/release-code.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs } from '../fixtures/exam-room.ts';

/** Checks SY14: with the receipt code that an examinee noted offline, staff find this hand-in and no other. */
it('a receipt code finds its hand-in once it has arrived; wrong and short codes and examinees are refused', async () => {
  const room = await startExamRoom({ people: 2 });
  const [one, other] = room.examinees;
  const { stream } = await room.sit(one);
  const { stream: theirs } = await room.sit(other);
  room.at(room.startMs + examRoomMinuteMs);
  const handIn = await createHandIn([stream]);
  const pushes = [stream.push([enterOp, createRoomAnswerOp(1, 'A')])];
  const whole = await createHandIn([stream]);
  const last = stream.push([whole]);
  const { digest } = whole.payload as { digest: string };
  expect(handIn.payload).not.toMatchObject({ digest });
  const code = await deriveHandInCode(stream.header.attemptId, digest);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const check = async (typed: string) => (await room.teacher(examCalls.checkHandIn, { planId: room.planId, code: typed })).found;

  expect(await check(code)).toBeNull();
  // Ops and hand-in have arrived. The code is found in lower case and without its hyphen.
  for (const push of [...pushes, last]) expect((await room.server.post('/sync/push', push)).code).toBe(0);
  expect(await check(code.toLowerCase().replace('-', ' '))).toMatchObject({
    userId: one.userId,
    by: 'examinee',
    whole: true,
    counts: true,
  });
  expect(await check('00000-00000')).toBeNull();

  const last2 = await createHandIn([theirs]);
  expect((await room.server.post('/sync/push', theirs.push([enterOp, last2]))).code).toBe(0);
  // Under another attempt, the same digest gives another receipt code.
  expect(await deriveHandInCode(theirs.header.attemptId, digest)).not.toBe(code);
  expect((await check(code))?.userId).toBe(one.userId);

  await expect(check(code.slice(0, 8))).rejects.toThrow(/1001|回执码是 10 位/);
  expect((await one.post('/exam/checkHandIn', { planId: room.planId, code })).code).toBe(1003);
});
