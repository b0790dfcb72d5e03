import { createSecretKey } from 'node:crypto';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { addReviewedApplication } from '../../../../tests/fixtures/server/reviewed-application.ts';
import { examMinuteMs, examStartMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createPassedSchool, passedExamOverMs } from '../../../../tests/fixtures/server/passed-school.ts';
import { defaultReportColumns, type ReportKind } from '../../../../sync/contract/applications/report.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import type { App } from '../../../context.ts';
import { readStoredFiles } from '../../../archive/stored-zip.ts';
import { createLocalLimits } from '../../../http/limits/limit-states.ts';
import { sealIdNumber } from '../../people/user/id-number.ts';
import { createReportHandlers } from './report-handlers.ts';
import { generatePhotoFiles } from './report-photos.ts';
import { mountReportPhotos } from './report-routes.ts';

async function openReports() {
  const school = await createPassedSchool();
  const { db, deps, input, teacher } = school;
  const [first = 0, second = 0] = school.examinees;
  await db
    .updateTable('user')
    .set({
      name: '=1+1',
      sex: 2,
      id_number_sealed: sealIdNumber('320101200109230022', deps.keys.personal, deps.chance),
      phone: '013800000000',
    })
    .where('id', '=', first)
    .execute();
  const photos = new Map<string, string>();
  const uploads = {
    ofSchool: async (urls: readonly string[]) =>
      new Map(urls.flatMap((url) => (photos.has(url) ? [[url, { kind: 'jpeg' as const, sizeBytes: 3, pixels: null }]] : []))),
    pictures: async (urls: readonly string[]) =>
      new Map(urls.map((url) => [url, { bytes: Buffer.from(photos.get(url) ?? ''), mime: 'image/jpeg' }])),
  };
  const keys = { ...deps.keys, ticketSecret: createSecretKey(Buffer.alloc(32, 1)) };
  const reportDeps = { ...deps, keys, uploads, limits: createLocalLimits() };
  const report = createReportHandlers(reportDeps);
  const topic = { planId: 1, templateId: null, professionId: input.professionId, tradeId: null, level: 4 as const };
  const make = (kind: ReportKind, templateId: number | null = null) => report.make({ ...topic, kind, templateId }, teacher);
  const add = (draft: object) =>
    report.add({ name: '省表', kind: 'certificates', columns: [...defaultReportColumns.certificates], ...draft }, {
      ...teacher,
      caller: { ...teacher.caller, roles: ['school'], userType: 2 },
    } as never);
  return { ...school, report, reportDeps, photos, topic, make, add, first, second };
}
let at: Awaited<ReturnType<typeof openReports>>;
beforeEach(async () => {
  at = await openReports();
});

/** Returns the cells of each row under their headings. */
const read = ({ columns, rows }: Awaited<ReturnType<typeof at.make>>) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ heading }, n) => [heading, cells[n]])));

