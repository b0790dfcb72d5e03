import { beforeEach, describe, expect, it } from 'vitest';
import {
  createApplicantAnswers,
  readClassRow,
  type ApplicationRoom,
  createApplicationRoom,
  createPictureAnswer,
  storePictures,
} from '../fixtures/application-school.ts';
import { requireDone, listFaultyFields, type RowReference } from '../server-fixture.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';

const numbers = ['110101200109235262', '320583199506150027', '320583199506150043'] as const;
const numberOf = (n: number): string => {
  const first17 = `3205831995${String(1 + (n % 12)).padStart(2, '0')}15${String(n).padStart(3, '0')}`;
  return first17 + computeIdCheckDigit(first17);
};

let { server, made, raw, ask, count } = {} as ApplicationRoom;
/** Adds another applicant and returns a function that makes calls as this user. */
const applicant = async (name: string) => server.callOf(await server.addUser(12, name));
const fillingOf = async (call: Awaited<ReturnType<typeof applicant>>, number: string, name = '方可欣') => {
  const { editionId } = await requireDone<{ editionId: number }>(call('/enroll/getMine', { offerId: made.batch.id }));
  return { offerId: made.batch.id, editionId, answers: createApplicantAnswers(number, name), version: null };
};
const filings = (): number => count("SELECT count(*) FROM application WHERE kind = 'enroll'");
const people = (): number => count('SELECT count(*) FROM "user" WHERE user_type = 12');

beforeEach(async () => {
  ({ server, made, raw, ask, count } = await createApplicationRoom());
});

describe('a batch or project without dates', () => {
  it.each([
    [11, '/batch/add', 'batchDraft'],
    [2, '/declaration/add', 'projectDraft'],
  ] as const)('as user type %i, %s is refused with a message at each empty date', async (as, path, draft) => {
    const answer = await raw(as, path, { ...made[draft], name: '无日期', opensMs: 0, closesMs: 0 });
    expect(listFaultyFields(answer)).toEqual([
      { path: 'opensMs', message: '应为日期和时间' },
      { path: 'closesMs', message: '应为日期和时间' },
    ]);
  });
});

describe('an enrolment application', () => {
  it('is prefilled with what the school knows of its applicant, until it is submitted', async () => {
    const call = await applicant('甲');
    server.raw.exec("UPDATE \"user\" SET phone = '13800006027' WHERE name = '甲'");
    const begun = async () =>
      requireDone<{ known?: Record<string, string>; own: { answers: Record<string, unknown> } | null }>(
        call('/enroll/getMine', { offerId: made.batch.id }),
      );
    const { known = {}, own } = await begun();
    expect(own).toBeNull();
    expect(Object.values(known)).toEqual(expect.arrayContaining(['甲', '13800006027']));
    await requireDone(call('/enroll/submit', await fillingOf(call, numbers[0])));
    expect((await begun()).known).toBeUndefined();
  });

  it('for the last place is accepted from one of two concurrent applicants, and the other is refused', async () => {
    server.raw.exec('UPDATE enroll_batch SET quota = 1, waiting_list = 0');
    const both = await Promise.all([applicant('甲'), applicant('乙')]);
    const sending = await Promise.all(both.map((call, at) => fillingOf(call, numbers[at] ?? '')));
    const answers = await Promise.all(both.map((call, at) => call('/enroll/submit', sending[at])));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 1002]));
    expect(answers.find(({ code }) => code !== 0)?.msg).toContain('名额已满');
    expect(filings()).toBe(1);
  });

  it.each<[{ url?: string; sql?: string }, string]>([
    [{ url: '/uploads/ffffffffffffffffffffffffffffffff.jpg' }, '文件已不在'],
    [{ sql: "UPDATE upload SET kind = 'pdf'" }, '不是图片'],
    [{ sql: 'UPDATE upload SET width = 413, height = 295' }, '照片要 295×413 像素，这张是 413×295'],
    [{ sql: 'UPDATE upload SET size_bytes = 5000' }, '照片至少 10 KB'],
    [{ sql: 'UPDATE upload SET size_bytes = 900000' }, '照片不能超过 200 KB'],
    [{ sql: `UPDATE upload SET school_id = (SELECT max(id) FROM school)` }, '文件已不在'],
  ])('with an invalid photo is refused with the reason at the photo: %j', async ({ url, sql }, said) => {
    const call = await applicant('甲');
    const sending = await fillingOf(call, numbers[0]);
    if (sql !== undefined) server.raw.exec(sql);
    const photo = url === undefined ? sending.answers.photo : [{ ...createPictureAnswer(1)[0], url }];
    const answer = await call('/enroll/submit', { ...sending, answers: { ...sending.answers, photo } });
    expect(listFaultyFields(answer).find(({ path }) => path === 'answers.photo')?.message).toContain(said);
    expect(filings()).toBe(0);
  });

  it('without a proof is marked as doubtful, and shows the reviewer which rules are met', async () => {
    const call = await applicant('甲');
    const sending = await fillingOf(call, numbers[0]);
    const answers = { ...sending.answers, work: [{ from: '2024-07', to: '至今', place: '某厂', what: '电工' }] };
    const { id } = await requireDone(call('/enroll/submit', { ...sending, answers }));
    const whole = await ask<{ doubt: string; eligibility: { verdict: string; rules: { verdict: string; reasons: string[][] }[] } }>(
      11,
      '/enroll/getById',
      { id },
    );
    expect(whole.doubt).toBe('missing');
    expect(whole.eligibility.rules.map(({ verdict }) => verdict)).toEqual(['notMet', 'notMet', 'missing']);
    expect(whole.eligibility.rules[0]?.reasons[0]).toEqual([expect.stringContaining('还差'), expect.stringMatching(/short/)]);
  });
});

