import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs } from '../../../../../tests/fixtures/server/exam-data.ts';
import { examStatus } from '../../../../../sync/contract/codes.ts';

const page = { page: 1, pageSize: 20 };

describe('withdraw (of a published plan)', () => {
  const reason = '考场停电';
  const withdrawn = { error: 'refused', text: { 'zh-CN': '考试已撤回：考场停电' } };

  it('ends the plan for good: examinees see the reason, and every later call is refused', async () => {
    const { exam, teacher, examinees, examineeContext, setNow, publishPlan, planDraft } = await createExamSchool();
    const { planId } = await publishPlan();
    const me = examineeContext(examinees[0] ?? 0);
    const deviceId = '5d2c9b7e-1111-4b0e-9d2c-1d8a7f2f0001';
    await exam.enter({ planId, deviceId, moveHere: false }, me);
    const done = await exam.withdraw({ id: planId, reason }, teacher);
    expect(await exam.withdraw({ id: planId, reason }, teacher)).toEqual(done);
    const [listedPlan] = (await exam.myList({}, me)).items;
    expect(listedPlan).toMatchObject({ planId, status: examStatus.notEnabled, withdrawn: { reason } });
    setNow(examStartMs);
    for (const call of [
      () => exam.enter({ planId, deviceId, moveHere: false }, me),
      () => exam.getPackage({ planId }, me),
      () => exam.release({ planId }, me),
      () => exam.myAnswers({ planId }, me),
      () => exam.myScore({ planId }, me),
    ])
      await expect(call()).rejects.toMatchObject({ ...withdrawn, data: { withdrawn: reason } });
    for (const call of [
      () => exam.publish({ id: planId, version: done.version }, teacher),
      () => exam.modify({ ...planDraft, id: planId, version: done.version }, teacher),
      () => exam.withdraw({ id: planId, reason: '另一个理由' }, teacher),
      () =>
        exam.extend({ planId, userIds: [me.caller.userId], incidentId: deviceId, ms: examMinuteMs, reason, knowsReleased: false }, teacher),
      () => exam.markAbsent({ planId, userId: me.caller.userId, reason }, teacher),
    ])
      await expect(call()).rejects.toMatchObject(withdrawn);
    await expect(exam.releaseScores({ id: planId }, teacher)).rejects.toMatchObject({ error: 'refused' });
    // After the planned end the withdrawn exam leaves the list.
    setNow(examStartMs + 90 * examMinuteMs);
    expect((await exam.myList({}, me)).items).toEqual([]);
  });

  it('shows in the plan and in the list who withdrew it, when and why', async () => {
    const { exam, teacher, publishPlan } = await createExamSchool();
    const { planId } = await publishPlan();
    await exam.withdraw({ id: planId, reason }, teacher);
    const fact = {
      status: examStatus.notEnabled,
      withdrawn: { reason, ms: examStartMs - 60 * examMinuteMs, by: expect.any(String) as string },
    };
    const plan = await exam.getById({ id: planId }, teacher);
    expect(plan).toMatchObject(fact);
    expect(plan.withdrawn?.by).not.toBe('');
    expect((await exam.getList(page, teacher)).items).toMatchObject([fact]);
  });

  it('is refused after the start, and for a plan that is not published', async () => {
    const { exam, teacher, publishPlan, planDraft, setNow } = await createExamSchool();
    const draft = await exam.add(planDraft, teacher);
    await expect(exam.withdraw({ id: draft.id, reason }, teacher)).rejects.toMatchObject({ message: 'The exam is not published yet' });
    const { planId } = await publishPlan();
    setNow(examStartMs);
    await expect(exam.withdraw({ id: planId, reason }, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': expect.stringMatching(/^考试已于 .+ 开始，不能再变更或撤回$/) as string },
    });
    expect(await exam.getById({ id: planId }, teacher)).toMatchObject({ status: examStatus.started, withdrawn: null });
  });

  it('takes back the use counts of the questions', async () => {
    const { exam, db, teacher, publishPlan, planDraft, examinees } = await createExamSchool();
    const use = () => db.selectFrom('question').select(['id', 'used_count', 'exposed_count', 'last_used_ms']).orderBy('id').execute();
    const unused = await use();
    const { planId } = await publishPlan();
    expect(await use()).not.toEqual(unused);
    const later = { ...planDraft, startMs: examStartMs + 60 * examMinuteMs, examineeIds: examinees.slice(1) };
    await exam.withdraw({ id: planId, reason }, teacher);
    expect(await use()).toEqual(unused);
    // Withdrawing one of two published plans keeps the use counts of the other.
    const other = await exam.add(planDraft, teacher);
    await exam.publish(other, teacher);
    const once = await use();
    const second = await exam.add(later, teacher);
    await exam.publish(second, teacher);
    await exam.withdraw({ id: second.id, reason }, teacher);
    expect(await use()).toEqual(once);
  });
});
