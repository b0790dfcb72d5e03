import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { attachmentLimits } from '../../../sync/engine/ops/attachment.ts';
import { deriveHandInCode } from '../../../sync/crypto/release-code.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { createRoomAnswerOp, type ExamineePc, createReader, handInAndDeliver } from '../fixtures/exam-room.ts';
import { fileOpCodes, startFileRoom, hashChunk, nameFileOp, sealTestChunk } from '../fixtures/file-room.ts';

describe('an uploaded chunk of a file', () => {
  it('is accepted once an op has named it, also repeatedly; the last chunk completes the receipt', async () => {
    const { pc, send, state } = await startFileRoom();
    const chunks = [sealTestChunk(attachmentLimits.chunkBytes), sealTestChunk(1)];
    const [first, last] = chunks as [Buffer, Buffer];
    expect((await send(pc, first)).code).toBe(fileOpCodes.conflict);
    await pc.send(nameFileOp(chunks));
    await handInAndDeliver(pc);
    expect(await send(pc, last, 1)).toMatchObject({ code: 0, data: { serverEpoch: expect.any(String) as string } });
    expect(state()).toMatchObject({ complete: true, receipt: null });
    // Another PC of the examinee learns from the news whether the file is on the server.
    expect(state()?.deriveNews().files).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect((await send(pc, first)).code).toBe(0);
    expect(state()?.state.filesHere).toEqual([chunks.map(hashChunk).join('')]);
    expect(state()?.receipt).not.toBeNull();
    expect(state()?.deriveNews().files).toEqual(['2/3fa9c1d2']);
  });

  it('is reported as missing on the room’s tablet and at the receipt code check until it arrives', async () => {
    const { pc, send, teacher, planId, roomId, server } = await startFileRoom(true, true);
    const watch = createReader(await server.callAs(5));
    const { attemptId } = pc.stream.header;
    const chunk = sealTestChunk();
    await pc.send(nameFileOp([chunk]));
    const whole = await createHandIn([pc.stream]);
    expect((await pc.send(whole)).code).toBe(0);
    const code = await deriveHandInCode(attemptId, (whole.payload as { digest: string }).digest);
    const told = async () => {
      const { seats } = await watch(invigilationCalls.getBoard, { planId, roomId });
      const seat = seats.find((each) => each.attemptId === attemptId);
      const { found } = await teacher(examCalls.checkHandIn, { planId, code });
      return { handedIn: seat?.handedIn, tablet: seat?.complete, code: found?.whole, counts: found?.counts };
    };
    expect(await told()).toEqual({ handedIn: true, tablet: false, code: false, counts: true });
    expect((await send(pc, chunk)).code).toBe(0);
    expect(await told()).toEqual({ handedIn: true, tablet: true, code: true, counts: true });
  });

  it('is refused if its content, position, length or upload token is wrong', async () => {
    const { pc, other, send, server } = await startFileRoom();
    const chunk = sealTestChunk();
    await pc.send(nameFileOp([chunk]));
    expect((await send(pc, sealTestChunk())).code).toBe(fileOpCodes.refused);
    expect((await send(pc, chunk, 1)).code).toBe(fileOpCodes.refused);
    expect((await send(pc, chunk, 0, '3/3fa9c1d2')).code).toBe(fileOpCodes.conflict);
    // An upload token belongs to one attempt and is refused for another.
    expect((await send(other, chunk)).code).toBe(fileOpCodes.conflict);
    const altered = { stream: { ...pc.stream, ticket: `${pc.stream.ticket.slice(0, -4)}AAAA` } } as Pick<ExamineePc, 'stream'>;
    expect((await send(altered, chunk)).code).toBe(fileOpCodes.forbidden);
    const long = sealTestChunk(attachmentLimits.chunkBytes + 1);
    await pc.send(nameFileOp([long], '2/00000001'));
    expect((await send(pc, long, 0, '2/00000001')).code).toBe(fileOpCodes.refused);
    for (const item of ['2', '0/3fa9c1d2', '2/3FA9C1D2', 'valueOf/3fa9c1d2'])
      expect((await send(pc, chunk, 0, item)).code).toBe(fileOpCodes.invalid);
    expect(server.deps.answerLog.chunks.bytesOf(pc.stream.header.attemptId)).toBe(0);
    expect((await send(pc, chunk)).code).toBe(0);
  });

  it('is refused for a paper without file questions', async () => {
    const { pc, send } = await startFileRoom(false);
    const chunk = sealTestChunk();
    await pc.send(nameFileOp([chunk]));
    expect((await send(pc, chunk)).code).toBe(fileOpCodes.refused);
  });

  it('is refused beyond the limit of an attempt, while answers are still stored', async () => {
    const { pc, send, server } = await startFileRoom();
    const { attemptId } = pc.stream.header;
    const { chunks, queue } = server.deps.answerLog;
    const full = Buffer.alloc(attachmentLimits.attemptBytes - 500);
    await queue.write(() => chunks.put(attemptId, 'filler', full, 0));
    const chunk = sealTestChunk();
    await pc.send(nameFileOp([chunk]));
    expect((await send(pc, chunk)).code).toBe(fileOpCodes.refused);
    expect((await pc.send(createRoomAnswerOp(1, 'B'))).code).toBe(0);
  });
});