describe('enrolment of a class by a list', () => {
  const sheet = async (...given: Parameters<typeof readClassRow> extends [unknown, ...infer R] ? R : never) => {
    const form = await ask<{ offerId: number; editionId: number }>(11, '/enroll/getForm', { offerId: made.batch.id });
    return readClassRow(form, ...given);
  };

  it('is previewed row by row with every fault, before anything is written', async () => {
    const list = await sheet([
      ['沈嘉禾', numbers[0]],
      ['方可欣', '320583199506150028'],
      ['', numbers[1]],
      ['沈嘉禾', numbers[0]],
    ]);
    list.rows[2] = { ...list.rows[2], photo: 'none' } as (typeof list.rows)[number];
    const preview = await ask<{ good: number; faulty: number; faults: { row: number; path: string; reason: string }[] }>(
      11,
      '/enroll/previewClass',
      list,
    );
    expect([preview.good, preview.faulty]).toEqual([1, 3]);
    expect(preview.faults.map(({ row, path, reason }) => [row, path, reason])).toEqual([
      [3, 'idNumber', '证件号码有误，请逐位核对'],
      [4, 'name', '请填写'],
      [4, 'photo', '照片包里没有以这个证件号码命名的照片'],
      [5, 'idNumber', '与第 2 行的证件号码相同'],
    ]);
    expect(filings()).toBe(0);
  });

  it('writes all rows or none in mode "all", and the valid rows in mode "good"', async () => {
    const before = people();
    const list = await sheet([
      ['沈嘉禾', numbers[0]],
      ['方可欣', '320583199506150028'],
    ]);
    const refused = await raw(11, '/enroll/importClass', { ...list, mode: 'all' });
    expect(refused).toMatchObject({ code: 1002, msg: expect.stringContaining('一行也没有写入') });
    expect([filings(), people()]).toEqual([0, before]);
    expect(await ask(11, '/enroll/importClass', { ...list, mode: 'good' })).toEqual({ imported: 1, skipped: 1, accounts: 1 });
    expect([filings(), people()]).toEqual([1, before + 1]);
    // A repeat with another idempotency key names the students who have already applied, and adds nobody.
    const again = await ask<{ faults: { reason: string }[] }>(11, '/enroll/previewClass', list);
    expect(again.faults[0]?.reason).toContain('已在本批次报名');
  });

  it('is not bound to an unapproved account that registered with the ID number of another person', async () => {
    const stranger = {
      website: 'demo',
      user_type: 12,
      login_name: 'stranger',
      login_pwd: 'Wo-shi-xin-1',
      name: '某人',
      phone: '13812345678',
      sex: 0,
      id_type: 1,
      id_number: numbers[0],
      student_no: '',
      employer: '',
      note: '',
    };
    expect((await server.post('/user/addRS', stranger)).code).toBe(0);
    expect(await ask(11, '/enroll/importClass', { ...(await sheet([['沈嘉禾', numbers[0]]])), mode: 'all' })).toMatchObject({
      accounts: 1,
    });
    expect(server.raw.prepare('SELECT count(*) FROM application WHERE user_id = ?').pluck().get(server.idOf('stranger'))).toBe(0);
  });

  it('submits 500 rows with 500 photos in one call, sealed, and ready for review', async () => {
    server.raw.exec('UPDATE enroll_batch SET quota = 0');
    storePictures(server, 500, 3);
    const list = await sheet(Array.from({ length: 500 }, (_, n) => [`考生${n}`, numberOf(n)] as const));
    const rows = list.rows.map((row, at) => ({ ...row, photo: createPictureAnswer(at + 3)[0] }));
    const preview = await ask<{ good: number; faults: object[] }>(11, '/enroll/previewClass', {
      ...list,
      rows: rows.map((row) => ({ ...row, photo: 'ready' })),
    });
    expect(preview).toMatchObject({ good: 500, faults: [] });
    expect(
      await raw(11, '/enroll/importClass', { ...list, rows: rows.map((row) => ({ ...row, photo: 'ready' })), mode: 'all' }),
    ).toMatchObject({
      code: 1002,
      msg: expect.stringContaining('照片还没有传完'),
    });
    expect(await ask(11, '/enroll/importClass', { ...list, rows, mode: 'all' })).toEqual({ imported: 500, skipped: 0, accounts: 500 });
    const page = await ask<{ total: number; items: { photo: string; idNumber: string }[] }>(11, '/enroll/getList', { pageSize: 200 });
    expect(page.total).toBe(500);
    expect(new Set(page.items.map(({ photo }) => photo)).size).toBe(200);
    expect(JSON.stringify(page)).not.toContain(numberOf(1));
    expect(JSON.stringify(server.raw.prepare('SELECT answers, id_number FROM application').all())).not.toContain(numberOf(1));
  });

  it('counts no more valid rows than places are left', async () => {
    server.raw.exec('UPDATE enroll_batch SET quota = 1, waiting_list = 0');
    const preview = await ask<{ good: number; faults: { row: number; reason: string }[] }>(
      11,
      '/enroll/previewClass',
      await sheet([
        ['沈嘉禾', numbers[0]],
        ['方可欣', numbers[1]],
      ]),
    );
    expect(preview.good).toBe(1);
    expect(preview.faults).toMatchObject([{ row: 3, reason: expect.stringContaining('名额只剩 1 个') }]);
  });

  it('exports a table with masked ID numbers, or full ones on request, which is logged', async () => {
    await ask(11, '/enroll/importClass', { ...(await sheet([['沈嘉禾', numbers[0]]])), mode: 'all' });
    const asked = { filter: { offerId: made.batch.id }, shape: 'record' as const };
    const masked = await ask<{ header: string[][]; rows: string[][] }>(11, '/enroll/getTable', { ...asked, numbers: 'masked' });
    expect(masked.rows[0]).toContain('1101**********5262');
    expect(JSON.stringify(masked)).not.toContain(numbers[0]);
    const whole = await ask<{ header: string[][]; rows: string[][] }>(11, '/enroll/getTable', { ...asked, numbers: 'whole' });
    expect(whole.rows[0]).toContain(numbers[0]);
    expect(whole.header.map(([zh]) => zh)).toEqual(expect.arrayContaining(['证件号码', '民族', '原证书编号']));
    await server.deps.audit.settled();
    const logged = server.raw.prepare("SELECT * FROM audit WHERE call = '/enroll/getTable'").all();
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain(numbers[0]);
    const form = await ask<{ header: string[][]; rows: string[][] }>(11, '/enroll/getTable', {
      ...asked,
      shape: 'form',
      numbers: 'masked',
    });
    expect(form.rows[0]?.[form.header.findIndex(([zh]) => zh === '工作经历1 单位')]).toBe('苏州澄湖精密电子有限公司');
  });
});

