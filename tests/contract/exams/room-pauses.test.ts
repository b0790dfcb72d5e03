import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { serialiseLockdown, noLockdown } from '../../../sync/contract/exams/lockdown.ts';
import { createRoomAnswerOp, enterOp, examRoomMinuteMs } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

/** Sets up an exam room with one examinee and the tablets of two invigilators, whose pauses are compared. */
async function pausedRoom() {
  const room = await startWatchedRoom(1);
  const [one] = room.examinees;
  room.at(room.startMs + examRoomMinuteMs);
  const pc = await room.sit(one);
  await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
  const a = pc.stream.header.attemptId;
  const [tab, other] = [await room.tablet(), await room.tablet()];
  const seat = async () => (await room.board()).seats[0];
  const pause = (pauseId: string) => room.act({ kind: 'pause', reason: '火警' }, [a], pauseId);
  const resume = (pauseId: string, minutes: number) => room.act({ kind: 'resume', pauseId, ms: minutes * examRoomMinuteMs }, [a]);
  const news = () => room.server.deps.answerLog.projector.newsAfter(a, 0);
  return { ...room, pc, a, tab, other, seat, pause, resume, news };
}

describe('a pause of an attempt', () => {
  it('started by two tablets at once gives each minute back once, whichever pause ends first', async () => {
    const { at, startMs, tab, other, seat, pause, resume } = await pausedRoom();
    const [p, q, r, s] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    at(startMs + 10 * examRoomMinuteMs);
    await tab.send(pause(p));
    at(startMs + 11 * examRoomMinuteMs);
    await other.send(pause(q));
    at(startMs + 15 * examRoomMinuteMs);
    await tab.send(resume(p, 5));
    // The examinee is still paused by the second tablet. The pause of the second tablet gives back only the time from now on.
    expect(await seat()).toMatchObject({ pause: { pauseId: q }, extensionMs: 5 * examRoomMinuteMs });
    at(startMs + 17 * examRoomMinuteMs);
    await other.send(resume(q, 6));
    expect(await seat()).toMatchObject({ pause: null, extensionMs: 7 * examRoomMinuteMs });

    // Now the pause that began later ends first, and its tablet gives back only one of three minutes. The earlier pause gives back all remaining
    // time.
    at(startMs + 20 * examRoomMinuteMs);
    await tab.send(pause(r));
    at(startMs + 22 * examRoomMinuteMs);
    await other.send(pause(s));
    at(startMs + 25 * examRoomMinuteMs);
    await other.send(resume(s, 1), resume(s, 60));
    expect(await seat()).toMatchObject({ extensionMs: 8 * examRoomMinuteMs });
    at(startMs + 28 * examRoomMinuteMs);
    await tab.send(resume(r, 8));
    expect(await seat()).toMatchObject({ pause: null, extensionMs: 15 * examRoomMinuteMs });
  });

  it('that lasts beyond the end of the exam ends by the tablet’s command, and gives its time back', async () => {
    const { at, endMs, tab, pc, seat, pause, resume, news, board, settled } = await pausedRoom();
    const pauseId = randomUUID();
    at(endMs - 10 * examRoomMinuteMs);
    await tab.send(pause(pauseId));
    await settled();
    expect(news()).toMatchObject({ paused: true });
    at(endMs + 20 * examRoomMinuteMs);
    await tab.send(resume(pauseId, 30));
    expect(Object.values((await board()).acts.at(-1)?.fates ?? {})).toEqual(['holds']);
    expect(await seat()).toMatchObject({ pause: null, extensionMs: 30 * examRoomMinuteMs });
    expect(news()).toMatchObject({ paused: false, extensionMs: 30 * examRoomMinuteMs });
    await pc.send(createRoomAnswerOp(2, 'A'));
    expect(await seat()).toMatchObject({ answered: 2 });

    // A pause that began after the end of the examinee's time gives no time, unless staff grant it.
    const late = randomUUID();
    at(endMs + 40 * examRoomMinuteMs);
    await tab.send(pause(late));
    at(endMs + 60 * examRoomMinuteMs);
    await tab.send(resume(late, 20));
    expect(Object.values((await board()).acts.at(-1)?.fates ?? {})).toEqual(['late']);
    expect(await seat()).toMatchObject({ extensionMs: 30 * examRoomMinuteMs });
  });

  it('for leaving the paper gives no time back, so that it cannot prolong the exam', async () => {
    const { at, endMs, tab, pc, seat, resume, board, server, planId, settled } = await pausedRoom();
    const lockdown = serialiseLockdown({ ...noLockdown, pauseAt: 1 });
    await server.deps.db.updateTable('exam_plan').set({ lockdown }).where('id', '=', planId).execute();
    at(endMs - examRoomMinuteMs);
    await pc.send({ type: 'conduct.seen@1', payload: { kind: 'focus' } });
    const pauseOf = async () => {
      await settled();
      return (await seat())?.pause;
    };
    await expect.poll(pauseOf).toMatchObject({ reason: '离开考试界面 1 次' });
    at(endMs + 20 * examRoomMinuteMs);
    await tab.send(resume((await pauseOf())?.pauseId ?? '', 20));
    expect(Object.values((await board()).acts.at(-1)?.fates ?? {})).toEqual(['holds']);
    expect(await seat()).toMatchObject({ pause: null, extensionMs: 0 });
  });

  it('that staff approve later gives back no minute that another pause already gave', async () => {
    const { at, endMs, tab, other, seat, pause, resume, teacher, planId, roomId, a, settled } = await pausedRoom();
    const [p, q] = [randomUUID(), randomUUID()];
    at(endMs - 10 * examRoomMinuteMs);
    await tab.send(pause(p));
    at(endMs + 30 * examRoomMinuteMs);
    await other.send(pause(q));
    at(endMs + 40 * examRoomMinuteMs);
    await other.send(resume(q, 10));
    await settled();
    const [waits] = (await teacher(invigilationCalls.getOpenActs, { planId })).items;
    if (!waits) throw new Error('nothing waits');
    at(endMs + 50 * examRoomMinuteMs);
    await tab.send(resume(p, 60));
    await settled();
    expect(await seat()).toMatchObject({ extensionMs: 60 * examRoomMinuteMs });
    const { streamId, seq } = waits;
    await teacher(invigilationCalls.decideAct, { planId, roomId, streamId, seq, attemptId: a, accept: true, reason: '属实' });
    expect(await seat()).toMatchObject({ extensionMs: 60 * examRoomMinuteMs, pause: null });
  });
});
