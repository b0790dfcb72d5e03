import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs, requireRefusal } from '../../../../tests/fixtures/server/exam-data.ts';
import { examStatus, paperStatus } from '../../../../sync/contract/codes.ts';
import { catchRefusal } from '../../../http/handler.ts';
import { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { createExamHandlers } from './exam-handlers.ts';
import { openPaper } from '../../../../sync/crypto/paper-package.ts';
import { importReleasedKey } from '../../../../sync/crypto/paper-text.ts';

const page = { page: 1, pageSize: 20 };

/** Opens the paper as an examinee's device does once the exam has begun. */
async function openedBy(
  { exam, setNow }: Pick<Awaited<ReturnType<typeof createExamSchool>>, 'exam' | 'setNow'>,
  me: Parameters<typeof exam.release>[1],
) {
  setNow(examStartMs);
  const sealed = await exam.getPackage({ planId: 1 }, me);
  const released = await exam.release({ planId: 1 }, me);
  return openPaper(sealed, await importReleasedKey(released.contentKey));
}

describe('a plan of an exam', () => {
  it('is drafted, changed, listed and read', async () => {
    const { exam, teacher, planDraft, examinees } = await createExamSchool();
    const added = await exam.add(planDraft, teacher);
    expect(added).toEqual({ id: 1, version: 1 });
    expect(await exam.modify({ ...planDraft, name: '补考', examineeIds: examinees.slice(1), id: 1, version: 1 }, teacher)).toEqual({
      id: 1,
      version: 2,
    });
    const list = await exam.getList(page, teacher);
    expect(examCalls.getList.output.parse(list)).toEqual(list);
    expect(list).toMatchObject({
      total: 1,
      items: [{ name: '补考', paperName: '理论卷', status: examStatus.notEnabled, examineeCount: 2, handedInCount: 0 }],
    });
    const plan = await exam.getById({ id: 1 }, teacher);
    expect(examCalls.getById.output.parse(plan)).toEqual(plan);
    expect(plan.examinees.map((one) => [one.userId, one.attemptId, one.status, one.points])).toEqual(
      examinees.slice(1).map((id) => [id, null, -1, null]),
    );
    expect((await exam.getList({ ...page, filter: { keyword: '期末' } }, teacher)).total).toBe(0);
    await expect(exam.getList({ ...page, sort: 'notice' }, teacher)).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: 'sort' }],
    });
  });

  it('keeps the signature setting when a change does not contain it', async () => {
    const { exam, teacher, planDraft } = await createExamSchool();
    const made = await exam.add({ ...planDraft, part: 'practical', signatureRequired: true }, teacher);
    const { signatureRequired: _left, ...others } = planDraft;
    await exam.modify({ ...others, part: 'practical', ...made }, teacher);
    expect(await exam.getById({ id: 1 }, teacher)).toMatchObject({ version: 2, signatureRequired: true });
  });

  it('is refused with a start so long ago that nobody could enter', async () => {
    const { exam, teacher, planDraft } = await createExamSchool();
    const past = await requireRefusal(exam.add({ ...planDraft, startMs: Date.UTC(2020, 0, 1) }, teacher));
    expect(past).toMatchObject({ error: 'invalid', fields: [{ path: 'startMs' }] });
    const plan = await exam.add(planDraft, teacher);
    const moved = await requireRefusal(exam.modify({ ...planDraft, ...plan, startMs: Date.UTC(2020, 0, 1) }, teacher));
    expect(moved).toMatchObject({ error: 'invalid', fields: [{ path: 'startMs' }] });
  });

  it('is listed among ended plans of its part after its end', async () => {
    const { exam, teacher, planDraft, setNow } = await createExamSchool();
    const plan = await exam.add(planDraft, teacher);
    await exam.publish(plan, teacher);
    await exam.add(planDraft, teacher);
    const ended = async (part: 'theory' | 'practical') =>
      (await exam.getList({ ...page, filter: { part, ended: true } }, teacher)).items.map(({ id }) => id);
    setNow(examStartMs + planDraft.durationMs - 1);
    expect(await ended('theory')).toEqual([]);
    setNow(examStartMs + planDraft.durationMs);
    expect(await ended('theory')).toEqual([plan.id]);
    expect(await ended('practical')).toEqual([]);
  });
});