describe('tables for the authority', () => {
  it('the roster lists all examinees with full ID numbers, and reports missing required values of each', async () => {
    const table = await at.make('roster');
    expect(read(table)[0]).toMatchObject({
      序号: 1,
      性别: '女',
      证件类型: '身份证',
      证件号码: '320101200109230022',
      联系电话: '013800000000',
      职业名称: '电工',
      技能等级: '四级/中级工',
    });
    expect(table.rows).toHaveLength(3);
    expect(table.missing.find(({ id }) => id === at.first)?.headings).toEqual(['文化程度']);
    expect(table.missing.find(({ id }) => id === at.second)?.headings).toEqual(['性别', '证件类型', '证件号码', '文化程度']);
  });

  it('the plan table lists each part with time, place, staff and examinees, even before publication', async () => {
    const draft = { ...at.planDraft, name: '实操', part: 'practical' as const, partOf: 1, examineeIds: [at.first] };
    at.setNow(examStartMs - 30 * examMinuteMs);
    const { id } = await at.exam.add(draft, at.teacher);
    const place = await at.db
      .insertInto('exam_place')
      .values({ school_id: at.school, name: '一号楼', address: '', way: '', phone: '', open: 1, updated_ms: 0, created_ms: 0 } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const room = await at.db
      .insertInto('exam_room')
      .values({
        school_id: at.school,
        place_id: place.id,
        name: '101',
        location: '',
        rows: 5,
        columns: 6,
        aisles: '[]',
        marks: '[]',
        numbering: '{}',
        machines: '[]',
        open: 1,
        note: '',
        updated_ms: 0,
        created_ms: 0,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await at.db.insertInto('exam_plan_room').values({ plan_id: id, room_id: room.id, position: 0 }).execute();
    await at.db.insertInto('exam_staff').values({ plan_id: id, room_id: room.id, user_id: at.teacher.caller.userId }).execute();
    const table = await at.make('plan');
    const known = { 职业编码: '6-31-01-03', 技能等级: '四级/中级工', 考试性质: '正考', '考试时长（分钟）': 90 };
    const teacher = await at.db.selectFrom('user').select('name').where('id', '=', at.teacher.caller.userId).executeTakeFirstOrThrow();
    expect(read(table)).toMatchObject([
      {
        ...known,
        序号: 1,
        计划名称: '期末考试',
        考核科目: '理论知识',
        考生人数: 3,
        考试日期: '2027-01-15',
        开考时间: '17:00',
        考试地点: null,
      },
      { ...known, 序号: 2, 计划名称: '实操', 考核科目: '技能操作', 考生人数: 1, 考试地点: '一号楼 101', 监考人员: teacher.name },
    ]);
    expect(table.missing).toEqual([{ id: 1, name: '期末考试', ticketNo: '', headings: ['考试地点'] }]);
  });

  it('the eligibility summary states requirement, decision and reviewer, and reports missing applications', async () => {
    const { school, first: userId, input } = at;
    await addReviewedApplication(at.db, { school, userId, reviewer: at.teacher.caller.userId, professionId: input.professionId });
    const table = await at.make('eligibility');
    const [own] = read(table);
    expect(own).toMatchObject({ 申报日期: '2026-01-05', 从业月数: 96, 审核结果: '通过', 审核日期: '2026-01-06' });
    expect([own?.['符合的申报条件'], own?.['审核人']]).toEqual([expect.stringContaining('年'), expect.any(String)]);
    expect(table.missing.find(({ id }) => id === at.second)?.headings).toEqual(expect.arrayContaining(['审核结果', '审核人', '审核日期']));
    // The application is for level 4, so the table for level 3 shows no decision.
    const senior = await at.report.make({ ...at.topic, kind: 'eligibility', level: 3 }, at.teacher);
    expect(read(senior)[0]).toMatchObject({ 审核结果: null });
  });

  it('a template accepts only the columns that its table has', async () => {
    const columns = [{ fact: 'place', heading: '地点', required: false, codes: [] }];
    await expect(at.add({ kind: 'roster', columns })).rejects.toMatchObject({ error: 'invalid', fields: [{ path: 'columns.0.heading' }] });
    await expect(at.add({ kind: 'plan', columns })).resolves.toMatchObject({ version: 1 });
  });

  it('a table can state the levels above level 1', async () => {
    const chief = await at.report.make({ ...at.topic, kind: 'roster', level: 7 }, at.teacher);
    expect(read(chief)[0]).toMatchObject({ 技能等级: '首席技师' });
  });

  it('results are refused, and certificate data are empty, before the release', async () => {
    for (const kind of ['results', 'passed'] as const) await expect(at.make(kind)).rejects.toMatchObject({ error: 'refused' });
    const { rows, columns } = await at.make('certificates');
    expect([rows, columns.length]).toEqual([[], defaultReportColumns.certificates.length]);
  });

  it('the results list everybody with pass or fail, and the register lists only those who passed', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    expect(read(await at.make('results')).map((row) => [row['理论成绩'], row['技能成绩'], row['评价结果']])).toEqual([
      [5, null, '合格'],
      [4, null, '合格'],
      [0, null, '不合格'],
    ]);
    expect((await at.make('passed')).rows.map(({ id }) => id)).toEqual([at.first, at.second]);
  });

  it('certificate data include number and day of issue, and leave out revoked certificates', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    await at.certificate.issue(at.input, at.teacher);
    const table = await at.make('certificates');
    expect(read(table)[0]).toMatchObject({
      职业编码: '6-31-01-03',
      理论成绩: 5,
      评价结果: '合格',
      证书编号: 'S320132010026274000001',
      发证日期: formatZoneDay(passedExamOverMs, 'Asia/Shanghai'),
    });
    expect(table.columns.find(({ heading }) => heading === '发证日期')?.type).toBe('day');
    const { id } = await at.db.selectFrom('certificate').select('id').where('user_id', '=', at.first).executeTakeFirstOrThrow();
    await at.certificate.revoke({ planId: 1, id, reason: '误发' }, at.teacher);
    expect((await at.make('certificates')).rows.map(({ id }) => id)).toEqual([at.second]);
  });

  it('a template sets columns, headings, order and codes; a column to be filled in by hand is not reported', async () => {
    const { id } = await at.add({
      kind: 'roster',
      columns: [
        { fact: 'sex', heading: 'XB', required: true, codes: [{ from: '女', to: '2' }] },
        { fact: 'blank', heading: '签名', required: true, codes: [] },
      ],
    });
    const table = await at.make('roster', id);
    expect(table.title).toBe('省表');
    expect(read(table)[0]).toEqual({ XB: '2', 签名: null });
    expect(table.missing.map(({ headings }) => headings)).toEqual([['XB'], ['XB']]);
    await expect(at.make('results', id)).rejects.toMatchObject({ error: 'refused' });
    await expect(at.make('roster', id + 1)).rejects.toMatchObject({ error: 'notFound' });
  });
});

describe('the photo package', () => {
  /** Gives a person an ID number and a photo with the given content. */
  async function addPhoto(userId: number, idNumber: string, content: string): Promise<void> {
    const url = `/uploads/${userId}.jpg`;
    at.photos.set(url, content);
    const id_number_sealed = sealIdNumber(idNumber, at.reportDeps.keys.personal, at.reportDeps.chance);
    await at.db.updateTable('user').set({ avatar: url, id_number_sealed, id_type: 1 }).where('id', '=', userId).execute();
  }
  const fetchZip = async (url: string) => {
    const app: App = new Hono();
    mountReportPhotos(app, at.reportDeps);
    const reply = await app.request(url);
    return {
      status: reply.status,
      files: reply.ok ? readStoredFiles(Buffer.from(await reply.arrayBuffer())).files : new Map<string, Buffer>(),
    };
  };

  it('holds each photo under the ID number; the preview reports who is missing from it and why', async () => {
    const [first, second, third] = at.examinees as [number, number, number];
    await addPhoto(first, '320101200109230022', 'one');
    await addPhoto(second, '320101200109230022', 'two');
    expect((await at.make('roster')).missingPhotos.map(({ id, lacks }) => [id, lacks])).toEqual([
      [second, 'ownNumber'],
      [third, 'photo'],
    ]);
    await addPhoto(second, '320101199001010011', 'two');
    await addPhoto(third, '', 'three');
    expect((await at.make('roster')).missingPhotos.map(({ id, lacks }) => [id, lacks])).toEqual([[third, 'idNumber']]);
    const { url, photos } = await at.report.packPhotos({ ...at.topic, kind: 'roster' }, at.teacher);
    const { files } = await fetchZip(url);
    expect([photos, [...files].map(([path, bytes]) => [path, bytes.toString()])]).toEqual([
      2,
      [
        ['320101200109230022.jpg', 'one'],
        ['320101199001010011.jpg', 'two'],
      ],
    ]);
    await expect(at.report.packPhotos({ ...at.topic, kind: 'plan' }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
  });

  it('is not served under a changed address, after its time is over, or to a disabled account', async () => {
    const { url, untilMs } = await at.report.packPhotos({ ...at.topic, kind: 'roster' }, at.teacher);
    expect((await fetchZip(url)).status).toBe(200);
    expect((await fetchZip(url.replace('.', '.A'))).status).toBe(404);
    await at.db.updateTable('user').set({ status: 0 }).where('id', '=', at.teacher.caller.userId).execute();
    expect((await fetchZip(url)).status).toBe(404);
    await at.db.updateTable('user').set({ status: 1 }).where('id', '=', at.teacher.caller.userId).execute();
    at.setNow(untilMs);
    expect((await fetchZip(url)).status).toBe(404);
  });

  it('refuses an account over its rate limit before it reads anything', async () => {
    const { url } = await at.report.packPhotos({ ...at.topic, kind: 'roster' }, at.teacher);
    const app: App = new Hono();
    let reads = 0;
    const ofSchool: typeof at.reportDeps.uploads.ofSchool = (...asked) => {
      reads += 1;
      return at.reportDeps.uploads.ofSchool(...asked);
    };
    mountReportPhotos(app, { ...at.reportDeps, uploads: { ...at.reportDeps.uploads, ofSchool } });
    for (let times = 0; times < 20; times += 1) expect((await app.request(url)).status).toBe(200);
    expect((await app.request(url)).status).toBe(429);
    expect(reads).toBe(20);
  });

  it('reads 500 photos one at a time, as fast as they are fetched, and yields to the event loop', async () => {
    let [read, turns, fetched] = [0, 0, 0];
    const uploads = {
      pictures: async (urls: readonly string[]) => {
        read += urls.length;
        return new Map(urls.map((url) => [url, { bytes: Buffer.alloc(100_000), mime: 'image/jpeg' }]));
      },
    };
    const photos = Array.from({ length: 500 }, (_, n) => ({
      path: `${n}.jpg`,
      url: `/uploads/${n}.jpg`,
      person: { id: n, name: '', ticketNo: '' },
    }));
    const count = (): void => {
      turns += 1;
      if (fetched < 500) setImmediate(count);
    };
    setImmediate(count);
    for await (const file of Readable.from(generatePhotoFiles(uploads, photos), { highWaterMark: 1 })) {
      fetched += 1;
      expect((file as { bytes: Buffer }).bytes).toHaveLength(100_000);
      expect(read - fetched).toBeLessThan(3);
      await new Promise(setImmediate);
    }
    expect([fetched, turns >= 500]).toEqual([500, true]);
  });
});
