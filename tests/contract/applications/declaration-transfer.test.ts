import { beforeEach, describe, expect, it } from 'vitest';
import { enrolmentStatus } from '../../../sync/contract/codes.ts';
import type { EnlistResult } from '../../../sync/contract/applications/application.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { createApplicantAnswers, type ApplicationRoom, createApplicationRoom } from '../fixtures/application-school.ts';
import { type RowReference } from '../server-fixture.ts';
import { validPaperDraft, createPlanDraft, createQuestionFile } from '../fixtures/resource-drafts.ts';

const number = '110101200109235262';

/** Passes approved declarations on to an enrolment batch or a plan. */
describe('transfer of an approved declaration to an enrolment batch or a plan', () => {
  let { server, made, raw, ask, otherId, count } = {} as ApplicationRoom;
  beforeEach(async () => {
    ({ server, made, raw, ask, otherId, count } = await createApplicationRoom());
  });
  const declared = async (answers: object = {}): Promise<RowReference> => {
    const { editionId } = await ask<{ editionId: number }>(7, '/declare/getMine', { offerId: made.project.id });
    const sending = {
      offerId: made.project.id,
      editionId,
      answers: { ...createApplicantAnswers(number, '林一鸣'), ...answers },
      version: null,
    };
    return ask(7, '/declare/submit', sending);
  };
  const approved = async (answers: object = {}): Promise<number> => {
    const { id, version } = await declared(answers);
    await ask(2, '/declare/decide', { items: [{ id, version }], decision: 'approve', marks: {}, reason: '已核实' });
    return id;
  };
  const enrol = (ids: readonly number[], batchId = made.batch.id, as: UserType = 2) =>
    ask<EnlistResult>(as, '/declare/enrol', { batchId, ids });

  it('adds one application that waits for the batch’s review, even if repeated', async () => {
    const id = await approved();
    expect(await enrol([id, id])).toEqual({ accounts: 1, added: 1, already: [], refused: [] });
    const users = count('SELECT count(*) FROM user');
    expect(await enrol([id])).toEqual({ accounts: 0, added: 0, already: ['林一鸣'], refused: [] });
    expect([count("SELECT count(*) FROM application WHERE kind = 'enroll'"), count('SELECT count(*) FROM user')]).toEqual([1, users]);
    const { items } = await ask<{ items: (RowReference & { name: string; status: number; idNumber: string })[] }>(
      11,
      '/enroll/getList',
      {},
    );
    expect(items).toMatchObject([{ name: '林一鸣', status: enrolmentStatus.underReview, idNumber: '1101**********5262' }]);
    expect(await ask(11, '/enroll/getIdNumber', { id: items[0]?.id })).toEqual({ idNumber: number });
    const stored = JSON.stringify(server.raw.prepare("SELECT answers FROM application WHERE kind = 'enroll'").all());
    expect(stored).not.toContain(number);
  });

  it('returns the first answer for a repeated idempotency key, and adds one application if called twice', async () => {
    const id = await approved();
    const input = { batchId: made.batch.id, ids: [id] };
    const key = { 'x-request-key': '6e1d4f0a-58f2-4a7e-8c55-b7a0f9f3d102' };
    const answers = await Promise.all([1, 2, 3].map(() => raw(2, '/declare/enrol', input, key)));
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ added: 1 });
    await Promise.all([enrol([id]), enrol([id])]);
    expect(count("SELECT count(*) FROM application_step JOIN application f ON f.id = application_id WHERE f.kind = 'enroll'")).toBe(1);
  });

  it('is refused with the reason and writes nothing if the declaration does not fit the batch', async () => {
    const id = await approved();
    const users = count('SELECT count(*) FROM user');
    const reasonOf = async (ids: readonly number[] = [id], batchId?: number) => {
      const { added, refused } = await enrol(ids, batchId);
      expect([added, count("SELECT count(*) FROM application WHERE kind = 'enroll'"), count('SELECT count(*) FROM user')]).toEqual([
        0,
        0,
        users,
      ]);
      return refused.map((one) => `${one.name} ${one.reason}`);
    };
    const batch = async (change: object) => {
      const added = await ask(11, '/batch/add', { ...made.batchDraft, name: '另一批', ...change });
      return (await ask(11, '/batch/setStatus', { ...added, status: 1 })).id;
    };
    expect(await reasonOf([id], await batch({ professionId: otherId }))).toEqual(['林一鸣 申报的职业或等级与这个批次不同']);
    const otherLevel = await batch({ name: '别的等级' });
    server.raw.prepare('UPDATE enroll_batch SET level = 5 WHERE id = ?').run(otherLevel);
    expect(await reasonOf([id], otherLevel)).toEqual(['林一鸣 申报的职业或等级与这个批次不同']);
    server.raw.exec('UPDATE enroll_batch SET waiting_list = 0, quota = 1');
    server.time.nowMs = made.batchDraft.closesMs;
    expect(await reasonOf()).toEqual([expect.stringContaining('已过截止时间')]);
    server.time.nowMs = made.batchDraft.closesMs - 1;
    expect(await reasonOf([99_999])).toEqual([' 没有这份申报表']);
    expect((await raw(2, '/declare/enrol', { batchId: 99_999, ids: [id] })).code).toBe(1005);
    // A declaration that is returned after its approval cannot be passed on.
    const { version } = await ask(2, '/declare/getById', { id });
    await ask(2, '/declare/decide', { items: [{ id, version }], decision: 'return', marks: {}, reason: '材料有误' });
    expect(await reasonOf()).toEqual(['林一鸣 还没有通过审核']);
  });

  it('is refused with the names of required fields that only the batch’s form has', async () => {
    const form = await ask<RowReference & { design: { key: string }[] }>(2, '/form/getById', { id: made.form.id });
    const design = [...form.design, { ...form.design[1], key: 'dorm', label: '宿舍号', meaning: null, min: null, required: true }];
    const own = await ask(2, '/form/add', { name: '批次表', note: '', design });
    await ask(2, '/form/enact', own);
    const added = await ask(11, '/batch/add', { ...made.batchDraft, name: '问得多', formId: own.id });
    const batch = await ask(11, '/batch/setStatus', { ...added, status: 1 });
    const { refused } = await enrol([await approved()], batch.id);
    expect(refused).toMatchObject([{ name: '林一鸣', reason: expect.stringContaining('宿舍号') }]);
  });

  it('is refused if the quota is used up and the batch has no waiting list', async () => {
    const id = await approved();
    const { editionId } = await ask<{ editionId: number }>(12, '/enroll/getMine', { offerId: made.batch.id });
    await ask(12, '/enroll/submit', {
      offerId: made.batch.id,
      editionId,
      answers: createApplicantAnswers('320583199506150027', '方可欣'),
      version: null,
    });
    server.raw.exec('UPDATE enroll_batch SET waiting_list = 0, quota = 1');
    expect((await enrol([id])).refused).toMatchObject([{ name: '林一鸣', reason: '批次名额已满，不设候补' }]);
    server.raw.exec('UPDATE enroll_batch SET waiting_list = 1');
    expect(await enrol([id])).toMatchObject({ added: 1 });
  });

  it('is refused to a teacher of other classes, and for a plan of another owner', async () => {
    const id = await approved();
    expect((await enrol([id], made.batch.id, 6)).refused).toMatchObject([{ id, name: '' }]);
    await server.deps.jobs.open();
    await ask(6, '/question/import', createQuestionFile(['第 1 题', '第 2 题']));
    await server.deps.jobs.idle();
    const paper = await ask(6, '/paper/add', validPaperDraft);
    const plan = await ask(6, '/exam/add', createPlanDraft(paper.id, [server.idOf('type8')], server.time.nowMs));
    const targets = await ask<{ plans: RowReference[]; batches: RowReference[] }>(2, '/declare/getTargets', {});
    expect([targets.plans.map((one) => one.id), targets.batches.map((one) => one.id)]).toEqual([[plan.id], [made.batch.id]]);
    const put = () => ask<EnlistResult>(2, '/declare/enlist', { planId: plan.id, ids: [id] });
    expect([await put(), await put()]).toEqual([
      { accounts: 1, added: 1, already: [], refused: [] },
      { accounts: 0, added: 0, already: ['林一鸣'], refused: [] },
    ]);
    const { version } = await ask(2, '/declare/getById', { id });
    const answer = await raw(2, '/declare/decide', { items: [{ id, version }], decision: 'return', marks: {}, reason: '错了' });
    expect(answer).toMatchObject({ code: 1002, msg: expect.stringContaining('已转为考生') });
    server.raw.prepare('UPDATE exam_plan SET created_by = ?').run(server.idOf('type2'));
    expect((await ask<{ plans: RowReference[] }>(6, '/declare/getTargets', {})).plans).toEqual([]);
    expect((await raw(6, '/declare/enlist', { planId: plan.id, ids: [id] })).code).toBe(1005);
  });
});
