import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { writeChunkLines, listChunksToTransfer } from '../../../sync/engine/transfer/answer-file-chunks.ts';
import { writeAnswerFileChunk, writeAnswerFile } from '../../../sync/engine/transfer/answer-file.ts';
import { attachmentLimits } from '../../../sync/engine/ops/attachment.ts';
import { NetworkFault, StorageFault } from '../../../sync/engine/ports.ts';
import { hashText } from '../../../sync/crypto/bytes.ts';
import { importAnswerFile, classifyImport } from '../../../web/features/exam-plan/offline/import-answers.ts';
import { deriveLedgerState } from '../../../web/features/exam-plan/board/ledger.ts';
import { readDeviceDisk } from '../../device/read-disk.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { enterOp, startExamRoom } from '../fixtures/exam-room.ts';
import { fileOpCodes, startFileRoom, hashChunk, itemId, nameFileOp, sealTestChunk } from '../fixtures/file-room.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

/** Covers SY16: attachment chunks that arrive in an answer file. */
describe('an answer file with a photo', () => {
  async function carriedRoom() {
    const room = await startFileRoom();
    // This PC has sent nothing to the server so far.
    const { other: pc, server, teacher, planId } = room;
    const { attemptId } = pc.stream.header;
    const chunks = [sealTestChunk(attachmentLimits.chunkBytes), sealTestChunk(1)];
    const pushes = [pc.stream.push([enterOp]), pc.stream.push([nameFileOp(chunks)])];
    const row = (sealed: Buffer, at: number) => ({
      attemptId,
      itemId,
      at,
      hash: hashChunk(sealed),
      ticket: pc.stream.ticket,
      sealed: new Uint8Array(sealed),
      heldBy: '',
    });
    const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    /** Writes an answer file. `promised`: number of chunks that the PC announces in the file's first line. */
    const write = async (carried: readonly Buffer[] = chunks, promised = chunks.length) => {
      const owner = { exam: '考试', seat: '1', name: '王', ticketNo: '9' };
      const how = { digest: hashText, madeMs: 1, chunks: promised };
      const { text } = await writeAnswerFile(readDeviceDisk(pushes).store, [attemptId], owner, how);
      return [text, ...(await Promise.all(carried.map((sealed, at) => writeAnswerFileChunk(row(sealed, at), encode, hashText))))].join('');
    };
    const handIn = async () => void pushes.push(pc.stream.push([await createHandIn([pc.stream])]));
    /** Returns a line with a chunk that no op names, as an interrupted attachment leaves it. */
    const cutOff = () => writeAnswerFileChunk({ ...row(sealTestChunk(), 0), itemId: '2/0000dead' }, encode, hashText);
    const bring = (text: string, answers = Infinity, by = teacher, plan = planId) => {
      let left = answers;
      return importAnswerFile(new File([text], 'a.wenkao'), {
        digest: hashText,
        send: (batches) => by(examCalls.importAnswers, { planId: plan, batches }),
        sendChunk: async (chunk) => {
          left -= 1;
          if (left < 0) throw new NetworkFault('no answer');
          const { code } = await server.post('/sync/piece', chunk);
          return code === 0 ? 'held' : code === fileOpCodes.conflict ? 'unnamed' : 'refused';
        },
        progress: () => undefined,
      });
    };
    const bytes = () => server.deps.answerLog.chunks.bytesOf(attemptId);
    const all = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const filesHere = async () => {
      const { projector } = server.deps.answerLog;
      await projector.waitUntilProjected();
      return projector.attempt(attemptId)?.state.filesHere;
    };
    return { ...room, pc, chunks, pushes, write, handIn, cutOff, bring, bytes, all, filesHere };
  }

  it('stores its chunks once, however often it is imported', async () => {
    const { write, bring, bytes, all, filesHere, chunks } = await carriedRoom();
    const text = await write();
    for (let n = 0; n < 2; n += 1) {
      const report = await bring(text);
      expect(report).toMatchObject({ chunks: 2, chunksRefused: 0, damaged: 0, missing: 0 });
      expect(classifyImport(report)).toBe('good');
      expect(bytes()).toBe(all);
    }
    expect(await filesHere()).toEqual([chunks.map(hashChunk).join('')]);
  });

  it('adds the chunk that has not arrived by network', async () => {
    const { write, bring, bytes, all, pc, pushes, server, send, chunks, filesHere } = await carriedRoom();
    for (const push of pushes) expect((await server.post('/sync/push', push)).code).toBe(0);
    expect((await send(pc, chunks[0] as Buffer)).code).toBe(0);
    expect(await bring(await write())).toMatchObject({ chunks: 2, added: 0 });
    expect(bytes()).toBe(all);
    expect(await filesHere()).toHaveLength(1);
  });

  it('reports altered, foreign and missing chunks, and the photo stays outstanding', async () => {
    const { write, bring, bytes, chunks, filesHere } = await carriedRoom();
    const text = await write();
    const altered = `${text.slice(0, -3)}${text.at(-3) === 'A' ? 'B' : 'A'}${text.slice(-2)}`;
    expect(classifyImport(await bring(altered))).toBe('partly');
    expect(await bring(altered)).toMatchObject({ chunks: 1, damaged: 1, missing: 0 });
    expect(await bring(await write([chunks[0] as Buffer]))).toMatchObject({ chunks: 1, missing: 1 });
    expect(await bring(await write([chunks[0] as Buffer, sealTestChunk(1)]))).toMatchObject({ chunks: 1, chunksRefused: 1 });
    expect(bytes()).toBe(chunks[0]?.length);
    expect(await filesHere()).toEqual([]);
  });

  it('without photos that the PC could not read leaves the import and the seat incomplete', async () => {
    const { pc, chunks, handIn, write, bring, board } = await carriedRoom();
    const { attemptId } = pc.stream.header;
    await handIn();
    const seat = async () => {
      const found = (await board()).examinees.find((one) => one.attemptId === attemptId);
      if (!found) throw new Error('nobody sits there');
      return [found.missingFiles, deriveLedgerState(found)];
    };
    for (const carried of [[], [chunks[0] as Buffer]]) {
      const without = await bring(await write(carried, carried.length));
      expect(without).toMatchObject({ missing: 0, damaged: 0, examinees: [{ attemptId, complete: true }] });
      expect([...without.attemptsMissingFiles]).toEqual([attemptId]);
      expect(classifyImport(without)).toBe('partly');
      expect(await seat()).toEqual([1, 'files']);
    }
    const whole = await bring(await write());
    expect([classifyImport(whole), whole.attemptsMissingFiles.size, await seat()]).toEqual(['good', 0, [0, 'whole']]);
    // This file contains no photos, but the server already has them all.
    const again = await bring(await write([], 0));
    expect([classifyImport(again), again.attemptsMissingFiles.size]).toEqual(['good', 0]);
  });

  it('is complete despite chunks that no op names; if ops are missing, their state stays unknown', async () => {
    const { handIn, write, cutOff, bring, bytes, all } = await carriedRoom();
    await handIn();
    const text = (await write(undefined, 3)) + (await cutOff());
    for (let n = 0; n < 2; n += 1) {
      const report = await bring(text);
      expect(report).toMatchObject({ chunks: 2, chunksRefused: 0, chunksUnnamed: 1, missing: 0 });
      expect([classifyImport(report), report.attemptsMissingFiles.size, bytes()]).toEqual(['good', 0, all]);
    }
    // A chunk without an op is refused by this import but not counted as unnamed, because the damaged line may have contained its op.
    const lines = text.split('\n');
    const damaged = [lines[0], `${lines[1]}x`, ...lines.slice(2)].join('\n');
    expect(await bring(damaged)).toMatchObject({ damaged: 1, chunksRefused: 1, chunksUnnamed: 0 });
  });

  it('stores nothing when imported into another exam', async () => {
    const { write, bring, bytes } = await carriedRoom();
    const other = await startExamRoom();
    const report = await bring(await write(), Infinity, other.teacher, other.planId);
    expect(report).toMatchObject({ chunks: 0, counts: { otherExam: 3 } });
    expect(classifyImport(report)).toBe('bad');
    expect(bytes()).toBe(0);
  });

  it('is reported as partly imported if the server stops answering, and completes when imported again', async () => {
    const { pc, write, bring, bytes, chunks, filesHere, pushes } = await carriedRoom();
    const { attemptId } = pc.stream.header;
    const text = await write();
    const broken = await bring(text, 1);
    expect(broken).toMatchObject({ chunks: 1, chunksRefused: 1, added: pushes.length });
    expect([classifyImport(broken), [...broken.attemptsMissingFiles], bytes()]).toEqual(['partly', [attemptId], chunks[0]?.length]);
    const whole = await bring(text);
    expect([classifyImport(whole), whole.attemptsMissingFiles.size, (await filesHere())?.length]).toEqual(['good', 0, 1]);
  });
});

describe('photo chunks that a device cannot read', () => {
  const name = { attemptId: 'one', itemId: '2/3fa9c1d2', at: 0 };
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const row = { ...name, hash: 'h', ticket: 't', sealed: new Uint8Array([1]), heldBy: '' };

  it('are counted, and the answers and other photos are still exported', async () => {
    const fault = () => Promise.reject(new StorageFault('storage', 'as told'));
    const store = { ofAttempt: (attemptId: string) => (attemptId === 'one' ? Promise.resolve([{ ...name, held: false }]) : fault()) };
    expect(await listChunksToTransfer(store, ['one', 'two'], failOnFault)).toEqual({ names: [{ ...name, held: false }], unread: 1 });
    const disk = { chunk: ({ at }: { at: number }) => (at === 0 ? Promise.resolve(row) : at === 1 ? fault() : Promise.resolve(undefined)) };
    const lines: (string | undefined)[] = [];
    for await (const line of writeChunkLines(disk, [name, { ...name, at: 1 }, { ...name, at: 2 }], encode, hashText, failOnFault))
      lines.push(line);
    expect(lines.map((line) => line !== undefined)).toEqual([true, false, false]);
  });
});
