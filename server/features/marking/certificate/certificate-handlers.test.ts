import { beforeEach, describe, expect, it } from 'vitest';
import { examStartMs, examMinuteMs, requireRefusal } from '../../../../tests/fixtures/server/exam-data.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { createProgressHandlers } from '../../learning/progress/progress-handlers.ts';
import { createRecordHandlers } from '../record/record-handlers.ts';
import { createScoreHandlers } from '../score/score-handlers.ts';
import { maskHolderName } from './certificate-handlers.ts';
import { createCertificateNumbers } from '../../../../sync/contract/certificate-number.ts';
import { createCertificateStore } from './certificate-store.ts';
import { setCertificateCodes } from '../../../../tests/fixtures/server/certificate-codes.ts';
import { createPassedSchool, passedExamOverMs } from '../../../../tests/fixtures/server/passed-school.ts';
import { sealIdNumber } from '../../people/user/id-number.ts';

/** Collects an examinee's result from every place that shows it: board, own score, record, figures, candidates. */
async function toldOf(of: Awaited<ReturnType<typeof createPassedSchool>>, userId: number) {
  const board = (await of.exam.getById({ id: 1 }, of.teacher)).examinees.find((one) => one.userId === userId);
  const own = await of.exam.myScore({ planId: 1 }, of.examineeContext(userId));
  const [item] = (await createRecordHandlers(of.deps).getList({}, of.examineeContext(userId))).items;
  const figures = await createProgressHandlers(of.deps).getById({ id: userId }, of.teacher);
  const candidate = (await of.certificate.getCandidates({ planId: 1 }, of.teacher)).items.find((one) => one.userId === userId);
  return [board?.passed, own.passed, item?.passed, figures.passed === 1, candidate?.passed];
}

let at: Awaited<ReturnType<typeof createPassedSchool>>;
beforeEach(async () => {
  at = await createPassedSchool();
});

