import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exam.ts';
import { invigilationCalls } from '../../../sync/contract/invigilation.ts';
import { fileLimits } from '../../../sync/engine/attachment.ts';
import { handInCode } from '../../../sync/seal/hand-in-code.ts';
import { handInOf } from '../../device/hand-in.ts';
import { answer, type Pc, reading, handsIn } from '../fixtures/exam-room.ts';
import { codes, fileRoom, hashOf, names, sealedPiece } from '../fixtures/file-room.ts';

describe('a piece of a file', () => {
  it('is taken once an op has named it, repeated as often as it comes, and the last of a file lets its receipt go out', async () => {
    const { pc, send, state } = await fileRoom();
    const pieces = [sealedPiece(fileLimits.pieceBytes), sealedPiece(1)];
    const [first, last] = pieces as [Buffer, Buffer];
    expect((await send(pc, first)).code).toBe(codes.conflict);
    await pc.send(names(pieces));
    await handsIn(pc);
    expect(await send(pc, last, 1)).toMatchObject({ code: 0, data: { serverEpoch: expect.any(String) as string } });
    expect(state()).toMatchObject({ complete: true, receipt: null });
    for (let n = 0; n < 2; n += 1) expect((await send(pc, first)).code).toBe(0);
    expect(state()?.state.filesHere).toEqual([pieces.map(hashOf).join('')]);
    expect(state()?.receipt).not.toBeNull();
  });

  it('that lies on its PC still is told to the room’s tablet and to who checks the receipt code: the PC may not be let go', async () => {
    const { pc, send, teacher, planId, roomId, server } = await fileRoom(true, true);
    const watch = reading(await server.callAs(5));
    const { attemptId } = pc.stream.header;
    const piece = sealedPiece();
    await pc.send(names([piece]));
    const whole = await handInOf([pc.stream]);
    expect((await pc.send(whole)).code).toBe(0);
    const code = await handInCode(attemptId, (whole.payload as { digest: string }).digest);
    const told = async () => {
      const { seats } = await watch(invigilationCalls.getBoard, { planId, roomId });
      const seat = seats.find((each) => each.attemptId === attemptId);
      const { found } = await teacher(examCalls.checkHandIn, { planId, code });
      return { handedIn: seat?.handedIn, tablet: seat?.complete, code: found?.whole, counts: found?.counts };
    };
    expect(await told()).toEqual({ handedIn: true, tablet: false, code: false, counts: true });
    expect((await send(pc, piece)).code).toBe(0);
    expect(await told()).toEqual({ handedIn: true, tablet: true, code: true, counts: true });
  });

  it('that is another one, stands elsewhere, is too long, or comes with nobody’s ticket is not kept', async () => {
    const { pc, other, send, server } = await fileRoom();
    const piece = sealedPiece();
    await pc.send(names([piece]));
    expect((await send(pc, sealedPiece())).code).toBe(codes.refused);
    expect((await send(pc, piece, 1)).code).toBe(codes.refused);
    expect((await send(pc, piece, 0, '3/3fa9c1d2')).code).toBe(codes.conflict);
    // An upload token belongs to one attempt and is refused for another.
    expect((await send(other, piece)).code).toBe(codes.conflict);
    const altered = { stream: { ...pc.stream, ticket: `${pc.stream.ticket.slice(0, -4)}AAAA` } } as Pick<Pc, 'stream'>;
    expect((await send(altered, piece)).code).toBe(codes.forbidden);
    const long = sealedPiece(fileLimits.pieceBytes + 1);
    await pc.send(names([long], '2/00000001'));
    expect((await send(pc, long, 0, '2/00000001')).code).toBe(codes.refused);
    for (const item of ['2', '0/3fa9c1d2', '2/3FA9C1D2', 'valueOf/3fa9c1d2'])
      expect((await send(pc, piece, 0, item)).code).toBe(codes.invalid);
    expect(server.deps.ingest.pieces.bytesOf(pc.stream.header.attemptId)).toBe(0);
    expect((await send(pc, piece)).code).toBe(0);
  });

  it('is not kept for a paper none of whose questions asks for files', async () => {
    const { pc, send } = await fileRoom(false);
    const piece = sealedPiece();
    await pc.send(names([piece]));
    expect((await send(pc, piece)).code).toBe(codes.refused);
  });

  it('beyond what an attempt may hold stays on its device, and answers still come', async () => {
    const { pc, send, server } = await fileRoom();
    const { attemptId } = pc.stream.header;
    const { pieces, queue } = server.deps.ingest;
    const full = Buffer.alloc(fileLimits.attemptBytes - 500);
    await queue.write(() => pieces.put(attemptId, 'filler', full, 0));
    const piece = sealedPiece();
    await pc.send(names([piece]));
    expect((await send(pc, piece)).code).toBe(codes.refused);
    expect((await pc.send(answer(1, 'B'))).code).toBe(0);
  });
});
