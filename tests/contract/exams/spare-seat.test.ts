import { beforeEach, describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { openByReleaseCode } from '../../../sync/crypto/release-code.ts';
import { openSpareSeat } from '../../../sync/crypto/spare-seat.ts';
import { verifyUploadToken } from '../../../server/answer-log/log/upload-token.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs, ExamineePc } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

type Room = Awaited<ReturnType<typeof startExamRoom>>;

/** Covers SY15: an examinee continues at a spare PC while the old PC, the spare PC and the server have no network. */
describe('a spare PC', () => {
  let room: Room;
  const kitOf = () => room.teacher(examCalls.getSpareKit, { planId: room.planId, roomId: 0 });
  const codeOf = (userId: number) => room.teacher(examCalls.showSpareCode, { planId: room.planId, userId });
  /** Opens a tab at the spare PC. The seat's code gives it the grant with the upload token of the next epoch. */
  const spareTab = async (): Promise<ExamineePc> => {
    const [sealed] = (await kitOf()).seats;
    const { code } = await codeOf(room.examinees[0].userId);
    const seat = sealed && (await openSpareSeat(sealed, code.toLowerCase().replace('-', ' ')));
    if (!seat) throw new Error('the code did not open the seat');
    const { attemptId, epoch, actor, ticket } = seat.grant;
    expect(epoch).toBe(2);
    const stream = await DeviceStream.open(room.server.deps.keys, actor, room.server.time.nowMs, attemptId, epoch, ticket);
    return new ExamineePc(room.server, stream);
  };
  beforeEach(async () => {
    room = await startExamRoom({ people: 2 });
  });

  it('holds sealed seats that open only by their own code, and a paper that opens only by the room’s code', async () => {
    const kit = await kitOf();
    expect(kit.seats).toHaveLength(2);
    expect(JSON.stringify(kit)).not.toMatch(/sitter0|sittingKey|attemptId/);
    const [first, second] = kit.seats;
    const { code, name } = await codeOf(room.examinees[0].userId);
    if (!first || !second) throw new Error('two seats');
    expect(code).toMatch(/^\w{5}-\w{5}$/);
    expect(await openSpareSeat(first, code)).toMatchObject({
      user: { id: room.examinees[0].userId, name },
      notice: { planId: room.planId },
    });
    expect(await openSpareSeat(second, code)).toBeUndefined();
    expect(await openSpareSeat({ ...first, seatLabel: 'another seat' }, code)).toBeUndefined();
    expect(await openSpareSeat({ ...first, epoch: 3 }, code)).toBeUndefined();
    expect(await openSpareSeat(first, 'ABC')).toBeUndefined();
    const { rooms } = await room.teacher(examCalls.showReleaseCodes, { planId: room.planId });
    const [paper] = kit.packages;
    expect(paper?.codeWrap && (await openByReleaseCode(paper.codeWrap, rooms[0]?.code ?? '', paper))).toBeDefined();
    expect(paper?.codeWrap && (await openByReleaseCode(paper.codeWrap, `${code}00`, paper))).toBeUndefined();
    for (const path of ['/exam/getSpareKit', '/exam/showSpareCode'])
      expect((await room.examinees[0].post(path, { planId: room.planId, roomId: 0, userId: room.examinees[0].userId })).code).toBe(1003);
  });

  it('counts its answers; answers left on the failed PC wait for a decision', async () => {
    const old = await room.sit(room.examinees[0]);
    room.at(room.startMs + examRoomMinuteMs);
    await old.send(enterOp, createRoomAnswerOp(1, 'A'));
    // The network fails, so two answers are on the old PC only.
    const rest = old.write(createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'B'));
    const spare = await spareTab();
    room.at(room.startMs + 10 * examRoomMinuteMs);
    const written = spare.write(enterOp, createRoomAnswerOp(3, 'A'), createRoomAnswerOp(4, 'A'));
    const handIn = await spare.handIn();
    room.at(room.endMs + 60 * examRoomMinuteMs);
    for (const delivery of [written, handIn]) expect((await delivery()).code).toBe(0);
    const [before] = (await room.board()).examinees;
    expect(before).toMatchObject({ complete: true, answered: 3, points: 6, concerns: { waiting: { olderEpoch: 0 } } });
    expect((await rest()).code).toBe(0);
    const [after] = (await room.board()).examinees;
    expect(after).toMatchObject({ complete: true, answered: 3, points: 6, concerns: { waiting: { olderEpoch: 2 }, epochDisputed: false } });
    const evidence = await room.evidence(room.examinees[0]);
    // The server received the first op of the spare PC after the end, so nothing proves when item 4 was answered.
    expect(evidence.items.map((item) => item.itemId)).toEqual(['2', '3', '4']);
    expect(evidence.items[2]?.versions).toMatchObject([{ label: 'unprovable', timeDoubtful: true, winner: true }]);
    // The grant that opens the spare PC's epoch is recorded once, however often the first push is repeated.
    expect((await written()).code).toBe(0);
    expect((await room.evidence(room.examinees[0])).streams.filter((stream) => stream.grantedMs !== null)).toHaveLength(1);
  });

  it('used in parallel with an online move raises a dispute on the board, and both PCs’ answers are stored', async () => {
    const old = await room.sit(room.examinees[0]);
    const spare = await spareTab();
    const moved = await room.sit(room.examinees[0], old);
    room.at(room.startMs + examRoomMinuteMs);
    await moved.send(enterOp, createRoomAnswerOp(1, 'A'));
    expect((await spare.send(enterOp, createRoomAnswerOp(2, 'A'))).code).toBe(0);
    const [row] = (await room.board()).examinees;
    expect(row).toMatchObject({ answered: 2, receivedOps: 4, concerns: { epochDisputed: true } });
    // The list of spare seats is for the next epoch now, so the earlier code is no longer shown.
    const [sealed] = (await kitOf()).seats;
    expect(sealed?.epoch).toBe(3);
  });

  it('used in parallel with an answer sheet on paper raises a dispute on the board', async () => {
    const old = await room.sit(room.examinees[0]);
    const spare = await spareTab();
    room.at(room.startMs + examRoomMinuteMs);
    await old.send(enterOp, createRoomAnswerOp(1, 'A'));
    const seat = { planId: room.planId, userId: room.examinees[0].userId };
    expect((await room.staff('/exam/issueSheet', seat)).data).toEqual({ sheet: 2 });
    const typed = { ...seat, sheet: 2, answers: [{ itemId: '2', value: ['A'] }] };
    expect((await room.staff('/exam/enterSheet', typed)).data).toEqual({ written: 1 });
    expect((await room.board()).examinees[0]).toMatchObject({ answered: 2, concerns: { epochDisputed: false } });
    expect((await spare.send(enterOp, createRoomAnswerOp(3, 'B'))).code).toBe(0);
    expect((await room.board()).examinees[0]).toMatchObject({ answered: 3, concerns: { epochDisputed: true } });
    // The grant that opens the spare PC's epoch is recorded once, however often the spare PC pushes, also after a restart of the server.
    await spare.send(createRoomAnswerOp(4, 'B'));
    const { attemptId, actor, epoch, streamId } = spare.stream.header;
    const { writer, projector } = room.server.deps.answerLog;
    await writer.noteEpoch(attemptId, actor, epoch, streamId);
    await projector.waitUntilProjected();
    expect(projector.attempt(attemptId)?.state.grants.map((grant) => [grant.epoch, grant.paper ?? false])).toEqual([
      [2, true],
      [2, false],
    ]);
  });

  it('needs a signed token, which cannot be forged from an ordinary upload token', async () => {
    const old = await room.sit(room.examinees[0]);
    const [body = '', signature = ''] = old.stream.ticket.split('.');
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = `${Buffer.from(JSON.stringify({ ...fields, epoch: 2, spare: true })).toString('base64url')}.${signature}`;
    expect(verifyUploadToken(room.server.deps.keys, forged)).toBeUndefined();
  });
});