describe('certificates', () => {
  it('are issued once, after the release, to examinees who passed, with consecutive numbers', async () => {
    await expect(at.certificate.issue(at.input, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => at.certificate.issue(at.input, at.teacher)));
    expect(answers.map((answer) => answer.issued).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 2]);
    const rows = (await at.certificate.getCandidates({ planId: 1 }, at.teacher)).items;
    expect(rows.map((row) => [row.parts.map(({ points }) => points), row.passed, row.certificate?.number])).toEqual([
      [[5], true, 'S320132010026274000001'],
      [[4], true, 'S320132010026274000002'],
      [[0], false, undefined],
    ]);
  });

  it('count a cheating examinee as not passed everywhere, until the mark of cheating is removed', async () => {
    const [userId = 0] = at.examinees;
    const { attempt_id } = await at.db
      .selectFrom('exam_examinee')
      .select('attempt_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const attemptId = attempt_id ?? '';
    at.double.set(attemptId, { status: examUserStatus.cheating });
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    expect(await toldOf(at, userId)).toEqual([false, false, false, false, false]);
    at.double.set(attemptId, { status: examUserStatus.handedIn });
    at.double.complete(attemptId);
    await expect.poll(() => toldOf(at, userId)).toEqual([true, true, true, true, true]);
  });

  it('follow a key correction saved at the same time: who fails by the new key gets no certificate', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const item = await at.db.selectFrom('exam_item').select('question_id').where('item_id', '=', '2').executeTakeFirstOrThrow();
    const correction = { kind: 'keys' as const, keys: [{ kind: 'choice' as const, right: ['B'] }] };
    const [corrected, issued] = await Promise.all([
      createScoreHandlers(at.deps).correct(
        { planId: 1, questionId: item.question_id, correction, reason: '答案有误', changed: 2 },
        at.teacher,
      ),
      at.certificate.issue(at.input, at.teacher),
    ]);
    expect([corrected, issued]).toEqual([{ changed: 2 }, { issued: 0 }]);
  });

  it('get consecutive numbers without gaps or repeats when fifty calls issue at once', async () => {
    const store = createCertificateStore(at.db);
    const { id: group } = await at.db.selectFrom('exam_plan').select('id').executeTakeFirstOrThrow();
    const people = [...at.examinees, at.outsider];
    const of = {
      schoolId: at.school,
      planId: group,
      profession: '电工',
      level: 4 as const,
      pattern: 'S-{serial}',
      by: at.teacher.caller.userId,
      nowMs: passedExamOverMs,
    };
    const values = { kind: 'S', body: '', province: '', site: '', year: '2026', profession: '', level: 4 } as const;
    const series = createCertificateNumbers(of.pattern, values);
    const issue = (userId = 0) =>
      at.db.transaction().execute((tx) => createCertificateStore(tx).issue(series, of, [{ userId, name: '张', parts: [] }]));
    await Promise.all(Array.from({ length: 50 }, (_, n) => issue(people[n % people.length])));
    const numbers = (await store.ofPlans([group])).map((row) => row.number).toSorted();
    expect(numbers).toEqual(people.map((_, n) => `S-${String(n + 1).padStart(6, '0')}`));
  });

  it('can be verified by anybody, with a masked name only', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    await at.certificate.issue(at.input, at.teacher);
    const verify = (number: string) => at.certificate.verify({ number }, { ip: '192.0.2.1' } as never);
    const good = await verify(' s320132010026274000001');
    expect(good).toEqual({
      found: true,
      valid: true,
      name: 'z***g',
      profession: '电工',
      level: 4,
      missing: ['practical'],
      issuedMs: passedExamOverMs,
    });
    const nothing = { found: false, valid: false, name: '', profession: '', level: null, missing: [], issuedMs: null };
    for (const number of ['S320132010026274000009', 'x', "' OR 1=1"]) expect(await verify(number)).toEqual(nothing);
    const [ownCertificate] = (await createRecordHandlers(at.deps).getList({}, at.examineeContext(at.examinees[0] ?? 0))).certificates;
    await at.certificate.revoke({ planId: 1, id: ownCertificate?.id ?? 0, reason: '误发' }, at.teacher);
    expect(await verify(ownCertificate?.number ?? '')).toMatchObject({ found: true, valid: false });
    // The record keeps a revoked certificate as revoked, also for staff.
    const certificates = (await createRecordHandlers(at.deps).getList({ userId: at.examinees[0] ?? 0 }, at.teacher)).certificates;
    expect(certificates).toMatchObject([{ number: 'S320132010026274000001', profession: '电工', level: 4, revokedMs: passedExamOverMs }]);
    // Other users cannot open the certificate.
    await expect(at.certificate.getById({ id: ownCertificate?.id ?? 0 }, at.examineeContext(at.examinees[1] ?? 0))).rejects.toMatchObject({
      error: 'notFound',
    });
    expect(await at.certificate.getById({ id: ownCertificate?.id ?? 0 }, at.examineeContext(at.examinees[0] ?? 0))).toMatchObject({
      name: 'zhang',
    });
  });

  it('can be verified 600 times an hour from one address, without limiting other addresses', async () => {
    const ask = (ip: string) => at.certificate.verify({ number: 'S320132010026274000001' }, { ip } as never);
    for (let n = 0; n < 600; n += 1) await ask('192.0.2.1');
    await expect(ask('192.0.2.1')).rejects.toMatchObject({ error: 'tooMany' });
    await ask('198.51.100.1');
    at.setNow(passedExamOverMs + 60 * examMinuteMs);
    await ask('192.0.2.1');
  });

  it('need the issuer’s explicit list to rest on theory alone, and then state the missing part', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const refused = await requireRefusal(at.certificate.issue({ ...at.input, incomplete: [] }, at.teacher));
    expect(refused).toMatchObject({ error: 'refused', text: { 'zh-CN': expect.stringContaining('2 人缺少一部分的成绩') as string } });
    const [first = 0, , failed = 0] = at.examinees;
    // A person who failed gets no certificate even if the input lists them under `incomplete` (certify although a part is missing).
    expect(await at.certificate.issue({ ...at.input, incomplete: [first, failed] }, at.teacher)).toEqual({ issued: 1 });
    const [ownCertificate] = (await createRecordHandlers(at.deps).getList({}, at.examineeContext(first))).certificates;
    const own = await at.certificate.getById({ id: ownCertificate?.id ?? 0 }, at.examineeContext(first));
    expect([own.parts.map(({ part }) => part), own.missing]).toEqual([['theory'], ['practical']]);
    const checked = await at.certificate.verify({ number: own.number }, { ip: '192.0.2.1' } as never);
    expect(checked).toMatchObject({ valid: true, missing: ['practical'] });
  });

  it('take the codes of their number from the settings of the school, and are refused without a code', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    for (const lacking of ['body', 'province', 'site'] as const) {
      await setCertificateCodes(at, { body: '1111', province: '44', site: '020020', [lacking]: '' });
      await expect(at.certificate.issue(at.input, at.teacher)).rejects.toMatchObject({ error: 'refused' });
      expect((await at.certificate.getCandidates({ planId: 1 }, at.teacher)).codes[lacking]).toBe('');
    }
    await setCertificateCodes(at, { body: '1111', province: '44', site: '020020' });
    await at.certificate.issue(at.input, at.teacher);
    const { items } = await at.certificate.getCandidates({ planId: 1 }, at.teacher);
    expect(items[0]?.certificate?.number).toBe('S111144020020274000001');
  });

  it('follow the number pattern of the school; old numbers stay, and two patterns never give one number', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const set = (pattern: string, body: string) =>
      setCertificateCodes(at, { body, province: '', site: '' }, { config_certificate_pattern: pattern });
    const issueTo = (userId = 0) => at.certificate.issue({ ...at.input, incomplete: [userId] }, at.teacher);
    const numbers = async () =>
      (await at.certificate.getCandidates({ planId: 1 }, at.teacher)).items.flatMap(({ certificate }) => certificate?.number ?? []);
    await set('{body}{serial}', '');
    await expect(issueTo(at.examinees[0])).rejects.toMatchObject({ error: 'refused' });
    await set('{body}{serial4}0001', '1111');
    expect(await issueTo(at.examinees[0])).toEqual({ issued: 1 });
    // The first number of the next pattern was already made by the first pattern, so it is skipped.
    await set('{body}0001{serial4}', '1111');
    expect(await issueTo(at.examinees[1])).toEqual({ issued: 1 });
    expect(await numbers()).toEqual(['111100010001', '111100010002']);
    const [ownCertificate] = (await createRecordHandlers(at.deps).getList({}, at.examineeContext(at.examinees[0] ?? 0))).certificates;
    expect(await at.certificate.getById({ id: ownCertificate?.id ?? 0 }, at.teacher)).toMatchObject({ pattern: '{body}{serial4}0001' });
    expect(await at.certificate.verify({ number: '1111 0001 0002' }, { ip: '192.0.2.1' } as never)).toMatchObject({ valid: true });
  });

  it('are refused when their series has no numbers left', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    await setCertificateCodes(at, { body: '1111', province: '', site: '' }, { config_certificate_pattern: '{body}{serial4}' });
    await at.db.insertInto('certificate_serial').values({ prefix: '1111', last: 9998 }).execute();
    await expect(at.certificate.issue(at.input, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    expect(await at.db.selectFrom('certificate').select('id').execute()).toEqual([]);
  });

  it('above level 1 rest on the review alone', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const [first = 0] = at.examinees;
    await at.certificate.issue({ ...at.input, level: 7, incomplete: [first] }, at.teacher);
    const [ownCertificate] = (await createRecordHandlers(at.deps).getList({}, at.examineeContext(first))).certificates;
    expect(ownCertificate).toMatchObject({ level: 7, number: 'S320132010026277000001' });
    expect((await at.certificate.getById({ id: ownCertificate?.id ?? 0 }, at.teacher)).missing).toEqual(['review']);
  });

  it('show the whole ID number in print to holder and issuers only, and masked on the page', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    await at.certificate.issue(at.input, at.teacher);
    const [holder = 0, another = 0] = at.examinees;
    const idNumber = '320503200109235268';
    const sealed = sealIdNumber(idNumber, at.deps.keys.personal, at.deps.chance);
    await at.db.updateTable('user').set({ id_type: 1, id_number_sealed: sealed }).where('id', '=', holder).execute();
    await at.db
      .updateTable('system_setting')
      .set({ value: JSON.stringify({ publicAddress: 'https://exam.school.cn' }) })
      .execute();
    const { items } = await at.certificate.getCandidates({ planId: 1 }, at.teacher);
    const id = items.find(({ userId }) => userId === holder)?.certificate?.id ?? 0;
    for (const caller of [at.examineeContext(holder), at.teacher]) {
      const page = await at.certificate.getById({ id }, caller);
      expect([page.idNumber, page.mayPrint, page.publicAddress]).toEqual(['320***********5268', true, 'https://exam.school.cn']);
      expect(await at.certificate.getPrinted({ id }, caller)).toEqual({ idNumber, birthday: '2001-09-23' });
    }
    const notes: object[] = [];
    const audit = { ...at.teacher.audit, note: (entry: object) => void notes.push(entry) };
    await at.certificate.getPrinted({ id }, { ...at.teacher, audit });
    expect(notes).toEqual([{ entity: 'user', id: holder, name: items.find(({ userId }) => userId === holder)?.name }]);
    // A school leader (user type 3, read only) sees the certificate but may not print it.
    const leader = {
      ...at.teacher,
      caller: { ...at.teacher.caller, userId: at.outsider, userType: 3 as const, roles: ['school' as const] },
    };
    expect((await at.certificate.getById({ id }, leader)).mayPrint).toBe(false);
    await expect(at.certificate.getPrinted({ id }, leader)).rejects.toMatchObject({ error: 'forbidden' });
    const stranger = { ...leader, caller: { ...leader.caller, userType: 6 as const, roles: ['teacher' as const] } };
    for (const caller of [stranger, at.examineeContext(another)])
      await expect(at.certificate.getPrinted({ id }, caller)).rejects.toMatchObject({ error: 'notFound' });
  });

  it('mask the middle of the holder’s name', () => {
    expect(['沈嘉禾', '沈嘉', '沈', '欧阳娜娜'].map((name) => maskHolderName(name))).toEqual(['沈*禾', '沈*', '沈*', '欧**娜']);
  });
});

