import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { deriveGrantIncidentId, deriveSeatKey } from '../../../sync/crypto/seat-grant.ts';
import { createRoomLogReads } from '../../../server/answer-log/calls/room-log-reads.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs, handInAndDeliver } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

describe('commands of an invigilator’s tablet in the log of its room', () => {
  it('are written once, with their effect, into the logs of the attempts they name', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server } = await startWatchedRoom();
    const [one, two] = examinees;
    at(startMs - examRoomMinuteMs);
    const pc = await sit(one);
    at(startMs + examRoomMinuteMs);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    const seats = (await board()).seats;
    const [a, b] = [one, two].map((who) => seats.find((seat) => seat.userId === who.userId)?.attemptId ?? '');
    if (!a || !b) throw new Error('no seats');
    const tab = await tablet();
    const markId = randomUUID();
    const sent = tab.write(
      act({ kind: 'identity', matches: true, note: '' }, [a]),
      act({ kind: 'absent', reason: '未到' }, [b]),
      act({ kind: 'extend', ms: 600_000, reason: '断电' }, [a, b]),
      act({ kind: 'message', text: '请看黑板' }, [a]),
      act({ kind: 'cheating', reason: '夹带', note: '抽屉' }, [a], markId),
      act({ kind: 'incident', text: '09:40 停电两分钟' }, []),
    );
    expect((await sent()).code).toBe(0);
    // The tablet sends everything again, as after a lost reply.
    expect((await sent()).code).toBe(0);
    const after = await board();
    const seat = (attemptId: string) => after.seats.find((each) => each.attemptId === attemptId);
    expect(seat(a)).toMatchObject({ identity: 'matches', status: -3, extensionMs: 600_000, marks: [{ markId, reason: '夹带' }] });
    expect(seat(b)).toMatchObject({ identity: 'unchecked', status: -2, extensionMs: 600_000 });
    expect(after.acts).toHaveLength(6);
    expect(new Set(after.acts.flatMap((each) => Object.values(each.fates)))).toEqual(new Set(['holds']));
    expect(after.acts[0]?.by).toBe('用户5');
    const news = server.deps.answerLog.projector.newsAfter(a, 0);
    expect(news).toMatchObject({ extensionMs: 600_000, cheatingReason: '夹带', messages: [{ text: '请看黑板' }] });

    // An examinee who was marked absent enters after all, which voids the mark of absence. The mark of cheating is revoked by its id.
    at(startMs + 2 * examRoomMinuteMs);
    const other = await sit(two);
    await other.send(enterOp, createRoomAnswerOp(1, 'B'));
    await tab.send(act({ kind: 'revoke', markIds: [markId], reason: '查清' }, [a]));
    const then = await board();
    expect(then.seats.map((each) => each.status)).toEqual([0, 0]);
  });

  it('the board shows that a PC cannot reload without a network, once the PC has reported it', async () => {
    const { examinees, sit, at, startMs, board, server } = await startWatchedRoom(1);
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    await pc.send(enterOp);
    const poll = { ticket: pc.stream.ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 };
    const reported = async (more: { offlineReady?: boolean }) => {
      expect((await server.post('/sync/pull', { ...poll, ...more })).code).toBe(0);
      return (await board()).seats[0]?.offlineReady;
    };
    expect((await board()).seats[0]?.offlineReady).toBeNull();
    // The page of an older build sends no `offlineReady`.
    expect(await reported({})).toBeNull();
    const { version } = await board();
    expect(await reported({ offlineReady: false })).toBe(false);
    expect((await board()).version).not.toBe(version);
    expect(await reported({})).toBe(false);
    expect(await reported({ offlineReady: true })).toBe(true);
  });

  it('pause an attempt, and the pause gives back no more time than the server observed', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server } = await startWatchedRoom(1);
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    await pc.send(enterOp);
    const a = pc.stream.header.attemptId;
    const tab = await tablet();
    const pauseId = randomUUID();
    await tab.send(act({ kind: 'pause', reason: '火警' }, [a], pauseId));
    expect((await board()).seats[0]?.pause).toEqual({ pauseId, reason: '火警' });
    expect(server.deps.answerLog.projector.newsAfter(a, 0)).toMatchObject({ paused: true, pauseReason: '火警' });
    at(startMs + 4 * examRoomMinuteMs);
    // The command claims to give back an hour. The server gives back only the three minutes that it measured.
    await tab.send(act({ kind: 'resume', pauseId, ms: 60 * examRoomMinuteMs }, [a]));
    expect((await board()).seats[0]).toMatchObject({ pause: null, extensionMs: 3 * examRoomMinuteMs });
    expect(server.deps.answerLog.projector.newsAfter(a, 0)).toMatchObject({ paused: false });
    // A resume for an unknown pause has no effect.
    await tab.send(act({ kind: 'resume', pauseId: randomUUID(), ms: 60 * examRoomMinuteMs }, [a]));
    expect((await board()).acts.at(-1)?.fates).toEqual({ [a]: 'void' });
  });

  it('wait for a decision if late, unless the examinee’s PC confirms them; after the release they are void', async () => {
    const { examinees, sit, at, startMs, endMs, tablet, act, board, release, planId, roomId, deps } = await startWatchedRoom(2).then(
      (w) => ({
        ...w,
        deps: w.server.deps,
      }),
    );
    const [one, two] = examinees;
    at(startMs + examRoomMinuteMs);
    const [pc, other] = [await sit(one), await sit(two)];
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await other.send(enterOp, createRoomAnswerOp(1, 'A'));
    const [a, b] = [pc.stream.header.attemptId, other.stream.header.attemptId];
    const key = await deriveSeatKey(createRoomLogReads(deps.answerLog).roomKey(planId, roomId), a);
    const incidentId = await deriveGrantIncidentId(key, { minutes: 10, no: 0 });

    at(endMs + 30 * examRoomMinuteMs);
    const tab = await tablet();
    await tab.send(
      act({ kind: 'extend', ms: 600_000, reason: '断网口述', grant: 0 }, [a], incidentId),
      act({ kind: 'extend', ms: 600_000, reason: '断网口述', grant: 0 }, [b]),
      act({ kind: 'cheating', reason: '替考', note: '' }, [b]),
    );
    const fates = async () => (await board()).acts.map((each) => Object.values(each.fates)[0]);
    expect(await fates()).toEqual(['late', 'late', 'holds']);
    expect((await board()).seats.map((seat) => seat.extensionMs)).toEqual([0, 0]);
    // The PC is online again and reports which grant of extra time was typed in.
    await pc.send({ type: 'time.granted@1', payload: { incidentId, ms: 600_000 } });
    await expect.poll(fates).toEqual(['holds', 'late', 'holds']);
    expect((await board()).seats.find((seat) => seat.attemptId === a)?.extensionMs).toBe(600_000);

    await release();
    await tab.send(act({ kind: 'extend', ms: 600_000, reason: '补时' }, [a]), act({ kind: 'cheating', reason: '事后', note: '' }, [a]));
    expect((await fates()).slice(-2)).toEqual(['afterRelease', 'afterRelease']);
    expect((await board()).seats.find((seat) => seat.attemptId === a)?.marks).toEqual([]);
  });
});

