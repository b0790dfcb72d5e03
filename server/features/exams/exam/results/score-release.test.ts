import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs } from '../../../../../tests/fixtures/server/exam-data.ts';
import { createScoreRelease } from './score-release.ts';

const overMs = examStartMs + 95 * examMinuteMs;

/** Publishes a plan with three examinees: one handed in completely, one partly, and one took a seat and sent nothing. */
async function published(releaseRule: 'byHand' | 'whenOver' = 'byHand') {
  const school = await createExamSchool();
  const { exam, teacher, planDraft, double, examinees, examineeContext } = school;
  const plan = await exam.add({ ...planDraft, releaseRule }, teacher);
  await exam.publish(plan, teacher);
  const board = async () => exam.getById({ id: 1 }, teacher);
  const attempts = (await board()).examinees.map((one) => one.attemptId ?? '');
  const [whole = '', partly = '', nothing = ''] = attempts;
  await exam.enter({ planId: 1, deviceId: '33333333-3333-4333-8333-333333333333', moveHere: false }, examineeContext(examinees[2] ?? 0));
  double.set(whole, { status: 1, receivedOps: 9, handedIn: true, complete: true });
  double.set(partly, { status: 1, receivedOps: 5, handedIn: true });
  const release = (inSpite?: { reason: string }) => exam.releaseScores({ id: 1, ...(inSpite && { inSpite }) }, teacher);
  return { ...school, board, attempts, whole, partly, nothing, release };
}

