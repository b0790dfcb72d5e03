import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pieceLines, piecesToCarry } from '../../sync/engine/answer-file-pieces.ts';
import { answerFilePiece, writeAnswerFile } from '../../sync/engine/answer-file.ts';
import { fileLimits, fileValue, sealedOverhead } from '../../sync/engine/attachment.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { examCalls } from '../../sync/contract/exam.ts';
import { importAnswerFile, verdictOf } from '../../web/features/exam-plan/import-answers.ts';
import { diskOf } from '../device/disk-of.ts';
import { NetworkFault, StorageFault } from '../../sync/engine/ports.ts';
import { answer, enters, examRoom, minuteMs, type Pc } from './exam-room.ts';

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');
const sealedPiece = (bytes = 1_000): Buffer => randomBytes(bytes + sealedOverhead);
const itemId = '2/3fa9c1d2';
const codes = { invalid: 1001, refused: 1002, forbidden: 1003, conflict: 1006 };

/** The op that names these pieces. */
const names = (pieces: readonly Buffer[], name = itemId) => ({
  type: 'answer.set@1',
  payload: {
    i: name,
    v: fileValue({
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: (pieces.length - 1) * fileLimits.pieceBytes + 1,
      key: randomBytes(32).toString('base64url'),
      pieces: pieces.map(hashOf),
    }),
  },
});

/** An exam whose second question asks for files, where `asks` says so. */
async function fileRoom(asks = true) {
  const room = await examRoom({ people: 2 });
  const { server, planId } = room;
  if (asks) {
    const row = await server.deps.db
      .selectFrom('exam_item')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('item_id', '=', '2')
      .executeTakeFirstOrThrow();
    const key = JSON.stringify({ ...(JSON.parse(row.answer_key) as object), files: { most: 3 } });
    await server.deps.db
      .updateTable('exam_item')
      .set({ answer_key: key })
      .where('plan_id', '=', planId)
      .where('item_id', '=', '2')
      .execute();
  }
  const [one, two] = room.sitters;
  if (!one || !two) throw new Error('nobody');
  room.at(room.startMs + minuteMs);
  const [pc, other] = [await room.sit(one), await room.sit(two)];
  await pc.send(enters, answer(1, 'A'));
  const send = (from: Pick<Pc, 'stream'>, sealed: Buffer, at = 0, item = itemId) =>
    server.post('/sync/piece', { ticket: from.stream.ticket, itemId: item, at, sealed: sealed.toString('base64url') });
  const state = () => server.deps.ingest.projector.attempt(pc.stream.header.attemptId);
  return { ...room, pc, other, send, state };
}

