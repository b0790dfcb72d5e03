import { beforeEach, describe, expect, it } from 'vitest';
import { createPassedSchool, passedExamOverMs } from '../../../tests/fixtures/server/passed-school.ts';
import { defaultReportColumns, type ReportKind } from '../../../sync/contract/marking/report.ts';
import { formatZoneDay } from '../../../sync/contract/zone-time.ts';
import { sealIdNumber } from '../user/id-number.ts';
import { createReportHandlers } from './report-handlers.ts';

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
  const report = createReportHandlers(deps);
  const make = (kind: ReportKind, templateId: number | null = null) =>
    report.make({ planId: 1, kind, templateId, professionId: input.professionId, tradeId: null, level: 4 }, teacher);
  const add = (draft: object) =>
    report.add({ name: '省表', kind: 'certificates', columns: [...defaultReportColumns.certificates], ...draft }, {
      ...teacher,
      caller: { ...teacher.caller, roles: ['school'], userType: 2 },
    } as never);
  return { ...school, report, make, add, first, second };
}
let at: Awaited<ReturnType<typeof openReports>>;
beforeEach(async () => {
  at = await openReports();
});

/** Returns the cells of each row under their headings. */
const read = ({ columns, rows }: Awaited<ReturnType<typeof at.make>>) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ heading }, n) => [heading, cells[n]])));

describe('tables for the authority', () => {
  it('the roster lists every examinee with the whole ID number, and names each person with the required values they lack', async () => {
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
    expect(table.missing.find(({ userId }) => userId === at.first)?.headings).toEqual(['文化程度']);
    expect(table.missing.find(({ userId }) => userId === at.second)?.headings).toEqual(['性别', '证件类型', '证件号码', '文化程度']);
  });

  it('nobody learns a result before the release', async () => {
    for (const kind of ['results', 'passed'] as const) await expect(at.make(kind)).rejects.toMatchObject({ error: 'refused' });
    const { rows, columns } = await at.make('certificates');
    expect([rows, columns.length]).toEqual([[], defaultReportColumns.certificates.length]);
  });

  it('results list everybody with pass or fail; the register of who passed lists only them', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    expect(read(await at.make('results')).map((row) => [row['理论成绩'], row['技能成绩'], row['评价结果']])).toEqual([
      [5, null, '合格'],
      [4, null, '合格'],
      [0, null, '不合格'],
    ]);
    expect((await at.make('passed')).rows.map(({ userId }) => userId)).toEqual([at.first, at.second]);
  });

  it('certificate data hold number and day of issue, and no revoked certificate', async () => {
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
    expect((await at.make('certificates')).rows.map(({ userId }) => userId)).toEqual([at.second]);
  });

  it('a template sets columns, headings, order and codes; a column to be filled in by hand is never missing', async () => {
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