describe('publish', () => {
  it('SY17: seals stems and options with rendered formulas, without keys or analyses', async () => {
    const { exam, db, teacher, planDraft, examinees, examineeContext, setNow, logged } = await createExamSchool();
    const plan = await exam.add(planDraft, teacher);
    const published = await exam.publish(plan, teacher);
    expect(published).toEqual({ id: 1, version: 2, warnings: ['第 2 题的公式“\\frac{1}{”无法排版，将显示源码'] });
    expect(logged).toEqual([{ planId: 1, formulas: [{ itemId: '2', source: '\\frac{1}{' }] }]);

    const me = examineeContext(examinees[0] ?? 0);
    const sealed = await exam.getPackage({ planId: 1 }, me);
    expect(examCalls.getPackage.output.parse(sealed)).toEqual(sealed);
    setNow(examStartMs);
    const released = await exam.release({ planId: 1 }, me);
    const content = await openPaper(sealed, await importReleasedKey(released.contentKey));
    expect(
      content.sections.map((section) => [
        section.title,
        section.items.map((item) => [item.id, item.points, item.blankCount, item.options.map((option) => option.id).join('')]),
      ]),
    ).toEqual([
      ['判断', [['1', 1, 0, 'TF']]],
      ['单选', [['2', 2, 0, 'ABC']]],
      ['多选', [['3', 2, 0, 'ABC']]],
      ['填空', [['4', 2, 2, '']]],
    ]);
    const text = JSON.stringify(content);
    expect(content.sections[0]?.items[0]?.stemHtml).toMatch(/^欧姆定律是 <math.*<\/math> 吗$/);
    expect(content.sections[1]?.items[0]?.stemHtml).toBe('下列正确的是 <code>\\frac{1}{</code>');
    expect(text).not.toMatch(/机密解析|"key"|"right"|anyOf|tolerance|五十赫兹|analysis/);

    // The database alone reveals neither the paper nor its key.
    const row = await db.selectFrom('exam_package').selectAll().executeTakeFirstOrThrow();
    expect(row.content_key.includes(Buffer.from(released.contentKey, 'base64url'))).toBe(false);
    expect(row.sealed).not.toContain(Buffer.from('欧姆定律').toString('base64url').slice(0, 12));
  });

  it('creates attempts, seats nobody in a plan without rooms, and marks the paper as organised', async () => {
    const { exam, paper, teacher, publishPlan } = await createExamSchool();
    const { attempts } = await publishPlan();
    expect(new Set(attempts).size).toBe(3);
    const plan = await exam.getById({ id: 1 }, teacher);
    expect(plan.examinees.map((one) => one.seatLabel)).toEqual(['', '', '']);
    expect(plan.status).toBe(examStatus.enabled);
    expect((await paper.getById({ id: 1 }, teacher)).status).toBe(paperStatus.organised);
  });

  it('publishes a plan once if two callers publish it at the same time', async () => {
    const { exam, db, teacher, planDraft } = await createExamSchool();
    const plan = await exam.add(planDraft, teacher);
    const publish = () =>
      catchRefusal(
        async () => (await exam.publish(plan, teacher)).version,
        (refusal) => refusal.error,
      );
    expect(new Set(await Promise.all([publish(), publish()]))).toEqual(new Set([2, 'refused']));
    const sealed = async () => (await db.selectFrom('exam_package').select('sealed').execute()).map((row) => row.sealed);
    const first = await sealed();
    expect(first).toHaveLength(1);
    const attempts = (await exam.getById({ id: 1 }, teacher)).examinees.map((one) => one.attemptId);
    await expect(exam.publish(plan, teacher)).rejects.toMatchObject({ error: 'refused' });
    expect(await sealed()).toEqual(first);
    expect((await exam.getById({ id: 1 }, teacher)).examinees.map((one) => one.attemptId)).toEqual(attempts);
    await expect(exam.publish({ id: 1, version: 2 }, teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(exam.modify({ ...planDraft, id: 1, version: 2 }, teacher)).rejects.toMatchObject({ error: 'refused' });
  });

  it('changes nothing if the paper changed while it was being sealed', async () => {
    const { deps, db, raw, teacher, planDraft } = await createExamSchool();
    // Publishing makes attempt ids after it has read the paper and before its transaction. So this `uuid` changes the paper in between.
    const uuid = () => {
      raw.exec('UPDATE paper SET version = version + 1');
      return deps.chance.uuid();
    };
    const exam = createExamHandlers({ ...deps, chance: { ...deps.chance, uuid } });
    const plan = await exam.add(planDraft, teacher);
    await expect(exam.publish(plan, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '试卷刚刚被修改，请核对后再发布' },
    });
    expect(await db.selectFrom('exam_package').select('plan_id').execute()).toEqual([]);
    expect(await exam.getById({ id: 1 }, teacher)).toMatchObject({ status: examStatus.notEnabled, version: 1 });
  });

  it('refuses a plan that nobody could enter', async () => {
    const { exam, teacher, planDraft, setNow } = await createExamSchool();
    const plan = await exam.add(planDraft, teacher);
    setNow(examStartMs + 15 * examMinuteMs);
    await expect(exam.publish(plan, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': expect.stringContaining('已过') as string },
    });
    expect((await exam.getById({ id: 1 }, teacher)).status).toBe(examStatus.notEnabled);
  });

  it('takes uploaded pictures into the paper, and names the pictures that prevent the publication', async () => {
    const { exam, db, files, teacher, planDraft, examinees, examineeContext, setNow } = await createExamSchool();
    const plan = await exam.add(planDraft, teacher);
    const url = `/uploads/${'ab'.repeat(16)}.png`;
    await db
      .updateTable('question')
      .set({ stem: `看图：<img alt="图" src="${url}">` })
      .where('id', '=', 2)
      .execute();
    await expect(exam.publish(plan, teacher)).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '不能发布：第 2 题的图片已不存在，请重新上传' },
    });
    files.set(url, `data:image/png;base64,${'A'.repeat(13 * 1024 * 1024)}`);
    await expect(exam.publish(plan, teacher)).rejects.toMatchObject({
      text: { 'zh-CN': '不能发布：图片和音视频共 13 MB，超过上限 12 MB，请压缩：第 2 题 13 MB' },
    });
    files.set(url, 'data:image/png;base64,AAAA');
    await exam.publish(plan, teacher);
    const content = await openedBy({ exam, setNow }, examineeContext(examinees[0] ?? 0));
    expect(content.sections[1]?.items[0]?.stemHtml).toBe('看图：<img alt="图" src="data:image/png;base64,AAAA" />');
  });

  it('gives neighbours different variants, and counts the use of a question once', async () => {
    const { exam, db, paper, teacher, planDraft, examinees, examineeContext, setNow } = await createExamSchool();
    const current = await paper.getById({ id: 1 }, teacher);
    const [first] = current.variants;
    await paper.choose({ id: 1, version: current.version, variants: [first, first].flatMap((one) => one ?? []) }, teacher);
    const plan = await exam.add(planDraft, teacher);
    await exam.publish(plan, teacher);
    const variants = [];
    for (const id of examinees) variants.push((await openedBy({ exam, setNow }, examineeContext(id))).variant);
    expect(variants).toEqual(['A', 'B', 'A']);
    const use = await db.selectFrom('question').select(['used_count', 'exposed_count']).where('id', '=', 2).executeTakeFirstOrThrow();
    expect(use).toEqual({ used_count: 1, exposed_count: 3 });
    expect((await exam.getById({ id: plan.id }, teacher)).examinees).toHaveLength(3);
  });
});