describe('the room command processor and the board', () => {
  it('closes a room only with a complete list of seats, and only once nobody can answer any more', async () => {
    const { examinees, sit, at, startMs, endMs, tablet, act, board } = await startWatchedRoom(2);
    const [one, two] = examinees;
    at(startMs + examRoomMinuteMs);
    const [a, b] = [(await sit(one)).stream.header.attemptId, (await sit(two)).stream.header.attemptId];
    const tab = await tablet();
    const seat = (attemptId: string, whole: boolean, waived: string) => ({ attemptId, receivedOps: 0, whole, waived });
    const fates = async () => (await board()).acts.flatMap((each) => Object.values(each.fates));
    await tab.send(
      act({ kind: 'close', seats: [seat(a, true, '')] }, []),
      act({ kind: 'close', seats: [seat(a, true, ''), seat(b, false, ' ')] }, []),
      act({ kind: 'close', seats: [seat(a, true, ''), seat(b, false, '电脑损坏')] }, []),
      act({ kind: 'extend', ms: 600_000, reason: '断电' }, [b]),
      act({ kind: 'close', seats: [seat(a, true, ''), seat(b, true, '')] }, []),
    );
    expect(await fates()).toEqual(['void', 'void', 'void', 'holds', 'holds']);
    const waived = () => act({ kind: 'close', seats: [seat(a, true, ''), seat(b, false, '电脑损坏')] }, []);
    at(endMs + 9 * examRoomMinuteMs);
    await tab.send(waived());
    at(endMs + 10 * examRoomMinuteMs);
    const pauseId = randomUUID();
    await tab.send(act({ kind: 'pause', reason: '断电' }, [b], pauseId), waived());
    expect((await fates()).slice(-1)).toEqual(['void']);
    await tab.send(act({ kind: 'resume', pauseId, ms: 0 }, [b]), waived());
    expect((await fates()).slice(-2)).toEqual(['holds', 'holds']);
  });

  it('shows which examinees continue on paper, and whether their sheet has been typed in', async () => {
    const { examinees, sit, at, startMs, board, staff, planId } = await startWatchedRoom(2);
    const [one, two] = examinees;
    at(startMs + examRoomMinuteMs);
    await (await sit(one)).send(enterOp, createRoomAnswerOp(1, 'A'));
    await (await sit(two)).send(enterOp);
    const sheets = async () => (await board()).seats.map((seat) => [seat.userId === one.userId, seat.sheet]);
    expect(await sheets()).toEqual([
      [true, 'none'],
      [false, 'none'],
    ]);
    const me = { planId, userId: one.userId };
    expect((await staff('/exam/issueSheet', me)).data).toEqual({ sheet: 2 });
    expect(await sheets()).toContainEqual([true, 'given']);
    expect((await staff('/exam/enterSheet', { ...me, sheet: 2, answers: [{ itemId: '2', value: ['B'] }] })).data).toEqual({ written: 1 });
    expect(await sheets()).toEqual([
      [true, 'typed'],
      [false, 'none'],
    ]);
  });

  it('decides a command later if the disk was full when it arrived', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server } = await startWatchedRoom(1);
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const a = (await sit(one)).stream.header.attemptId;
    const tab = await tablet();
    const { writer, projector } = server.deps.answerLog;
    const append = writer.append.bind(writer);
    let failures = 0;
    writer.append = (...args) => (failures++ < 2 ? Promise.reject(new Error('the disk is full')) : append(...args));
    await tab.send(act({ kind: 'extend', ms: 600_000, reason: '断电' }, [a]));
    await expect.poll(() => projector.newsAfter(a, 0)?.extensionMs, { timeout: 20_000 }).toBe(600_000);
    expect(failures).toBeGreaterThan(2);
    await expect.poll(async () => (await board()).acts[0]?.fates).toEqual({ [a]: 'holds' });
  });
});