describe('certificates for an exam of several parts', () => {
  /**
   * Adds a practical part for the same examinees and releases it: the first passes, the second fails, the third passes. Then the second resits
   * it.
   */
  it('need every part passed, also by a resit, name each part, and are issued once', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const sat = async (over: object, answers: readonly Record<string, string[]>[], who: readonly number[]) => {
      at.setNow(examStartMs - 30 * examMinuteMs);
      const draft = { ...at.planDraft, part: 'practical' as const, partOf: 1, examineeIds: [...who], ...over };
      const added = await at.exam.add(draft, at.teacher);
      await at.exam.publish(added, at.teacher);
      const { examinees } = await at.exam.getById({ id: added.id }, at.teacher);
      for (const [n, { attemptId }] of examinees.entries()) {
        at.double.set(attemptId ?? '', { status: 1, receivedOps: 5, handedIn: true, complete: true });
        at.double.answer(attemptId ?? '', answers[n] ?? {}, 3);
      }
      at.setNow(passedExamOverMs);
      return added.id;
    };
    const [good, poor] = [{ 1: ['T'], 2: ['A'], 3: ['A', 'C'] }, { 1: ['F'] }];
    const practical = await sat({ name: '实操' }, [good, poor, good], at.examinees);
    const looks = async () => at.certificate.getCandidates({ planId: 1 }, at.teacher);
    expect((await looks()).parts).toEqual([
      { part: 'theory', released: true },
      { part: 'practical', released: false },
    ]);
    // An unreleased part blocks issuing on the page of every part.
    for (const planId of [1, practical])
      await expect(at.certificate.issue({ ...at.input, planId }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    await at.exam.releaseScores({ id: practical }, at.teacher);
    expect((await looks()).items.map(({ parts, passed }) => [parts.map((part) => part.passed), passed])).toEqual([
      [[true, true], true],
      [[true, false], false],
      [[false, true], false],
    ]);
    expect(await at.certificate.issue({ ...at.input, planId: practical }, at.teacher)).toEqual({ issued: 1 });
    const resitPlanId = await sat({ name: '实操补考', resit: true }, [good], [at.examinees[1] ?? 0]);
    // An unreleased resit does not count and does not block those who passed.
    expect(await at.certificate.issue(at.input, at.teacher)).toEqual({ issued: 0 });
    await at.exam.releaseScores({ id: resitPlanId }, at.teacher);
    expect(await at.certificate.issue(at.input, at.teacher)).toEqual({ issued: 1 });
    expect(await at.certificate.issue({ ...at.input, planId: resitPlanId }, at.teacher)).toEqual({ issued: 0 });
    const holder = at.examineeContext(at.examinees[1] ?? 0);
    const [listed] = (await createRecordHandlers(at.deps).getList({}, holder)).certificates;
    const own = await at.certificate.getById({ id: listed?.id ?? 0 }, holder);
    expect(own.parts).toEqual([
      { part: 'theory', name: '期末考试', points: 4, passPoints: 4 },
      { part: 'practical', name: '实操补考', points: 5, passPoints: 4 },
    ]);
    expect(own.number).toMatch(/000002$/);
    await at.certificate.revoke({ planId: resitPlanId, id: own.id, reason: '误发' }, at.teacher);
  });

  it('report an examinee who is on no plan of a part, and count an absent one as not passed', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const [first = 0, second = 0] = at.examinees;
    at.setNow(examStartMs - 30 * examMinuteMs);
    const draft = { ...at.planDraft, name: '实操', part: 'practical' as const, partOf: 1, examineeIds: [second] };
    const added = await at.exam.add(draft, at.teacher);
    await at.exam.publish(added, at.teacher);
    at.setNow(passedExamOverMs);
    await at.exam.releaseScores({ id: added.id }, at.teacher);
    const { items } = await at.certificate.getCandidates({ planId: 1 }, at.teacher);
    const practical = (userId: number) => items.find((item) => item.userId === userId)?.parts[1];
    expect([practical(first), practical(second)]).toEqual([
      { points: null, passed: false, listed: false },
      { points: null, passed: false, listed: true },
    ]);
    await expect(at.certificate.issue({ ...at.input, incomplete: [] }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    expect(await at.certificate.issue({ ...at.input, incomplete: [first, second] }, at.teacher)).toEqual({ issued: 1 });
  });
});