describe('the review list of an enrolment batch', () => {
  it('shows who decided, how many wait, and whose ID number is in two batches', async () => {
    const { id, version } = await ask(11, '/batch/add', { ...made.batchDraft, name: '另一批' });
    const other = await ask(11, '/batch/setStatus', { id, version, status: 1 });
    const sheetOf = async (offerId: number) =>
      readClassRow((await ask(11, '/enroll/getForm', { offerId })) as unknown as { offerId: number; editionId: number }, [
        ['沈嘉禾', numbers[0]],
      ]);
    await ask(11, '/enroll/importClass', { ...(await sheetOf(made.batch.id)), mode: 'all' });
    await ask(11, '/enroll/importClass', { ...(await sheetOf(other.id)), mode: 'all' });
    const list = await ask<{ items: (RowReference & { duplicates: number; decidedBy: string })[] }>(11, '/enroll/getList', {
      filter: { twice: true },
    });
    expect(list.items.map(({ duplicates }) => duplicates)).toEqual([1, 1]);
    const [first] = list.items;
    await ask(11, '/enroll/decide', {
      items: [{ id: first?.id, version: first?.version }],
      decision: 'approve',
      marks: {},
      reason: '已核对',
    });
    const counts = await ask<{ reviewers: object[]; professions: object[]; waiting: object }>(11, '/enroll/getCounts', {});
    expect(counts.reviewers).toEqual([{ name: '用户11', approved: 1, returned: 0 }]);
    expect(counts.professions).toMatchObject([{ count: 2 }]);
    expect(counts.waiting).toEqual({ long: 0, mended: 0, clear: 0, twice: 1 });
    const after = await ask<{ items: { decidedBy: string }[] }>(11, '/enroll/getList', { filter: { status: 1 } });
    expect(after.items.map(({ decidedBy }) => decidedBy)).toEqual(['用户11']);
  });
});