describe('room commands and scores: what is refused', () => {
  it('room commands and staff ops written by an examinee have no effect', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server, logId } = await startWatchedRoom();
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    const a = pc.stream.header.attemptId;
    await pc.send(enterOp);
    const tab = await tablet();
    const markId = randomUUID();
    await tab.send(act({ kind: 'cheating', reason: '夹带', note: '' }, [a], markId));
    // The examinee writes a room command and ops of staff into their own stream, with their own upload token.
    await pc.send(act({ kind: 'extend', ms: 3_600_000, reason: 'x' }, [a]), { type: 'conduct.revoke@1', payload: { markIds: [markId] } });
    await pc.send({ type: 'time.extend@1', payload: { incidentId: randomUUID(), ms: 3_600_000 } });
    // A stream in the room's log is refused, because the upload token is for the examinee's attempt.
    const forged = await DeviceStream.open(server.deps.keys, one.userId, startMs, logId);
    const asRoom = { ...forged.push([act({ kind: 'extend', ms: 3_600_000, reason: 'x' }, [a])]), ticket: pc.stream.ticket };
    expect((await server.post('/sync/push', asRoom)).code).not.toBe(0);
    // Adds `room`, the field of a tablet's upload token, to the examinee's token, whose signature then no longer fits.
    const [body = '', mac = ''] = pc.stream.ticket.split('.');
    const said = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), room: true };
    const ticket = `${Buffer.from(JSON.stringify(said)).toString('base64url')}.${mac}`;
    expect((await server.post('/sync/push', { ...pc.stream.push([enterOp]), ticket })).code).not.toBe(0);
    const after = await board();
    expect(after.seats.find((seat) => seat.attemptId === a)).toMatchObject({ status: -3, extensionMs: 0, marks: [{ markId }] });
    expect(after.acts).toHaveLength(1);
    expect(server.deps.answerLog.projector.newsAfter(a, 0)?.verdicts.every((run) => run.verdict === 'quarantined')).toBe(true);
  });

  it('commands of an invigilator of another room, or one off duty, are recorded without effect', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server, planId, roomId, staff } = await startWatchedRoom();
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    const a = pc.stream.header.attemptId;
    await pc.send(enterOp);
    const stranger = await server.addUser(5, 'stranger');
    const theirs = await tablet(stranger);
    await theirs.send(act({ kind: 'extend', ms: 600_000, reason: '帮忙' }, [a]));
    const tab = await tablet();
    await tab.send(act({ kind: 'extend', ms: 600_000, reason: '别的考场' }, [randomUUID()]));
    expect((await board()).acts.map((each) => Object.values(each.fates)[0])).toEqual(expect.arrayContaining(['offDuty', 'otherRoom']));
    expect((await board()).seats.map((seat) => seat.extensionMs)).toEqual([0, 0]);
    // An invigilator without duty in this room can neither see the room nor get its keys.
    const call = await server.callOf(stranger);
    for (const [path, body] of [
      ['/invigilation/getBoard', { planId, roomId }],
      ['/invigilation/enter', { planId, roomId }],
      ['/invigilation/getExaminee', { planId, userId: one.userId }],
      ['/invigilation/getScores', { planId }],
    ] as const)
      expect((await call(path, body)).code, path).toBe(1005);
    expect(await call('/invigilation/getRooms', {})).toMatchObject({ data: { items: [] } });
    await staff('/exam/setStaff', { planId, roomId, userId: server.idOf('type5'), on: false });
    await tab.send(act({ kind: 'cheating', reason: '夹带', note: '' }, [a]));
    await staff('/exam/setStaff', { planId, roomId, userId: server.idOf('type5'), on: true });
    // The invigilator is assigned to the room again, so the server's next decision accepts the waiting room command.
    await expect.poll(async () => (await board()).acts.at(-1)?.fates[a]).toBe('holds');
  });

  it('an invigilator sees no points before the scores are released', async () => {
    const { examinees, sit, at, startMs, endMs, watch, planId, release } = await startWatchedRoom(1);
    const [one] = examinees;
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    at(endMs + 30 * examRoomMinuteMs);
    expect((await watch(invigilationCalls.getScores, { planId })).items).toMatchObject([{ points: null, passed: null, status: 1 }]);
    const seen = JSON.stringify(await watch(invigilationCalls.getExaminee, { planId, userId: one.userId }));
    expect(seen).not.toMatch(/"value"|"points"|"stem"/);
    await release();
    expect((await watch(invigilationCalls.getScores, { planId })).items).toMatchObject([{ points: 2, passed: false }]);
  });
});