describe('a piece of a file', () => {
  it('is taken once an op has named it, repeated as often as it comes, and the last of a file lets its receipt go out', async () => {
    const { pc, send, state } = await fileRoom();
    const pieces = [sealedPiece(fileLimits.pieceBytes), sealedPiece(1)];
    const [first, last] = pieces as [Buffer, Buffer];
    expect((await send(pc, first)).code).toBe(codes.conflict);
    await pc.send(names(pieces));
    await (
      await pc.handIn()
    )();
    expect(await send(pc, last, 1)).toMatchObject({ code: 0, data: { serverEpoch: expect.any(String) as string } });
    expect(state()).toMatchObject({ complete: true, receipt: null });
    for (let n = 0; n < 2; n += 1) expect((await send(pc, first)).code).toBe(0);
    expect(state()?.state.filesHere).toEqual([pieces.map(hashOf).join('')]);
    expect(state()?.receipt).not.toBeNull();
  });

  it('that is another one, stands elsewhere, is too long, or comes with nobody’s ticket is not kept', async () => {
    const { pc, other, send, server } = await fileRoom();
    const piece = sealedPiece();
    await pc.send(names([piece]));
    expect((await send(pc, sealedPiece())).code).toBe(codes.refused);
    expect((await send(pc, piece, 1)).code).toBe(codes.refused);
    expect((await send(pc, piece, 0, '3/3fa9c1d2')).code).toBe(codes.conflict);
    // Somebody else's ticket is for somebody else's attempt.
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

/** SY16: pieces that come in an answer file. */
describe('an answer file with a photo', () => {
  async function carriedRoom() {
    const room = await fileRoom();
    // Who has sent nothing so far.
    const { other: pc, server, teacher, planId } = room;
    const { attemptId } = pc.stream.header;
    const pieces = [sealedPiece(fileLimits.pieceBytes), sealedPiece(1)];
    const pushes = [pc.stream.push([enters]), pc.stream.push([names(pieces)])];
    const row = (sealed: Buffer, at: number) => ({
      attemptId,
      itemId,
      at,
      hash: hashOf(sealed),
      ticket: pc.stream.ticket,
      sealed: new Uint8Array(sealed),
      heldBy: '',
    });
    const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    const write = async (carried: readonly Buffer[] = pieces) => {
      const owner = { exam: '考试', seat: '1', name: '王', ticketNo: '9' };
      const how = { digest: sha256Text, madeMs: 1, pieces: pieces.length };
      const { text } = await writeAnswerFile(diskOf(pushes).store, [attemptId], owner, how);
      return [text, ...(await Promise.all(carried.map((sealed, at) => answerFilePiece(row(sealed, at), encode, sha256Text))))].join('');
    };
    const bring = (text: string, answers = Infinity, by = teacher, plan = planId) => {
      let left = answers;
      return importAnswerFile(
        { name: 'a.wenkao', size: text.length, text: async () => text },
        {
          digest: sha256Text,
          send: (batches) => by(examCalls.importAnswers, { planId: plan, batches }),
          sendPiece: async (piece) => {
            left -= 1;
            if (left < 0) throw new NetworkFault('no answer');
            return (await server.post('/sync/piece', piece)).code === 0;
          },
          progress: () => undefined,
        },
      );
    };
    const bytes = () => server.deps.ingest.pieces.bytesOf(attemptId);
    const all = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const filesHere = async () => {
      const { projector } = server.deps.ingest;
      await projector.untilProjected();
      return projector.attempt(attemptId)?.state.filesHere;
    };
    return { ...room, pc, pieces, pushes, write, bring, bytes, all, filesHere };
  }

  it('brings it home whole, once, however often it comes', async () => {
    const { write, bring, bytes, all, filesHere, pieces } = await carriedRoom();
    const text = await write();
    for (let n = 0; n < 2; n += 1) {
      const report = await bring(text);
      expect(report).toMatchObject({ pieces: 2, piecesRefused: 0, damaged: 0, missing: 0 });
      expect(verdictOf(report)).toBe('good');
      expect(bytes()).toBe(all);
    }
    expect(await filesHere()).toEqual([pieces.map(hashOf).join('')]);
  });

  it('adds to the piece that came by network', async () => {
    const { write, bring, bytes, all, pc, pushes, server, send, pieces, filesHere } = await carriedRoom();
    for (const push of pushes) expect((await server.post('/sync/push', push)).code).toBe(0);
    expect((await send(pc, pieces[0] as Buffer)).code).toBe(0);
    expect(await bring(await write())).toMatchObject({ pieces: 2, added: 0 });
    expect(bytes()).toBe(all);
    expect(await filesHere()).toHaveLength(1);
  });

  it('says of an altered, another or a missing piece what it is, and the file stays outstanding', async () => {
    const { write, bring, bytes, pieces, filesHere } = await carriedRoom();
    const text = await write();
    const altered = `${text.slice(0, -3)}${text.at(-3) === 'A' ? 'B' : 'A'}${text.slice(-2)}`;
    expect(verdictOf(await bring(altered))).toBe('partly');
    expect(await bring(altered)).toMatchObject({ pieces: 1, damaged: 1, missing: 0 });
    expect(await bring(await write([pieces[0] as Buffer]))).toMatchObject({ pieces: 1, missing: 1 });
    expect(await bring(await write([pieces[0] as Buffer, sealedPiece(1)]))).toMatchObject({ pieces: 1, piecesRefused: 1 });
    expect(bytes()).toBe(pieces[0]?.length);
    expect(await filesHere()).toEqual([]);
  });

  it('leaves nothing at another exam', async () => {
    const { write, bring, bytes } = await carriedRoom();
    const other = await examRoom();
    const report = await bring(await write(), Infinity, other.teacher, other.planId);
    expect(report).toMatchObject({ pieces: 0, counts: { otherExam: 3 } });
    expect(verdictOf(report)).toBe('bad');
    expect(bytes()).toBe(0);
  });

  it('once the server is silent the rest waits, and nobody is told that all of it is here', async () => {
    const { pc, write, bring, bytes, pieces, filesHere, pushes } = await carriedRoom();
    const { attemptId } = pc.stream.header;
    const text = await write();
    const broken = await bring(text, 1);
    expect(broken).toMatchObject({ pieces: 1, piecesRefused: 1, added: pushes.length });
    expect([verdictOf(broken), [...broken.lackFiles], bytes()]).toEqual(['partly', [attemptId], pieces[0]?.length]);
    const whole = await bring(text);
    expect([verdictOf(whole), whole.lackFiles.size, (await filesHere())?.length]).toEqual(['good', 0, 1]);
  });
});

describe('what a device does not give of its photos', () => {
  const name = { attemptId: 'one', itemId: '2/3fa9c1d2', at: 0 };
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const row = { ...name, hash: 'h', ticket: 't', sealed: new Uint8Array([1]), heldBy: '' };

  it('is counted, and the answers and the other photos are exported all the same', async () => {
    const fault = () => Promise.reject(new StorageFault('storage', 'as told'));
    const store = { ofAttempt: (attemptId: string) => (attemptId === 'one' ? Promise.resolve([{ ...name, held: false }]) : fault()) };
    expect(await piecesToCarry(store, ['one', 'two'])).toEqual({ names: [{ ...name, held: false }], unread: 1 });
    const disk = { piece: ({ at }: { at: number }) => (at === 0 ? Promise.resolve(row) : at === 1 ? fault() : Promise.resolve(undefined)) };
    const lines: (string | undefined)[] = [];
    for await (const line of pieceLines(disk, [name, { ...name, at: 1 }, { ...name, at: 2 }], encode, sha256Text)) lines.push(line);
    expect(lines.map((line) => line !== undefined)).toEqual([true, false, false]);
  });
});
