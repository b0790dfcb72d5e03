import { describe, expect, it } from 'vitest';
import { createExamSchool, examMinuteMs, examStartMs, requireRefusal } from '../../../../../tests/fixtures/server/exam-data.ts';

const setup = {
  mode: 'single' as const,
  stations: ['1 号工位', '2 号工位'],
  sheets: ['任务书 A', '任务书 B'],
  firstRoundAfterMinutes: 0,
  roundMinutes: 30,
  changeMinutes: 10,
};

async function createPracticalPlan() {
  const school = await createExamSchool();
  const { exam, planDraft, teacher } = school;
  const draft = await exam.add({ ...planDraft, part: 'practical' }, teacher);
  await exam.publish(draft, teacher);
  const readDraws = async () => (await exam.getDraws({ id: draft.id }, teacher)).draws;
  const seenBy = async (userId: number) =>
    (await exam.myArrangement({}, school.examineeContext(userId))).items.find((one) => one.planId === draft.id)?.draw;
  return { ...school, id: draft.id, readDraws, seenBy };
}

describe('the draw of stations', () => {
  it('refuses rounds past the end of the exam until the start, and says how to shorten them', async () => {
    const { exam, teacher, id, setNow, readDraws } = await createPracticalPlan();
    const draw = () => exam.drawStations({ id, seen: 0, setup: { ...setup, roundMinutes: 41 }, reason: '' }, teacher);
    expect(await requireRefusal(draw())).toMatchObject({
      error: 'refused',
      text: { 'zh-CN': expect.stringMatching(/^各场要到 .* 才结束，晚于考试结束时间 .*。请缩短每场时间、增加工位，或先变更考试时长$/) },
    });
    expect(await readDraws()).toEqual([]);
    // After the start nobody can lengthen the exam. Rounds that exceed it are still accepted, because a broken station requires a new draw.
    setNow(examStartMs);
    await draw();
    expect(await readDraws()).toHaveLength(1);
  });

  it('moves the rounds with the exam, and does not publish rounds past its new end', async () => {
    const { exam, teacher, id, examinees, seenBy } = await createPracticalPlan();
    const [first = 0] = examinees;
    await exam.drawStations({ id, seen: 0, setup: { ...setup, roundMinutes: 40 }, reason: '' }, teacher);
    const amend = async (change: object) => {
      const { version } = await exam.getById({ id }, teacher);
      return exam.amend({ id, version, reason: '停电', ...change }, teacher);
    };
    await amend({ durationMs: 60 * examMinuteMs });
    expect(await requireRefusal(exam.publishDraw({ id, number: 1 }, teacher))).toMatchObject({
      text: { 'zh-CN': expect.stringMatching(/^各场要到/) },
    });
    await amend({ durationMs: 90 * examMinuteMs });
    await exam.publishDraw({ id, number: 1 }, teacher);
    const before = await seenBy(first);
    await amend({ startMs: examStartMs + 15 * examMinuteMs });
    const after = await seenBy(first);
    expect(after?.visits[0]?.startMs).toBe((before?.visits[0]?.startMs ?? 0) + 15 * examMinuteMs);
  });

  it('refuses a draw once the scores are released', async () => {
    const { exam, teacher, id, releaseNow, readDraws } = await createPracticalPlan();
    await releaseNow(id);
    expect(await requireRefusal(exam.drawStations({ id, seen: 0, setup, reason: '' }, teacher))).toMatchObject({
      text: { 'zh-CN': '成绩已公布，不能再抽签' },
    });
    expect(await readDraws()).toEqual([]);
  });

  it('shows an examinee their own place only after the draw is published', async () => {
    const { exam, teacher, id, examinees, readDraws, seenBy } = await createPracticalPlan();
    const [first = 0] = examinees;
    expect(await seenBy(first)).toBeNull();
    const done = await exam.drawStations({ id, seen: 0, setup, reason: '' }, teacher);
    expect(await seenBy(first)).toBeNull();
    const published = await exam.publishDraw({ id, number: done.number }, teacher);
    expect(await exam.publishDraw({ id, number: done.number }, teacher)).toEqual(published);
    const [draw] = await readDraws();
    expect(draw).toMatchObject({
      number: 1,
      seed: done.seed,
      reason: '',
      repeatable: true,
      missing: [],
      publishedMs: published.publishedMs,
    });
    const ownPlace = draw?.places.find((place) => place.userId === first);
    expect(await seenBy(first)).toEqual({ sheet: ownPlace?.sheet, visits: ownPlace?.visits });
    const rounds = draw?.places.flatMap((place) => place.visits.map((visit) => (visit.startMs - examStartMs) / examMinuteMs));
    expect(rounds).toEqual([0, 0, 40]);
  });

  it('keeps the first draw when a second is made, and hides both until the second is published', async () => {
    const { exam, teacher, id, examinees, readDraws, seenBy } = await createPracticalPlan();
    await exam.drawStations({ id, seen: 0, setup, reason: '' }, teacher);
    await exam.publishDraw({ id, number: 1 }, teacher);
    const [before] = await readDraws();
    expect(await requireRefusal(exam.drawStations({ id, seen: 1, setup, reason: '' }, teacher))).toMatchObject({
      text: { 'zh-CN': '重新抽签须写明理由' },
    });
    await exam.drawStations({ id, seen: 1, setup, reason: '2 号工位故障' }, teacher);
    expect(await seenBy(examinees[0] ?? 0)).toBeNull();
    const draws = await readDraws();
    expect(draws.map(({ number, reason }) => [number, reason])).toEqual([
      [2, '2 号工位故障'],
      [1, ''],
    ]);
    expect(draws[1]).toEqual(before);
    expect(await requireRefusal(exam.publishDraw({ id, number: 1 }, teacher))).toMatchObject({
      text: { 'zh-CN': '这次抽签已被新的抽签取代，不能公布' },
    });
  });

  it('lets one of two simultaneous callers draw, and refuses the other', async () => {
    const { exam, teacher, id, readDraws } = await createPracticalPlan();
    const press = () => exam.drawStations({ id, seen: 0, setup, reason: '' }, teacher);
    const both = await Promise.allSettled([press(), press()]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '已有第 1 次抽签，请刷新后查看' },
    });
    expect(await readDraws()).toHaveLength(1);
  });

  it('refuses a theory part and a plan that is not published', async () => {
    const { exam, teacher, planDraft, publishPlan } = await createExamSchool();
    const draft = await exam.add({ ...planDraft, part: 'practical' }, teacher);
    expect(await requireRefusal(exam.drawStations({ id: draft.id, seen: 0, setup, reason: '' }, teacher))).toMatchObject({
      error: 'refused',
    });
    const { planId } = await publishPlan();
    expect(await requireRefusal(exam.drawStations({ id: planId, seen: 0, setup, reason: '' }, teacher))).toMatchObject({
      text: { 'zh-CN': '只有操作技能部分可以抽签' },
    });
  });

  it('reports examinees who are missing from the draw, and detects a result changed in the database', async () => {
    const { exam, teacher, id, db, outsider, readDraws } = await createPracticalPlan();
    await exam.drawStations({ id, seen: 0, setup, reason: '' }, teacher);
    const plan = await exam.getById({ id }, teacher);
    await exam.amend({ id, version: plan.version, reason: '增补', join: [outsider] }, teacher);
    expect((await readDraws())[0]?.missing).toHaveLength(1);
    const row = await db.selectFrom('station_draw').select('result').where('plan_id', '=', id).executeTakeFirstOrThrow();
    await db
      .updateTable('station_draw')
      .set({ result: row.result.replaceAll('任务书 A', '任务书 B') })
      .where('plan_id', '=', id)
      .execute();
    expect((await readDraws())[0]?.repeatable).toBe(false);
  });
});
