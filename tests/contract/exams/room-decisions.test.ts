import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { serialiseLockdown, noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { deriveGrantIncidentId, deriveSeatKey } from '../../../sync/crypto/seat-grant.ts';
import { createRoomLogReads } from '../../../server/answer-log/calls/room-log-reads.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

describe('decisions on what happens in a room', () => {
  it('leaving the paper is counted, reported from the plan’s limit on, and pauses once at each multiple', async () => {
    const { examinees, sit, at, startMs, tablet, act, board, server, planId, settled } = await startWatchedRoom(1);
    const [one] = examinees;
    const rules = { fullscreen: true, warnAt: 1, pauseAt: 3, reportAt: 2 };
    await server.deps.db
      .updateTable('exam_plan')
      .set({ lockdown: serialiseLockdown({ ...noLockdown, ...rules }) })
      .where('id', '=', planId)
      .execute();
    at(startMs + examRoomMinuteMs);
    const pc = await sit(one);
    const a = pc.stream.header.attemptId;
    const leaves = { type: 'conduct.seen@1', payload: { kind: 'focus' } };
    const pauseOf = async () => {
      await settled();
      return (await board()).seats[0]?.pause;
    };
    expect((await one.read(examCalls.myList, {})).items[0]?.lockdown).toMatchObject(rules);
    await pc.send(enterOp, leaves);
    expect((await board()).seats[0]).toMatchObject({ pause: null, answered: 0, receivedOps: 2 });
    expect((await board()).seats[0]?.seen).toEqual({});
    const second = pc.write({ type: 'conduct.seen@1', payload: { kind: 'paste' } });
    expect((await second()).code).toBe(0);
    // The PC repeats the report, as after a lost reply. It counts as the same event.
    expect((await second()).code).toBe(0);
    expect((await board()).seats[0]).toMatchObject({ seen: { focus: 1, paste: 1 }, pause: null });
    await pc.send(leaves);
    await expect.poll(pauseOf).toMatchObject({ reason: '离开考试界面 3 次' });
    // The examinee may continue and is paused again only at the next multiple of the limit. A pause for leaving the paper gives no time back.
    const tab = await tablet();
    await tab.send(act({ kind: 'resume', pauseId: (await pauseOf())?.pauseId ?? '', ms: 5 * examRoomMinuteMs }, [a]));
    expect((await board()).seats[0]).toMatchObject({ pause: null, extensionMs: 0 });
    await pc.send(leaves, createRoomAnswerOp(1, 'A'));
    expect((await board()).seats[0]).toMatchObject({ seen: { focus: 3, paste: 1 }, pause: null, answered: 1 });
    await pc.send(leaves, leaves);
    await expect.poll(pauseOf).toMatchObject({ reason: '离开考试界面 6 次' });
    // A tablet cannot report that an examinee left the page.
    await tab.send(leaves);
    expect((await board()).seats[0]).toMatchObject({ seen: { focus: 5, paste: 1 } });
  });

  it('staff decide a waiting command once, separately for each examinee', async () => {
    const { examinees, sit, at, startMs, endMs, tablet, act, board, settled, teacher, planId, roomId, server, watcher } =
      await startWatchedRoom(2);
    const [one, two] = examinees;
    at(startMs + examRoomMinuteMs);
    const [pc, other] = [await sit(one), await sit(two)];
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    await other.send(enterOp, createRoomAnswerOp(1, 'A'));
    const [a, b] = [pc.stream.header.attemptId, other.stream.header.attemptId];
    const key = await deriveSeatKey(createRoomLogReads(server.deps.answerLog).roomKey(planId, roomId), b);
    const incidentId = await deriveGrantIncidentId(key, { minutes: 10, no: 0 });
    at(endMs + 30 * examRoomMinuteMs);
    const tab = await tablet();
    await tab.send(act({ kind: 'extend', ms: 600_000, reason: '断网口述', grant: 0 }, [a, b], incidentId));
    await settled();
    const open = async () => (await teacher(invigilationCalls.getOpenActs, { planId })).items;
    const waiting = await open();
    expect(waiting).toMatchObject([
      { attemptId: a, fate: 'late', by: '用户5', confirmed: false, deadlineMs: endMs, receivedMs: endMs + 30 * examRoomMinuteMs },
      { attemptId: b, fate: 'late', confirmed: false },
    ]);
    const [first] = waiting;
    if (!first) throw new Error('nothing waits');
    const about = { planId, roomId, streamId: first.streamId, seq: first.seq, reason: '监控可证' };
    const decide = (attemptId: string, accept: boolean) =>
      server.callAs(6).then((call) => call('/invigilation/decideAct', { ...about, attemptId, accept }));
    expect((await decide(a, true)).code).toBe(0);
    expect((await decide(a, true)).code).toBe(0);
    expect((await decide(b, false)).code).toBe(0);
    expect((await decide(b, true)).code).toBe(1002);
    expect((await decide(a, false)).code).toBe(1002);
    const extensions = async () => (await board()).seats.map((seat) => [seat.attemptId, seat.extensionMs]);
    expect(Object.fromEntries(await extensions())).toEqual({ [a]: 600_000, [b]: 0 });
    expect((await board()).acts[0]?.fates).toEqual({ [a]: 'holds', [b]: 'refused' });
    // The decision stands although the PC later reports that the grant of extra time was typed in. The list of open commands still shows this report
    // (`confirmed`).
    await other.send({ type: 'time.granted@1', payload: { incidentId, ms: 600_000 } });
    await settled();
    expect((await board()).acts[0]?.fates).toEqual({ [a]: 'holds', [b]: 'refused' });
    expect(await open()).toMatchObject([{ attemptId: b, fate: 'refused', confirmed: true }]);
    expect((await watcher('/invigilation/decideAct', { ...about, attemptId: b, accept: true })).code).toBe(1003);
  });
});
