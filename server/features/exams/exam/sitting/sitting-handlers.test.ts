import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs, requireRefusal } from '../../../../../tests/fixtures/server/exam-data.ts';
import { examStatus } from '../../../../../sync/contract/codes.ts';
import { examCalls } from '../../../../../sync/contract/exams/exam.ts';

const pc1 = '11111111-1111-4111-8111-111111111111';
const pc2 = '22222222-2222-4222-8222-222222222222';

async function sitting() {
  const school = await createExamSchool();
  const published = await school.publishPlan();
  const me = school.examineeContext(school.examinees[0] ?? 0);
  return { ...school, ...published, me, attemptId: published.attempts[0] ?? '' };
}

describe('myList', () => {
  it('shows the caller’s published exams with their status by the server clock', async () => {
    const { exam, me, examineeContext, outsider, double, attemptId, setNow } = await sitting();
    const list = await exam.myList({}, me);
    expect(examCalls.myList.output.parse(list)).toEqual(list);
    expect(list.items).toMatchObject([
      {
        planId: 1,
        name: '期末考试',
        paperName: '理论卷',
        status: examStatus.enabled,
        totalPoints: 7,
        passPoints: 4,
        questionCount: 4,
        seatLabel: '',
        myStatus: -1,
        scoreReleased: false,
        attemptId,
      },
    ]);
    setNow(examStartMs + 16 * examMinuteMs);
    double.set(attemptId, { status: 1, handedIn: true, complete: true });
    expect((await exam.myList({}, me)).items).toMatchObject([{ status: examStatus.entryForbidden, myStatus: 1, scoreReleased: false }]);
    expect((await exam.myList({}, examineeContext(outsider))).items).toEqual([]);
  });

  it('SY23: shows only "handed in" before the release, then "finished"; cheating overrides both', async () => {
    const { exam, me, double, attemptId, releaseNow } = await sitting();
    const readStates = async () => (await exam.myList({}, me)).items.map((item) => [item.myStatus, item.scoreReleased]);
    double.set(attemptId, { status: 1, handedIn: true, complete: true });
    expect(await readStates()).toEqual([[1, false]]);
    await releaseNow();
    expect(await readStates()).toEqual([[3, true]]);
    double.set(attemptId, { status: -3 });
    expect(await readStates()).toEqual([[-3, true]]);
    double.set(attemptId, { status: 0, handedIn: false, complete: false });
    expect(await readStates()).toEqual([[0, false]]);
  });

  it('hides drafts', async () => {
    const { exam, teacher, planDraft, me } = await sitting();
    await exam.add({ ...planDraft, name: '草稿' }, teacher);
    expect((await exam.myList({}, me)).items).toHaveLength(1);
    await expect(exam.getPackage({ planId: 2 }, me)).rejects.toMatchObject({ error: 'notFound' });
    await expect(exam.enter({ planId: 2, deviceId: pc1, moveHere: false }, me)).rejects.toMatchObject({ error: 'notFound' });
  });
});

