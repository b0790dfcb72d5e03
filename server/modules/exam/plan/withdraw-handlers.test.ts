import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs, requireValue } from '../../../../tests/fixtures/server/exam-data.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';

const page = { page: 1, pageSize: 20 };

describe('withdraw', () => {
  const reason = '考场停电';
  const withdrawn = { error: 'refused', message: { 'zh-CN': '考试已撤回：考场停电' } };

  it('calls a published plan off for good: examinees are told why, no call of theirs gives anything any more', async () => {
    const { exam, teacher, examinees, sitter, setNow, publishPlan, planDraft } = await createExamSchool();
    const { planId } = await publishPlan();
    const me = sitter(examinees[0] ?? 0);
    const deviceId = '5d2c9b7e-1111-4b0e-9d2c-1d8a7f2f0001';
    requireValue(await exam.enter({ planId, deviceId, moveHere: false }, me));
    const done = requireValue(await exam.withdraw({ id: planId, reason }, teacher));
    expect(requireValue(await exam.withdraw({ id: planId, reason }, teacher))).toEqual(done);
    const [told] = requireValue(await exam.myList({}, me)).items;
    expect(told).toMatchObject({ planId, status: examStatus.notEnabled, withdrawn: { reason } });
    setNow(examStartMs);
    for (const answer of [
      await exam.enter({ planId, deviceId, moveHere: false }, me),
      await exam.getPackage({ planId }, me),
      await exam.release({ planId }, me),
      await exam.myAnswers({ planId }, me),
      await exam.myScore({ planId }, me),
    ])
      expect(answer).toMatchObject({ ...withdrawn, data: { withdrawn: reason } });
    for (const answer of [
      await exam.publish({ id: planId, version: done.version }, teacher),
      await exam.modify({ ...planDraft, id: planId, version: done.version }, teacher),
      await exam.withdraw({ id: planId, reason: '另一个理由' }, teacher),
      await exam.extend(
        { planId, userIds: [me.caller.userId], incidentId: deviceId, ms: examMinuteMs, reason, knowsReleased: false },
        teacher,
      ),
      await exam.markAbsent({ planId, userId: me.caller.userId, reason }, teacher),
    ])
      expect(answer).toMatchObject(withdrawn);
    expect(await exam.releaseScores({ id: planId }, teacher)).toMatchObject({ error: 'refused' });
    // After the planned end the withdrawn exam leaves the list.
    setNow(examStartMs + 90 * examMinuteMs);
    expect(requireValue(await exam.myList({}, me)).items).toEqual([]);
  });

  it('says on the board and in the list who did it, when and why', async () => {
    const { exam, teacher, publishPlan } = await createExamSchool();
    const { planId } = await publishPlan();
    requireValue(await exam.withdraw({ id: planId, reason }, teacher));
    const fact = {
      status: examStatus.notEnabled,
      withdrawn: { reason, ms: examStartMs - 60 * examMinuteMs, by: expect.any(String) as string },
    };
    const whole = requireValue(await exam.getById({ id: planId }, teacher));
    expect(whole).toMatchObject(fact);
    expect(whole.withdrawn?.by).not.toBe('');
    expect(requireValue(await exam.getList(page, teacher)).items).toMatchObject([fact]);
  });

  it('comes before the start, and only where something is published', async () => {
    const { exam, teacher, publishPlan, planDraft, setNow } = await createExamSchool();
    const draft = requireValue(await exam.add(planDraft, teacher));
    expect(await exam.withdraw({ id: draft.id, reason }, teacher)).toMatchObject({ message: { en: 'The exam is not published yet' } });
    const { planId } = await publishPlan();
    setNow(examStartMs);
    expect(await exam.withdraw({ id: planId, reason }, teacher)).toMatchObject({
      error: 'refused',
      message: { 'zh-CN': expect.stringMatching(/^考试已于 .+ 开始，不能再变更或撤回$/) as string },
    });
    expect(requireValue(await exam.getById({ id: planId }, teacher))).toMatchObject({ status: examStatus.started, withdrawn: null });
  });

  it('takes back what the bank was told of the use of its questions', async () => {
    const { exam, db, teacher, publishPlan, planDraft, examinees } = await createExamSchool();
    const use = () => db.selectFrom('question').select(['id', 'used_count', 'exposed_count', 'last_used_ms']).orderBy('id').execute();
    const unused = await use();
    const { planId } = await publishPlan();
    expect(await use()).not.toEqual(unused);
    const later = { ...planDraft, startMs: examStartMs + 60 * examMinuteMs, examineeIds: examinees.slice(1) };
    requireValue(await exam.withdraw({ id: planId, reason }, teacher));
    expect(await use()).toEqual(unused);
    // Withdrawing one of two published plans keeps the use counts of the other.
    const other = requireValue(await exam.add(planDraft, teacher));
    requireValue(await exam.publish(other, teacher));
    const once = await use();
    const second = requireValue(await exam.add(later, teacher));
    requireValue(await exam.publish(second, teacher));
    requireValue(await exam.withdraw({ id: second.id, reason }, teacher));
    expect(await use()).toEqual(once);
  });
});
