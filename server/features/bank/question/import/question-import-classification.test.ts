import { expect, it } from 'vitest';
import { startTestServer } from '../../../../../tests/contract/server-fixture.ts';

interface Preview {
  rows: { question?: { profId: number | null; level: number | null; pointCode: string }; warnings: { field: string; reason: string }[] }[];
}

it('an import sets profession and level, looks up points in the detail table and freezes that table', { timeout: 90_000 }, async () => {
  const server = await startTestServer();
  await server.deps.jobs.open();
  const admin = server.as(await server.openSession(1));
  const prof = { code: '8-01-01-01', name: '电工', levels: [4, 5], trades: [], standard: '', remark: '' };
  const { id: profId } = (await admin('/prof/add', prof)).data as { id: number };
  const scope = (depth: number) => ({ depth, code: 'A', name: '范围', weight: 100, ratio: { x: 1, y: 0, z: 0 } });
  const lines = [scope(1), scope(2), scope(3), { depth: 4, code: '001', name: '验电', importance: 'X' }];
  const added = (await admin('/detail/add', { professionId: profId, tradeId: null, level: 4 })).data as { id: number; version: number };
  const saved = (await admin('/detail/modify', { ...added, lines })).data as { id: number; version: number };
  await admin('/detail/publish', saved);
  const item = (stem: string, point: string, more = '') => `// wenkao: {"pointCode":"${point}"${more}}\n${stem} {T}`;
  const text = [item('有这个点', 'A-A-A-001'), item('没有这个点', 'A-A-A-009'), item('别处的职业', '', ',"profId":"4711"')].join('\n\n');
  const file = { fileName: 'a.gift', content: Buffer.from(text).toString('base64'), category: '安全', bank: 'certified' };

  const preview = async (defaults: object) => ((await admin('/question/importPreview', { ...file, ...defaults })).data as Preview).rows;
  const placed = await preview({ profId, level: 4 });
  expect(placed.map(({ question, warnings }) => [question?.profId, question?.level, warnings.map(({ field }) => field)])).toEqual([
    [profId, 4, []],
    [profId, 4, ['pointCode']],
    [profId, 4, ['profId']],
  ]);
  expect(placed[1]?.warnings[0]?.reason).toContain('A-A-A-009');
  // Profession ids differ between servers. The code identifies a profession; an id that this server gave to another profession is ignored.
  const namedItems = [`${profId} 8-01-01-01`, '8-01-01-01', '4711 8-01-01-01', `${profId} 9-99-99-99`].map((told) =>
    item('题', '', `,"profId":"${told}"`),
  );
  const codedFile = { ...file, content: Buffer.from(namedItems.join('\n\n')).toString('base64') };
  const { rows } = (await admin('/question/importPreview', codedFile)).data as Preview;
  expect(rows.map(({ question, warnings }) => [question?.profId, warnings.map(({ field }) => field)])).toEqual([
    [profId, []],
    [profId, []],
    [profId, []],
    [null, ['profId']],
  ]);
  // A detail point (assessment point) cannot be looked up without profession and level. A level that the profession does not have is dropped.
  expect((await preview({})).map(({ question, warnings }) => [question?.profId, warnings.map(({ field }) => field)])).toEqual([
    [null, ['pointCode']],
    [null, ['pointCode']],
    [null, ['profId']],
  ]);
  expect((await preview({ profId, level: 1 }))[0]?.question).toMatchObject({ profId, level: null });

  const status = async () => ((await admin('/detail/getById', { id: added.id })).data as { status: number }).status;
  expect(await status()).toBe(1);
  expect((await admin('/question/import', { ...file, profId, level: 4, mode: 'good', skipDuplicates: true })).code).toBe(0);
  await server.deps.jobs.idle();
  expect(await status()).toBe(2);
  const { items } = (await admin('/question/getList', { filter: { bank: 'certified', profId } })).data as {
    items: { pointCode: string }[];
  };
  expect(items.map(({ pointCode }) => pointCode).toSorted()).toEqual(['', 'A-A-A-001', 'A-A-A-009']);
});
