import { beforeEach, describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import type { PushInput } from '../../../sync/contract/exams/sync.ts';
import { formatAnswerFileName, readAnswerFile, writeAnswerFile } from '../../../sync/engine/transfer/answer-file.ts';
import { hashText } from '../../../sync/crypto/bytes.ts';
import { readDeviceDisk } from '../../device/read-disk.ts';
import { createHandIn } from '../../device/hand-in.ts';
import type { DeviceStream, OpToWrite } from '../../device/sealed-stream.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs } from '../fixtures/exam-room.ts';

type Room = Awaited<ReturnType<typeof startExamRoom>>;
const owner = { exam: '考试', seat: '01 号', name: '王小明', ticketNo: '2026110001' };

/** Covers SY16: answers that arrive in an answer file. */
describe('an answer file', () => {
  let room: Room;
  let stream: DeviceStream;
  let pushes: PushInput[];
  let text: string;
  const write = (...ops: OpToWrite[]) => {
    for (const op of ops) pushes.push(stream.push([op]));
  };
  const file = async (): Promise<string> =>
    (await writeAnswerFile(readDeviceDisk(pushes).store, [stream.header.attemptId], owner, { digest: hashText, madeMs: room.endMs })).text;
  const read = async (from: string) => {
    const found = await readAnswerFile(from, hashText);
    if (found.kind !== 'file') throw new Error(found.kind);
    return found;
  };
  const bring = (batches: readonly PushInput[], planId = room.planId) =>
    room.teacher(examCalls.importAnswers, { planId, batches: [...batches] });
  const board = async () => (await room.board()).examinees[0];

  beforeEach(async () => {
    room = await startExamRoom();
    stream = (await room.sit(room.examinees[0])).stream;
    pushes = [];
    room.at(room.startMs + examRoomMinuteMs);
    write(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'), createRoomAnswerOp(2, 'A'));
    write(await createHandIn([stream]));
    room.at(room.endMs + 60 * examRoomMinuteMs);
    text = await file();
  });

  it('stores everything once, also if imported again or delivered by the PC afterwards', async () => {
    const { batches, head } = await read(text);
    expect(head).toMatchObject({ ...owner, ops: 5, batches: batches.length });
    const first = await bring(batches);
    expect(first.outcomes).toEqual([{ outcome: 'stored', ops: 5 }]);
    expect(first.examinees).toMatchObject([{ name: 'sitter0', receivedOps: 5, handedIn: true, complete: true }]);
    const before = await board();
    expect(before).toMatchObject({ complete: true, answered: 2, points: 4 });
    expect((await bring(batches)).outcomes).toEqual([{ outcome: 'held', ops: 0 }]);
    for (const push of pushes) expect((await room.server.post('/sync/push', push)).code).toBe(0);
    const { heardMs, ...after } = (await board()) ?? { heardMs: null };
    expect(after).toEqual({ ...before, heardMs: undefined });
    // Importing a file does not update `heardMs`, the time of the PC's last call.
    expect([before?.heardMs, heardMs]).toEqual([null, room.server.time.nowMs]);
  });

  it('adds the ops that the PC had not delivered before its network failed', async () => {
    for (const push of pushes.slice(0, 2)) await room.server.post('/sync/push', push);
    const { batches } = await read(text);
    expect((await bring(batches)).outcomes).toEqual([{ outcome: 'stored', ops: 3 }]);
    expect(await board()).toMatchObject({ complete: true, receivedOps: 5, answered: 2 });
  });

  it('contains no key and no answer in plain text', async () => {
    const sittingKey = (
      await room.examinees[0]?.read(examCalls.enter, {
        planId: room.planId,
        deviceId: '00000000-0000-4000-8000-000000000001',
        moveHere: true,
      })
    )?.sittingKey;
    if (sittingKey === undefined) return expect.unreachable();
    expect(text).not.toContain(sittingKey);
    const sealedOps = pushes.map((push) => push.ops[0]?.[5] ?? '');
    const open = sealedOps.reduce((rest, sealed) => rest.replaceAll(sealed, ''), text);
    expect(open).not.toMatch(/"v":|\["A"\]|answerKey|sittingKey|wrappedForSelf|contentKey/);
  });

  it('SY7: reports one altered byte anywhere; the intact file then adds the missing ops once', async () => {
    // Alter bytes that are neither line ends nor the tab. A changed line end joins two lines, and then both digests differ.
    const places = [3, 60, text.indexOf('\n') - 2, text.indexOf('\n') + 5, text.length - 60, text.length - 3];
    for (const at of places) {
      const altered = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      const found = await readAnswerFile(altered, hashText);
      if (found.kind !== 'file') continue;
      expect(found.damaged.length, `byte ${at}`).toBeGreaterThan(0);
      if (found.batches.length > 0) await bring(found.batches);
      const now = await board();
      expect([0, 5]).toContain(now?.receivedOps);
      expect(now?.concerns.aside).toBe(0);
    }
    expect((await bring((await read(text)).batches)).outcomes[0]?.outcome).toMatch(/stored|held/);
    expect(await board()).toMatchObject({ complete: true, receivedOps: 5, points: 4 });
  });

  it('SY7: altered with matching digests, is quarantined and counts for nothing', async () => {
    const { batches } = await read(text);
    const [batch] = batches;
    if (!batch) throw new Error('no batch');
    const ops = batch.ops.map((op, at) => (at === 1 ? ([...op.slice(0, 5), `${op[5].slice(0, -2)}AA`] as typeof op) : op));
    expect((await bring([{ ...batch, ops }])).outcomes).toEqual([{ outcome: 'aside', ops: 0 }]);
    expect(await board()).toMatchObject({ receivedOps: 0, answered: 0, concerns: { aside: 1 } });
    expect((await bring(batches)).outcomes).toEqual([{ outcome: 'stored', ops: 5 }]);
    expect(await board()).toMatchObject({ complete: true, points: 4 });
  });

  it('of another exam is refused with that reason and not stored', async () => {
    const { batches } = await read(text);
    const other = await startExamRoom();
    const answered = await other.teacher(examCalls.importAnswers, { planId: other.planId, batches: [...batches] });
    expect(answered).toEqual({ outcomes: [{ outcome: 'otherExam', ops: 0 }], examinees: [] });
    expect((await other.board()).examinees[0]).toMatchObject({ receivedOps: 0, concerns: { aside: 0 } });
    // Simulates an upload token that another server signed for an attempt of this server.
    const forged = batches.map((batch) => ({ ...batch, ticket: `${batch.ticket.slice(0, -3)}AAA` }));
    expect((await bring(forged)).outcomes).toEqual([{ outcome: 'foreign', ops: 0 }]);
  });

  it('reports how many batches a cut file lacks; batches without their predecessors are refused as a gap', async () => {
    for (let n = 0; n < 230; n += 1) write(createRoomAnswerOp(3, `A${n}`));
    text = await file();
    const lines = text.split('\n');
    expect(lines).toHaveLength(5);
    const cut = await read(`${lines.slice(0, 2).join('\n')}\n`);
    expect(cut).toMatchObject({ missing: 2, damaged: [] });
    const headless = await read(`${lines[0]}\n${lines.slice(2).join('\n')}`);
    expect((await bring(headless.batches)).outcomes.map((each) => each.outcome)).toEqual(['gap', 'gap']);
    expect((await bring((await read(text)).batches)).outcomes.map((each) => each.outcome)).toEqual(['stored', 'stored', 'stored']);
  });

  it('tells other files and files of a newer version apart, and has a safe file name', async () => {
    expect(await readAnswerFile('', hashText)).toEqual({ kind: 'none' });
    expect(await readAnswerFile('姓名,成绩\n王,100\n', hashText)).toEqual({ kind: 'none' });
    const json = JSON.stringify({ format: 'wenkao answers', version: 3, anything: [] });
    expect(await readAnswerFile(`${await hashText(json)}\t${json}\n`, hashText)).toEqual({ kind: 'newer' });
    expect(formatAnswerFileName({ ...owner, seat: '一/考场 03' })).toBe('一-考场 03_王小明_2026110001.wenkao');
    expect(formatAnswerFileName({ exam: 'A/B', seat: '', name: '', ticketNo: '' })).toBe('A-B.wenkao');
  });
});

it('SY18: only the staff of a plan see the code of a room, and it opens the package of an examinee there', async () => {
  const { openByReleaseCode } = await import('../../../sync/crypto/release-code.ts');
  const room = await startExamRoom();
  const { rooms } = await room.teacher(examCalls.showReleaseCodes, { planId: room.planId });
  expect(rooms).toMatchObject([{ roomId: 0, people: 1, code: expect.stringMatching(/^(\w{4}-){2}\w{4}$/) }]);
  const sealed = await room.examinees[0]?.read(examCalls.getPackage, { planId: room.planId });
  if (!sealed?.codeWrap) throw new Error('the package carries no wrap');
  const key = await openByReleaseCode(sealed.codeWrap, rooms[0]?.code ?? '', sealed);
  room.at(room.startMs);
  const released = await room.examinees[0]?.read(examCalls.release, { planId: room.planId });
  expect(key).toBe(released?.contentKey);
  expect((await room.examinees[0]?.post('/exam/showReleaseCodes', { planId: room.planId }))?.code).toBe(1003);
});