it('SY15: a room’s tablet holds the spare codes, also offline, and records their use in the room’s log', async () => {
  const room = await startWatchedRoom(2);
  const { planId, roomId, watch, at, startMs, sit, board, tablet, act } = room;
  const [one] = room.examinees;
  const codesOf = async () => (await watch(examCalls.myReleaseCodes, { planId })).items[0];
  at(startMs - 61 * examRoomMinuteMs);
  expect((await room.watcher('/exam/myReleaseCodes', { planId })).code).toBe(1002);
  at(startMs - 50 * examRoomMinuteMs);
  const kit = await room.teacher(examCalls.getSpareKit, { planId, roomId });
  const held = await codesOf();
  expect(held).toMatchObject({ roomId, seats: [{ epoch: 2 }, { epoch: 2 }] });
  const { seats: shown } = await watch(invigilationCalls.getBoard, { planId, roomId });
  expect(shown.map((seat) => [seat.attemptId, seat.epoch])).toEqual(held?.seats.map((seat) => [seat.attemptId, 1]));

  // Each code opens only the sealed seat of its own attempt, and equals the code that staff see.
  for (const { attemptId, code } of held?.seats ?? []) {
    const opened = await Promise.all(kit.seats.map((seat) => openSpareSeat(seat, code)));
    expect(opened.flatMap((seat) => (seat ? [seat.grant.attemptId] : []))).toEqual([attemptId]);
    const userId = shown.find((seat) => seat.attemptId === attemptId)?.userId ?? 0;
    expect((await room.teacher(examCalls.showSpareCode, { planId, userId })).code).toBe(code);
  }
  for (const post of [one.post, await room.server.callAs(4)]) expect((await post('/exam/myReleaseCodes', { planId })).code).toBe(1003);

  // The network fails. The tablet records that an invigilator gave out a code; the examinee's epoch changes only when the new PC sends an op.
  at(startMs + examRoomMinuteMs);
  const old = await sit(one);
  await old.send(enterOp, createRoomAnswerOp(1, 'A'));
  const attemptId = old.stream.header.attemptId;
  const given = (await tablet()).write(act({ kind: 'move', reason: '主机坏了' }, [attemptId]));
  expect((await given()).code).toBe(0);
  const after = await board();
  expect(after.acts).toMatchObject([
    { act: { kind: 'move', reason: '主机坏了' }, attemptIds: [attemptId], fates: { [attemptId]: 'holds' } },
  ]);
  const seat = after.seats.find((each) => each.attemptId === attemptId);
  expect(seat).toMatchObject({ epoch: 1, receivedOps: 2, extensionMs: 0, handedIn: false });

  // The examinee moves while the network works. The room's board shows the new epoch, and the seat gets another code for the next move.
  await sit(one, old);
  expect((await board()).seats.find((each) => each.attemptId === attemptId)?.epoch).toBe(2);
  expect((await codesOf())?.seats.find((each) => each.attemptId === attemptId)?.epoch).toBe(3);
});