describe('enter', () => {
  const enter = (deviceId: string, moveHere = false) => ({ planId: 1, deviceId, moveHere });

  it('gives the seat to a device, and again to the same device', async () => {
    const { exam, me, attemptId, double, examinees, school } = await sitting();
    const grant = await exam.enter(enter(pc1), me);
    expect(grant).toMatchObject({ attemptId, epoch: 1, actor: examinees[0] });
    expect((await exam.enter(enter(pc1), me)).epoch).toBe(1);
    expect(double.seats.at(-1)).toEqual({ attemptId, planId: 1, epoch: 1, actor: examinees[0], schoolId: school });
  });

  it('SY15: refuses another device with 3000, or moves the exam there with the next epoch', async () => {
    const { exam, me } = await sitting();
    await exam.enter(enter(pc1), me);
    await expect(exam.enter(enter(pc2), me)).rejects.toMatchObject({ error: 'elsewhere' });
    expect((await exam.enter(enter(pc2, true), me)).epoch).toBe(2);
    expect((await exam.enter(enter(pc2), me)).epoch).toBe(2);
    await expect(exam.enter(enter(pc1), me)).rejects.toMatchObject({ error: 'elsewhere' });
    expect((await exam.enter(enter(pc1, true), me)).epoch).toBe(3);
  });

  it('gives the seat to one of two devices that enter at the same time', async () => {
    const { exam, me } = await sitting();
    const answers = await Promise.allSettled([exam.enter(enter(pc1), me), exam.enter(enter(pc2), me)]);
    const expected = [{ status: 'fulfilled' }, { status: 'rejected', reason: { error: 'elsewhere' } }];
    expect(answers.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toMatchObject(expected);
    const moves = await Promise.all([exam.enter(enter(pc1, true), me), exam.enter(enter(pc2, true), me)]);
    expect(new Set(moves.map((answer) => answer.epoch)).size).toBe(2);
  });

  it('refuses an epoch that was granted but never bound to a device', async () => {
    const { exam, me, double, attemptId } = await sitting();
    await exam.enter(enter(pc1), me);
    // The server stopped between granting the epoch and binding the device.
    await double.sync.grantEpoch(attemptId, 1);
    await expect(exam.enter(enter(pc1), me)).rejects.toMatchObject({ error: 'elsewhere' });
    expect((await exam.enter(enter(pc1, true), me)).epoch).toBe(3);
  });

  it('moves no exam that is handed in, but opens it again on its own device', async () => {
    const { exam, me, double, attemptId } = await sitting();
    await exam.enter(enter(pc1), me);
    double.set(attemptId, { handedIn: true });
    await expect(exam.enter(enter(pc2, true), me)).rejects.toMatchObject({ error: 'refused' });
    expect((await exam.enter(enter(pc1), me)).epoch).toBe(1);
  });

  it('SY22: labels a late entry, and refuses entry only after the end', async () => {
    const { exam, me, teacher, examineeContext, examinees, setNow } = await sitting();
    await exam.enter(enter(pc1), me);
    setNow(examStartMs + 16 * examMinuteMs);
    await exam.enter(enter(pc2), examineeContext(examinees[1] ?? 0));
    expect((await exam.getById({ id: 1 }, teacher)).examinees.map((one) => one.enteredLate)).toEqual([false, true, false]);
    setNow(examStartMs + 90 * examMinuteMs);
    await expect(exam.enter(enter(pc2), examineeContext(examinees[2] ?? 0))).rejects.toMatchObject({ error: 'refused' });
    expect((await exam.enter(enter(pc1), me)).epoch).toBe(1);
  });
});

describe('release', () => {
  it('SY18: gives the key from the start by the server clock, and refuses before with the start time', async () => {
    const { exam, me, setNow } = await sitting();
    setNow(examStartMs - 1);
    await expect(exam.release({ planId: 1 }, me)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '考试将于 2027-01-15 17:00:00 开始，届时才能打开试卷' },
      data: { startMs: examStartMs },
    });
    setNow(examStartMs);
    expect((await exam.release({ planId: 1 }, me)).contentKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('gives the key after the end only to an examinee who took a seat', async () => {
    const { exam, examinees, examineeContext, me, setNow } = await sitting();
    const absent = examineeContext(examinees[1] ?? 0);
    setNow(examStartMs);
    await exam.enter({ planId: 1, deviceId: pc1, moveHere: false }, me);
    setNow(examStartMs + 1_000 * examMinuteMs);
    await expect(exam.release({ planId: 1 }, absent)).rejects.toMatchObject({ error: 'refused' });
    expect((await exam.release({ planId: 1 }, me)).contentKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('myAnswers and myScore', () => {
  const answers = { '1': ['T'], '2': ['B'], '3': ['A'], '4': ['２１５', '50 hz'] };

  it('return the caller’s own answers', async () => {
    const { exam, me, double, attemptId } = await sitting();
    double.answer(attemptId, answers, 9);
    expect(await exam.myAnswers({ planId: 1 }, me)).toEqual({
      answers: Object.entries(answers).map(([itemId, given]) => ({ itemId, value: given })),
      flags: ['1'],
      lamport: 9,
    });
  });

  it('SY23: return no score before the release, whatever was handed in; then sums and items', async () => {
    const { exam, me, double, attemptId, setNow, releaseNow } = await sitting();
    double.answer(attemptId, answers, 9);
    const early = await requireRefusal(exam.myScore({ planId: 1 }, me));
    expect(early).toMatchObject({ error: 'refused', text: { 'zh-CN': '成绩尚未公布，公布后在这里查看' } });
    for (const summary of [
      { status: 1, handedIn: true },
      { complete: true },
      { complete: false, handedIn: false, collected: true },
    ] as const) {
      double.set(attemptId, summary);
      for (const minutes of [-30, 30, 95, 9999]) {
        setNow(examStartMs + minutes * examMinuteMs);
        expect(await requireRefusal(exam.myScore({ planId: 1 }, me))).toEqual(early);
        expect((await exam.myList({}, me)).items).toMatchObject([{ myStatus: 1, scoreReleased: false }]);
      }
    }
    double.set(attemptId, { complete: true, handedIn: true });
    await releaseNow();
    const score = await exam.myScore({ planId: 1 }, me);
    expect(examCalls.myScore.output.parse(score)).toEqual(score);
    expect(score).toMatchObject({
      status: 3,
      points: 4,
      totalPoints: 7,
      passed: true,
      sections: [
        { title: '判断', points: 1, max: 1, items: [{ itemId: '1', points: 1, max: 1, right: true }] },
        { title: '单选', points: 0, max: 2, items: [{ itemId: '2', points: 0, right: false }] },
        { title: '多选', points: 1, max: 2, items: [{ itemId: '3', points: 1, right: false }] },
        { title: '填空', points: 2, max: 2, items: [{ itemId: '4', points: 2, right: true }] },
      ],
    });
  });

  it('return sums without items while another exam with the same paper waits for its release', async () => {
    const { exam, me, teacher, planDraft, double, attemptId, releaseNow } = await sitting();
    double.answer(attemptId, answers, 9);
    double.set(attemptId, { status: 1, complete: true, handedIn: true });
    const afternoon = await exam.add({ ...planDraft, name: '下午场' }, teacher);
    await exam.publish(afternoon, teacher);
    await releaseNow();
    const heldScore = await exam.myScore({ planId: 1 }, me);
    expect(heldScore).toMatchObject({ points: 4, passed: true, itemsHeld: true });
    expect(heldScore.sections.map(({ points, max, items }) => [points, max, items])).toEqual([
      [1, 1, []],
      [0, 2, []],
      [1, 2, []],
      [2, 2, []],
    ]);
    await releaseNow(afternoon.id);
    const fullScore = await exam.myScore({ planId: 1 }, me);
    expect([fullScore.itemsHeld, fullScore.sections.map(({ items }) => items.length)]).toEqual([false, [1, 1, 1, 1]]);
  });
});