describe('SY23: the release of scores', () => {
  it('is refused with the names of awaited examinees until their time is over and all answers are there', async () => {
    const { release, setNow, board, double, partly, exam, teacher, examinees } = await published();
    setNow(examStartMs + 89 * examMinuteMs);
    await expect(release()).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '成绩还不能公布：考试时间未结束 3 人（zhang、li、wang）' },
    });
    setNow(overMs);
    await expect(release()).rejects.toMatchObject({
      text: { 'zh-CN': '成绩还不能公布：作答未收齐 1 人（li）；已入座但没有收到作答 1 人（wang）' },
      data: {
        outstanding: [
          { name: 'li', wait: 'delivery' },
          { name: 'wang', wait: 'nothingCame' },
        ],
      },
    });
    expect((await board()).examinees.map((one) => one.wait)).toEqual([null, 'delivery', 'nothingCame']);
    double.set(partly, { complete: true });
    expect(await exam.waive({ planId: 1, userIds: [examinees[2] ?? 0], reason: '电脑报废' }, teacher)).toEqual({ waived: 1 });
    expect((await board()).examinees[2]?.waiver).toEqual({ ms: overMs, by: '王老师', reason: '电脑报废' });
    expect(await release()).toEqual({ releasedMs: overMs });
    expect((await board()).release).toMatchObject({ rule: 'byHand', releasedMs: overMs, releasedBy: '王老师', reason: '' });
  });

  it('may override outstanding answers with a reason, but never running time', async () => {
    const { release, setNow, board, double, partly } = await published();
    const inSpite = { reason: '主管批准' };
    setNow(examStartMs + 89 * examMinuteMs);
    await expect(release(inSpite)).rejects.toMatchObject({ error: 'refused' });
    setNow(overMs);
    double.set(partly, { extensionMs: 20 * examMinuteMs });
    await expect(release(inSpite)).rejects.toMatchObject({ data: { outstanding: [{ name: 'li', wait: 'time' }, {}] } });
    setNow(examStartMs + 115 * examMinuteMs);
    await release(inSpite);
    expect((await board()).release).toMatchObject({ releasedBy: '王老师', reason: '主管批准' });
  });

  it('writes every disclosure to disk before it shows a score, and shows none after a crash in between', async () => {
    const { release, setNow, double, attempts, exam, examineeContext, examinees, board } = await published();
    setNow(overMs);
    const score = () => exam.myScore({ planId: 1 }, examineeContext(examinees[0] ?? 0));
    double.whileDisclosing(async () => {
      await expect(score()).rejects.toMatchObject({ error: 'refused' });
      throw new Error('the power is gone');
    });
    await expect(release({ reason: '已核对' })).rejects.toThrow('the power is gone');
    expect([(await board()).release.releasedMs, double.disclosed.size]).toEqual([null, 0]);
    await expect(score()).rejects.toMatchObject({ error: 'refused' });
    double.whileDisclosing(() => Promise.resolve());
    await release({ reason: '已核对' });
    expect([...double.disclosed]).toEqual(attempts);
    expect(await score()).toMatchObject({ points: 0 });
    const once = (await board()).version;
    await release();
    expect((await board()).version).toBe(once);
  });

  it('is refused while an extension of time is running', async () => {
    const { release, setNow, double, exam, teacher, examinees, whole, partly, nothing } = await published();
    setNow(overMs);
    double.set(partly, { complete: true });
    double.set(nothing, { status: -2 });
    const extension = exam.extend(
      {
        planId: 1,
        userIds: [examinees[0] ?? 0],
        incidentId: '44444444-4444-4444-8444-444444444444',
        ms: 20 * examMinuteMs,
        reason: '停电',
        knowsReleased: false,
      },
      teacher,
    );
    double.set(whole, { extensionMs: 20 * examMinuteMs });
    expect(await extension).toMatchObject({ written: 1 });
    await expect(release()).rejects.toMatchObject({ error: 'refused' });
  });

  it('happens at its planned time, not before, and can be postponed', async () => {
    const { deps, exam, teacher, setNow, double, partly, nothing, board } = await published();
    const set = (rule: 'byHand' | 'whenOver', atMs: number | null, reviewDays = 5) =>
      exam.setRelease({ id: 1, rule, atMs, reviewDays }, teacher);
    await expect(set('whenOver', examStartMs)).rejects.toMatchObject({ error: 'invalid', fields: [{ path: 'atMs' }] });
    await expect(set('byHand', overMs + examMinuteMs)).rejects.toMatchObject({ error: 'invalid' });
    await set('whenOver', overMs + 60 * examMinuteMs, 9);
    double.set(partly, { complete: true });
    double.set(nothing, { receivedOps: 1, complete: true });
    const releasing = createScoreRelease(deps);
    setNow(overMs);
    await releasing.releaseDue();
    expect((await board()).release).toMatchObject({ releasedMs: null, atMs: overMs + 60 * examMinuteMs, reviewDays: 9 });
    setNow(overMs + 60 * examMinuteMs);
    await set('byHand', null);
    await releasing.releaseDue();
    expect((await board()).release.releasedMs).toBeNull();
    await set('whenOver', overMs + 60 * examMinuteMs);
    await releasing.releaseDue();
    expect((await board()).release.releasedMs).toBe(overMs + 60 * examMinuteMs);
    await expect(set('byHand', null)).rejects.toMatchObject({ error: 'refused' });
  });

  it('by the rule of the plan happens automatically when nothing is outstanding, and only once', async () => {
    const { deps, setNow, double, partly, nothing, board } = await published('whenOver');
    const releasing = createScoreRelease(deps);
    setNow(overMs);
    await releasing.releaseDue();
    expect((await board()).release.releasedMs).toBeNull();
    double.set(partly, { complete: true });
    double.set(nothing, { receivedOps: 1, complete: true });
    setNow(overMs + examMinuteMs);
    await Promise.all([releasing.releaseDue(), releasing.releaseDue()]);
    setNow(overMs + 2 * examMinuteMs);
    await releasing.releaseDue();
    expect((await board()).release).toMatchObject({ rule: 'whenOver', releasedMs: overMs + examMinuteMs, releasedBy: '', reason: '' });
  });

  it('by the rule of the plan also happens when a call asks for the scores', async () => {
    const { setNow, double, partly, nothing, exam, examineeContext, examinees } = await published('whenOver');
    double.set(partly, { complete: true });
    double.set(nothing, { receivedOps: 1, complete: true });
    const me = examineeContext(examinees[0] ?? 0);
    setNow(overMs);
    expect(await exam.myScore({ planId: 1 }, me)).toMatchObject({ status: 3 });
  });

  it('does not hide points from staff before it, except from staff who sit the exam', async () => {
    const { exam, as, school, examinees, board } = await published();
    expect((await board()).examinees[0]?.points).toBe(0);
    const both = as(examinees[1] ?? 0, school, 6, ['teacher']);
    const seen = (await exam.getById({ id: 1 }, both)).examinees;
    expect(seen.map((one) => [one.points, one.passed, one.status === 3])).toEqual(Array(3).fill([null, null, false]));
  });
});
