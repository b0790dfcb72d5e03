import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serialiseState } from '../../../sync/engine/ops/canonical-state.ts';
import type { HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import { syncCalls } from '../../../sync/contract/exams/sync.ts';
import { verifyReceipt } from '../../../sync/crypto/receipt.ts';
import { Refusal } from '../../../server/http/handler.ts';
import { openProjectionDatabase } from '../../../server/answer-log/projection/projection-store.ts';
import { createHandIn } from '../../device/hand-in.ts';
import type { DeviceStream } from '../../device/sealed-stream.ts';
import {
  createRoomAnswerOp,
  enterOp,
  startExamRoom,
  examRoomMinuteMs,
  type ExamineePc,
  createReader,
  handInAndDeliver,
} from '../fixtures/exam-room.ts';
import { requireAcceptedPush, createAnswerLogRig, requireRefusedPush } from '../fixtures/answer-log-rig.ts';

describe('SY25: ops that a device announces without sending them, in the log', () => {
  let rig: Awaited<ReturnType<typeof createAnswerLogRig>>;
  let device: DeviceStream;
  beforeEach(async () => {
    rig = await createAnswerLogRig('memory');
    device = await rig.device();
  });
  afterEach(() => rig.close());

  const poll = async (written?: Record<string, number>, seen = 0) => {
    const pulled = await rig.pull({ ticket: device.ticket, newsSeen: seen, ...(written && { written }) });
    if (pulled instanceof Refusal) throw pulled;
    await rig.reads.waitUntilProjected();
    return pulled.news;
  };
  const news = async () => {
    await rig.reads.waitUntilProjected();
    return poll();
  };
  const summary = async () => {
    await rig.reads.waitUntilProjected();
    return (await rig.reads.summaries([device.header.attemptId]))[0];
  };
  /** A PC reports `written` ops, of which the server has three, and then loses its storage. A new tab hands in only the ops that it knows. */
  const lostThenHandedIn = async (written: number) => {
    requireAcceptedPush(await rig.push(device.push([enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B')])));
    await poll({ [device.header.streamId]: written });
    const tab = await rig.device(7, device.header.attemptId);
    tab.raiseLamport(device.lamport);
    requireAcceptedPush(await rig.push(tab.push([enterOp, createRoomAnswerOp(3, 'C')])));
    requireAcceptedPush(await rig.push(tab.push([await createHandIn([tab])])));
  };

  test('the signed receipt contains the number of announced ops that are missing', async () => {
    await lostThenHandedIn(9);
    const receipt = (await news())?.receipt as HandInReceipt;
    expect(receipt.missingOps).toBe(6);
    expect(await verifyReceipt(receipt, rig.keys.publicKeys.receiptPublic)).toBe(true);
    const { missingOps: _, ...whole } = receipt;
    expect(await verifyReceipt(whole, rig.keys.publicKeys.receiptPublic)).toBe(false);
    expect(await summary()).toMatchObject({ complete: true, missingOps: 6 });
  });

  test('the receipt contains no missing ops if all announced ops have arrived', async () => {
    await lostThenHandedIn(3);
    const receipt = (await news())?.receipt;
    expect(receipt).not.toHaveProperty('missingOps');
    expect(await summary()).toMatchObject({ complete: true, missingOps: 0 });
  });

  test('the receipt becomes complete when the missing ops arrive, and keeps its time of receipt', async () => {
    await lostThenHandedIn(5);
    const before = await news();
    expect(before?.receipt?.missingOps).toBe(2);
    rig.time.nowMs += examRoomMinuteMs;
    requireAcceptedPush(await rig.push(device.push([createRoomAnswerOp(4, 'A'), createRoomAnswerOp(5, 'A')])));
    const after = await news();
    expect(after?.receipt).not.toHaveProperty('missingOps');
    expect(after?.receipt?.receivedMs).toBe(before?.receipt?.receivedMs);
    expect(after?.version).toBeGreaterThan(before?.version ?? 0);
  });

  test('an announcement after the signature wakes the waiting poll and changes the receipt', async () => {
    requireAcceptedPush(await rig.push(device.push([enterOp, createRoomAnswerOp(1, 'A')])));
    requireAcceptedPush(await rig.push(device.push([await createHandIn([device])])));
    const whole = await news();
    expect(whole?.receipt).not.toHaveProperty('missingOps');
    const waiting = rig.pull({ ticket: device.ticket, newsSeen: whole?.version ?? 0, waitMs: 25_000 });
    await poll({ [device.header.streamId]: 4 });
    const woken = await waiting;
    expect(woken instanceof Refusal ? null : woken.news?.receipt?.missingOps).toBe(1);
  });

  test('a push announces the ops that its stream holds beyond the batch', async () => {
    requireAcceptedPush(await rig.push({ ...device.push([enterOp, createRoomAnswerOp(1, 'A')]), written: 40 }));
    const tab = await rig.device(7, device.header.attemptId);
    tab.raiseLamport(device.lamport);
    requireAcceptedPush(await rig.push(tab.push([await createHandIn([tab])])));
    expect(await summary()).toMatchObject({ missingOps: 38 });
  });

  test('announced ops survive a killed server and a projection rebuilt from the log', async () => {
    await lostThenHandedIn(9);
    const { attemptId } = device.header;
    const before = await news();
    expect(before?.receipt?.missingOps).toBe(6);
    const was = serialiseState(rig.answerLog.projector.attempt(attemptId)?.state as never);
    await rig.restart({ projections: openProjectionDatabase(':memory:') });
    const after = await news();
    expect(serialiseState(rig.answerLog.projector.attempt(attemptId)?.state as never)).toBe(was);
    expect({ ...after?.receipt, signature: '' }).toEqual({ ...before?.receipt, signature: '' });
    expect(after?.version).toBe(before?.version);
    // A hand-in does not stop delivery: the server still accepts an op of the first stream.
    expect(requireAcceptedPush(await rig.push(device.push([createRoomAnswerOp(4, 'A')]))).ackedThrough).toBe(4);
  });

  test('a repeated announcement is written to the log once', async () => {
    requireAcceptedPush(await rig.push(device.push([enterOp])));
    const before = rig.answerLog.log.end();
    for (let times = 0; times < 5; times += 1) await poll({ [device.header.streamId]: 4 });
    expect(rig.answerLog.log.end()).toBe(before + 1);
  });

  test('growing announcements of one attempt write a bounded number of log entries', async () => {
    requireAcceptedPush(await rig.push(device.push([enterOp])));
    const before = rig.answerLog.log.end();
    for (let seq = 2; seq < 400; seq += 1) await poll({ [device.header.streamId]: seq });
    expect(rig.answerLog.log.end() - before).toBeLessThan(200);
  });

  test('announced ops that lie in quarantine as a fork do not count as missing', async () => {
    requireAcceptedPush(await rig.push(device.push([enterOp, createRoomAnswerOp(1, 'A')])));
    const rewound = device.clone();
    await poll({ [device.header.streamId]: 4 });
    const branch = rewound.push([createRoomAnswerOp(2, 'D'), createRoomAnswerOp(3, 'D')]);
    requireAcceptedPush(await rig.push(device.push([createRoomAnswerOp(2, 'C')])));
    expect(await summary()).toMatchObject({ missingOps: 1 });
    expect(requireRefusedPush(await rig.push(branch)).data).toMatchObject({ reason: 'fork', kept: true });
    expect(await summary()).toMatchObject({ missingOps: 0, concerns: { aside: 1 } });
  });
});

describe('SY25: announced but undelivered ops, on receipt, board and release', () => {
  type Room = Awaited<ReturnType<typeof startExamRoom>>;
  const tells = (room: Room, pc: ExamineePc, written: number) => {
    const { ticket, header } = pc.stream;
    return createReader(room.server.post)(syncCalls.pull, {
      ticket,
      newsSeen: 0,
      serverEpoch: '',
      waitMs: 0,
      written: { [header.streamId]: written },
    });
  };
  const newsAt = (room: Room, pc: ExamineePc) =>
    createReader(room.server.post)(syncCalls.pull, { ticket: pc.stream.ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 });

  /** Plays an examinee who answers at PC A, moves to PC B and hands in there. PC A reports `written` ops, of which two arrive. */
  async function movedAndHandedIn(written: number) {
    const room = await startExamRoom();
    const [examinee] = room.examinees;
    room.at(room.startMs + examRoomMinuteMs);
    const a = await room.sit(examinee);
    await a.send(enterOp, createRoomAnswerOp(1, 'A'));
    await tells(room, a, written);
    const undelivered = a.write(...[2, 3, 4].map((item) => createRoomAnswerOp(item, 'A')));
    const b = await room.sit(examinee, a);
    await b.send(enterOp, createRoomAnswerOp(2, 'B'));
    await handInAndDeliver(b);
    return { room, examinee, a, b, undelivered };
  }

  test('receipt, board and decision page count the undelivered ops of the old PC after a move', async () => {
    const { room, examinee, b, undelivered } = await movedAndHandedIn(5);
    expect((await newsAt(room, b)).news?.receipt?.missingOps).toBe(3);
    const row = async () => (await room.board()).examinees[0];
    expect(await row()).toMatchObject({ handedIn: true, complete: true, missingOps: 3 });
    expect(await room.evidence(examinee)).toMatchObject({ complete: true, missingOps: 3 });
    // The old PC is online again: its ops wait for a staff decision, and no op is missing any more.
    expect((await undelivered()).code).toBe(0);
    expect((await newsAt(room, b)).news).toMatchObject({ receipt: { opCount: 2 }, waiting: 3 });
    expect((await newsAt(room, b)).news?.receipt).not.toHaveProperty('missingOps');
    expect(await row()).toMatchObject({ missingOps: 0, concerns: { waiting: { olderEpoch: 3 } } });
  });

  test('an old PC whose announced ops have all arrived is not reported, although it handed in nothing', async () => {
    const { room, b } = await movedAndHandedIn(2);
    expect((await newsAt(room, b)).news?.receipt).not.toHaveProperty('missingOps');
    expect((await room.board()).examinees[0]).toMatchObject({ complete: true, missingOps: 0 });
  });

  test('the release waits for announced ops, names the examinee, and proceeds once staff waive the attempt', async () => {
    const { room, examinee } = await movedAndHandedIn(1e9);
    room.at(room.endMs + 30 * examRoomMinuteMs);
    const release = () => room.staff('/exam/releaseScores', { id: room.planId });
    const refusal = await release();
    expect(refusal).toMatchObject({ code: 1002, data: { outstanding: [{ userId: examinee.userId, wait: 'delivery' }] } });
    expect(refusal.msg).toContain('作答未收齐 1 人');
    const waived = await room.staff('/exam/waive', { planId: room.planId, userIds: [examinee.userId], reason: '旧电脑已报废' });
    expect(waived).toMatchObject({ code: 0, data: { waived: 1 } });
    expect(await release()).toMatchObject({ code: 0 });
  });
});
