import { beforeEach, describe, expect, it } from 'vitest';
import { declarationStatus, enrolmentStatus } from '../../../sync/contract/codes.ts';
import { createApplicantAnswers, type ApplicationRoom, createApplicationRoom } from '../fixtures/application-school.ts';
import { listFaultyFields, type RowReference } from '../server-fixture.ts';
import { validPaperDraft, validPersonDraft, createPlanDraft, createQuestionFile } from '../fixtures/resource-drafts.ts';

const numbers = ['110101200109235262', '320583199506150027'] as const;

/** Follows an application from the first form to an examinee of a plan, as applicants and reviewers work. */
describe('an application, from the form to the plan', () => {
  let { server, made, raw, ask, filled, tokens, count } = {} as ApplicationRoom;
  beforeEach(async () => {
    ({ server, made, raw, ask, filled, tokens, count } = await createApplicationRoom());
  });
  const enrol = async (): Promise<{ sending: Awaited<ReturnType<typeof filled>>; sent: RowReference & { status: number } }> => {
    const sending = await filled(12, '/enroll/getMine', made.batch.id, numbers[0]);
    return { sending, sent: await ask(12, '/enroll/submit', sending) };
  };

  it('is refused with a message at every faulty field, and not stored', async () => {
    const sending = await filled(12, '/enroll/getMine', made.batch.id, numbers[0]);
    const answer = await raw(12, '/enroll/submit', {
      ...sending,
      answers: { ...sending.answers, idNumber: '110101200109235263', phone: '12', photo: [] },
    });
    expect(listFaultyFields(answer).map((fault) => fault.path)).toEqual(['answers.idNumber', 'answers.phone', 'answers.photo']);
    expect(count('SELECT count(*) FROM application')).toBe(0);
  });

  it('stores the ID number sealed, shows it masked, and logs who reads it in full', async () => {
    const { sent } = await enrol();
    const stored =
      JSON.stringify(server.raw.prepare('SELECT answers, id_number FROM application').all()) +
      JSON.stringify(server.raw.prepare('SELECT answers FROM application_step').all());
    expect(stored).not.toContain(numbers[0]);
    const whole = await ask<{ idNumber: string; answers: { idNumber: string } }>(11, '/enroll/getById', { id: sent.id });
    expect([whole.idNumber, whole.answers.idNumber]).toEqual(['1101**********5262', '1101**********5262']);
    const looks = () => count("SELECT count(*) FROM audit WHERE call = '/enroll/getIdNumber'");
    const before = looks();
    expect(await ask(11, '/enroll/getIdNumber', { id: sent.id })).toEqual({ idNumber: numbers[0] });
    await server.deps.audit.settled();
    expect(looks()).toBe(before + 1);
    const mine = await ask<{ own: { answers: { idNumber: string } } }>(12, '/enroll/getMine', { offerId: made.batch.id });
    expect(mine.own.answers.idNumber).toBe(numbers[0]);
  });

  it('is returned at two fields, corrected, approved, and becomes one examinee even if repeated', async () => {
    const { sending, sent } = await enrol();
    const marks = { photo: '请换白底证件照', work: '工作证明请补开到本月' };
    expect((await raw(11, '/enroll/decide', { items: [sent], decision: 'return', marks: {}, reason: '' })).code).toBe(1002);
    await ask(11, '/enroll/decide', { items: [{ id: sent.id, version: sent.version }], decision: 'return', marks, reason: '' });
    const mine = await ask<{ own: RowReference & { status: number; marks: object } }>(12, '/enroll/getMine', { offerId: made.batch.id });
    expect(mine.own).toMatchObject({ status: enrolmentStatus.returned, marks });
    const again = await ask(12, '/enroll/submit', {
      ...sending,
      answers: { ...sending.answers, employer: '改过的单位' },
      version: mine.own.version,
    });
    const whole = await ask<{ earlier: { answers: { employer: string } }[]; steps: object[]; rounds: number }>(11, '/enroll/getById', {
      id: sent.id,
    });
    expect([whole.earlier.map(({ answers }) => answers.employer), whole.steps.length, whole.rounds]).toEqual([
      ['苏州澄湖精密电子有限公司'],
      3,
      2,
    ]);
    expect(
      await ask(11, '/enroll/decide', { items: [{ id: again.id, version: again.version }], decision: 'approve', marks: {}, reason: '' }),
    ).toEqual({ changed: 1, refused: [] });

    await server.deps.jobs.open();
    await ask(6, '/question/import', createQuestionFile(['第 1 题', '第 2 题']));
    await server.deps.jobs.idle();
    const paper = await ask(6, '/paper/add', validPaperDraft);
    const plan = await ask(6, '/exam/add', createPlanDraft(paper.id, [server.idOf('type8')], server.time.nowMs));
    const first = await ask<{ accounts: number; added: number; already: string[] }>(11, '/enroll/enlist', {
      planId: plan.id,
      ids: [sent.id],
    });
    const second = await ask(11, '/enroll/enlist', { planId: plan.id, ids: [sent.id] });
    expect([first, second]).toEqual([
      { accounts: 1, added: 1, already: [], refused: [] },
      { accounts: 0, added: 0, already: ['沈嘉禾'], refused: [] },
    ]);
    const made8 = server.raw.prepare("SELECT name, user_type, avatar, ticket_no FROM user WHERE name = '沈嘉禾'").all();
    expect(made8).toMatchObject([{ user_type: 8, avatar: createApplicantAnswers(numbers[0], '').photo[0]?.url }]);
    const board = await ask<{ examinees: { name: string }[] }>(6, '/exam/getById', { id: plan.id });
    expect(board.examinees.map((each) => each.name)).toContain('沈嘉禾');
  });

  it('is accepted until the last millisecond of its window', async () => {
    const sending = await filled(12, '/enroll/getMine', made.batch.id, numbers[0]);
    server.time.nowMs = made.batchDraft.closesMs;
    expect((await raw(12, '/enroll/submit', sending)).code).toBe(1002);
    server.time.nowMs = made.batchDraft.closesMs - 1;
    expect((await raw(12, '/enroll/submit', sending)).code).toBe(0);
  });

  it('is refused if the quota is used up, unless the batch has a waiting list', async () => {
    await enrol();
    server.raw.prepare("UPDATE application SET user_id = ? WHERE kind = 'enroll'").run(server.idOf('type8'));
    server.raw.exec('UPDATE enroll_batch SET quota = 1, waiting_list = 0');
    const other = await filled(12, '/enroll/getMine', made.batch.id, numbers[1]);
    const sending = { ...other, answers: createApplicantAnswers(numbers[1], '方可欣') };
    expect(await raw(12, '/enroll/submit', sending)).toMatchObject({ code: 1002, msg: expect.stringContaining('名额') });
    server.raw.exec('UPDATE enroll_batch SET waiting_list = 1');
    expect((await raw(12, '/enroll/submit', sending)).code).toBe(0);
    const mine = await ask<{ own: { waiting: number } }>(12, '/enroll/getMine', { offerId: made.batch.id });
    expect(mine.own.waiting).toBe(1);
  });

  it('is refused if the form was changed meanwhile, and accepted with the new edition', async () => {
    const sending = await filled(12, '/enroll/getMine', made.batch.id, numbers[0]);
    const form = await ask<RowReference & { name: string; note: string; design: object[] }>(2, '/form/getById', { id: made.form.id });
    const changed = await ask(2, '/form/modify', {
      name: form.name,
      note: form.note,
      design: form.design.slice(0, -1),
      id: form.id,
      version: form.version,
    });
    await ask(2, '/form/enact', changed);
    const refused = await raw(12, '/enroll/submit', sending);
    expect(refused.code).toBe(1002);
    const { editionId } = refused.data as { editionId: number };
    expect((await raw(12, '/enroll/submit', { ...sending, editionId })).code).toBe(0);
  });

  it('of a student is a private draft, then declared, returned and approved, with its history', async () => {
    const sending = await filled(7, '/declare/getMine', made.project.id, numbers[0]);
    const kept = await ask<RowReference & { status: number }>(7, '/declare/save', { ...sending, answers: { name: '沈' } });
    expect(kept.status).toBe(declarationStatus.filled);
    expect((await raw(2, '/declare/getById', { id: kept.id })).code).toBe(1005);
    const declared = await ask<RowReference & { status: number }>(7, '/declare/submit', { ...sending, version: kept.version });
    expect(declared.status).toBe(declarationStatus.declaring);
    // A teacher who does not teach the class has no access.
    expect((await raw(6, '/declare/getById', { id: kept.id })).code).toBe(1005);
    await ask(2, '/declare/decide', {
      items: [{ id: declared.id, version: declared.version }],
      decision: 'return',
      marks: { signature: '请本人签名' },
      reason: '',
    });
    const mine = await ask<{ own: RowReference }>(7, '/declare/getMine', { offerId: made.project.id });
    const again = await ask(7, '/declare/submit', { ...sending, version: mine.own.version });
    await ask(2, '/declare/decide', { items: [{ id: again.id, version: again.version }], decision: 'approve', marks: {}, reason: '' });
    const whole = await ask<{ status: number; steps: { event: string }[] }>(2, '/declare/getById', { id: declared.id });
    expect([whole.status, whole.steps.map((step) => step.event)]).toEqual([
      declarationStatus.approved,
      ['submit', 'return', 'submit', 'approve'],
    ]);
    const students = await ask<{ items: { status: number }[] }>(2, '/declare/getStudents', { filter: { offerId: made.project.id } });
    expect(students.items.some((row) => row.status === declarationStatus.approved)).toBe(true);
  });

  it('of a student without a draft can be submitted by the school once, but not over the student’s own entries', async () => {
    const userId = await server.addUser(7, '沈嘉禾');
    const asked = { offerId: made.project.id, userId };
    const form = await ask<{ editionId: number; name: string; design: { key: string; required: boolean }[]; eligibility: object }>(
      2,
      '/declare/getFor',
      asked,
    );
    expect([form.name, form.design.filter(({ key, required }) => required && (key === 'signature' || key === 'proofs'))]).toEqual([
      '沈嘉禾',
      [],
    ]);
    expect(form.eligibility).toMatchObject({ level: 4, rules: [{}, {}, {}] });
    const { signature: _signature, proofs: _proofs, ...answers } = createApplicantAnswers(numbers[0], '沈嘉禾');
    const submission = { ...asked, editionId: form.editionId, answers };
    // A teacher of another class is refused. So is a form for an examinee's account or for an unknown user.
    expect((await raw(6, '/declare/getFor', asked)).code).toBe(1005);
    expect((await raw(6, '/declare/submitFor', submission)).code).toBe(1005);
    for (const other of [server.idOf('type8'), 99_999])
      expect((await raw(2, '/declare/submitFor', { ...submission, userId: other })).code).toBe(1005);
    expect(
      listFaultyFields(await raw(2, '/declare/submitFor', { ...submission, answers: { ...answers, phone: '1' } })).map(({ path }) => path),
    ).toEqual(['answers.phone']);
    const both = await Promise.all([raw(2, '/declare/submitFor', submission), raw(2, '/declare/submitFor', submission)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1002]);
    const id = both.map(({ data }) => (data as RowReference | null)?.id ?? 0).find((each) => each > 0) ?? 0;
    const whole = await ask<{ name: string; steps: { event: string; by: string }[]; idNumber: string }>(2, '/declare/getById', { id });
    expect(whole).toMatchObject({ name: '沈嘉禾', idNumber: '1101**********5262', steps: [{ event: 'submit', by: '用户2' }] });
    const mine = await (await server.callOf(userId))('/declare/getMine', { offerId: made.project.id });
    expect((mine.data as { own: { status: number; answers: { idNumber: string } } }).own).toMatchObject({
      status: declarationStatus.declaring,
      answers: { idNumber: numbers[0] },
    });

    // If the student has saved a draft on the server, only the student may submit it. A returned form, too, is corrected by the student.
    const own = { offerId: made.project.id, userId: server.idOf('type7') };
    const sending = await filled(7, '/declare/getMine', made.project.id, numbers[1]);
    const kept = await ask(7, '/declare/save', sending);
    expect(await raw(2, '/declare/getFor', own)).toMatchObject({ code: 1002, msg: expect.stringContaining('已经自己开始填写') });
    expect((await raw(2, '/declare/submitFor', { ...submission, ...own })).code).toBe(1002);
    const declared = await ask(7, '/declare/submit', { ...sending, version: kept.version });
    await ask(2, '/declare/decide', {
      items: [{ id: declared.id, version: declared.version }],
      decision: 'return',
      marks: {},
      reason: '请补',
    });
    expect(await raw(2, '/declare/getFor', own)).toMatchObject({ code: 1002, msg: expect.stringContaining('由本人改好再交') });
    server.time.nowMs = made.projectDraft.closesMs;
    const third = await ask(2, '/user/add', { ...validPersonDraft, name: '迟到', login_name: 'late1', user_type: 7 });
    expect(await raw(2, '/declare/getFor', { ...own, userId: third.id })).toMatchObject({
      code: 1002,
      msg: expect.stringContaining('截止'),
    });
  });

  it('shows the applicant the eligibility rules of its level', async () => {
    const mine = await ask<{ eligibility: { level: number; rules: { words: string[] }[] } }>(12, '/enroll/getMine', {
      offerId: made.batch.id,
    });
    expect(mine.eligibility.level).toBe(4);
    expect(mine.eligibility.rules.map(({ words }) => words[0])).toEqual([
      '累计从事本职业满 5 年',
      '取得五级后工作满 3 年',
      '相关专业毕业证',
    ]);
  });

  it('can be reminded of once a day, until it is declared', async () => {
    const student = server.idOf('type7');
    const input = { offerId: made.project.id, userIds: [student, student, server.idOf('type8'), 99_999] };
    const both = await Promise.all([raw(2, '/declare/remind', input), raw(2, '/declare/remind', input)]);
    expect(both.map(({ data }) => (data as { reminded: number }).reminded).toSorted((a, b) => a - b)).toEqual([0, 1]);
    // Moves the clock to the next day and drops all sessions, which have expired by then.
    const nextDay = () => {
      server.time.nowMs += 86_400_000;
      tokens.clear();
    };
    const open = () => ask<{ items: { reminded: object | null }[] }>(7, '/declaration/getOpen', {});
    expect((await open()).items).toMatchObject([{ reminded: { ms: server.time.nowMs } }]);
    const row = await ask<{ items: { id: number; remindedMs: number | null }[] }>(2, '/declare/getStudents', {
      filter: { offerId: made.project.id },
    });
    expect(row.items.find((one) => one.id === student)?.remindedMs).toBe(server.time.nowMs);
    // A teacher who does not teach the class can send no reminders.
    expect(await ask(6, '/declare/remind', input)).toMatchObject({ reminded: 0 });
    server.raw.exec('UPDATE declaration_plan SET closes_ms = closes_ms + 200000000');
    nextDay();
    expect(await ask(2, '/declare/remind', input)).toEqual({ reminded: 1, left: 2 });
    await ask(7, '/declare/submit', await filled(7, '/declare/getMine', made.project.id, numbers[0]));
    expect((await open()).items).toMatchObject([{ reminded: null }]);
    nextDay();
    expect(await ask(2, '/declare/remind', input)).toMatchObject({ reminded: 0 });
    server.raw.exec('UPDATE declaration_plan SET closes_ms = 1');
    expect((await raw(2, '/declare/remind', input)).code).toBe(1002);
  });
});
