import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs, startExamRoom } from '../fixtures/exam-room.ts';

it('SY23: scores are not released if an examinee got more time after the release was decided', async () => {
  const { server, planId, endMs, startMs, at, examinees, sit, staff, board } = await startExamRoom();
  at(startMs + examRoomMinuteMs);
  const pc = await sit(examinees[0]);
  await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
  at(endMs + 10 * examRoomMinuteMs);
  const { writer } = server.deps.answerLog;
  const disclose = writer.disclose.bind(writer);
  // Before the release is written, a decision about a room command extends the time, as another server may do at the same moment.
  writer.disclose = async (...args) => {
    writer.disclose = disclose;
    const payload = { incidentId: randomUUID(), ms: 60 * examRoomMinuteMs };
    await writer.append(pc.stream.header.attemptId, { type: 'time.extend@1', actor: server.idOf('type5'), payload });
    return disclose(...args);
  };
  const release = () => staff(examCalls.releaseScores.path, { id: planId, inSpite: { reason: '已核对' } });
  expect(await release()).toMatchObject({ code: 1002, data: { outstanding: [{ wait: 'time' }] } });
  expect((await board()).release.releasedMs).toBeNull();
  at(endMs + 120 * examRoomMinuteMs);
  expect(await release()).toMatchObject({ code: 0 });
});
