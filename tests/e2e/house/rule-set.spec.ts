import { expect } from '@playwright/test';
import { batchCalls } from '../../../sync/contract/batch.ts';
import { declarationCalls, declarationThing, declareCalls } from '../../../sync/contract/declaration.ts';
import { formCalls } from '../../../sync/contract/form.ts';
import { exampleOf } from '../../../sync/contract/thing.ts';
import { newField } from '../../../sync/machines/shipped-forms.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { choose, openBatch, shotPath } from './enrolment-stage.ts';
import { faultsOf } from './page-faults.ts';
import { made } from './presses/press.ts';
import { signIn } from './sign-in.ts';

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

const desk = { width: 1366, height: 768 };
const hourMs = 3_600_000;

test('an administrator writes a new version of the rules, sees which cases come out otherwise, mends them and publishes', async ({
  browser,
}, info) => {
  const page = await (await browser.newContext({ viewport: desk, locale: 'zh-CN' })).newPage();
  await signIn(page, server.origin, 'admin');
  await page.goto(`${server.origin}/question/rule-set`);
  await page.getByRole('link', { name: '查看' }).click();
  await expect(page.getByText('第 1 版，已发布，在用 0 处')).toBeVisible();
  await expect(page.getByText('全部相符')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: '新建资格条件' }).first().click();
  await page.getByRole('dialog').getByLabel('依据的标准').fill('电工国家职业技能标准（2026 年版）');
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('link', { name: '电工国家职业技能标准（2026 年版）', exact: true }).click();
  await page.getByLabel('条件 1 的第 1 项 年').fill('18');
  await expect(page.getByText('2 个不符')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布' })).toBeDisabled();
  await page
    .getByRole('button', { name: /得出不满足，应为满足/ })
    .first()
    .click();
  await expect(page.getByText(/年满 16 周岁：/)).toBeVisible();
  await page.screenshot({ path: shotPath(info, 'editor', 'rules') });
  expect(await faultsOf(page, 'rules')).toEqual([]);
  await choose(page, '应有的结果', '不满足');
  await page
    .getByRole('button', { name: /得出不满足，应为满足/ })
    .first()
    .click();
  await choose(page, '应有的结果', '不满足');
  await expect(page.getByText('全部相符')).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('资格条件已保存')).toBeVisible();
  await page.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('第 1 版，已发布，在用 0 处')).toBeVisible();
  await page.goto(`${server.origin}/question/rule-set`);
  await expect(page.getByRole('link', { name: '电工国家职业技能标准（2026 年版）', exact: true })).toBeVisible();
  await page.screenshot({ path: shotPath(info, 'list', 'rules') });
  expect(await faultsOf(page, 'list of rules')).toEqual([]);
  await page.context().close();
});

test('a teacher reminds who has not declared, and hands an approved declaration on to a batch, once', async ({ browser }, info) => {
  await openBatch(server.origin, '2026 年第六批', 120);
  const school = await ApiClient.signIn(server.origin, 'school');
  const design = [
    newField('text', 'name', '姓名', { meaning: 'name' }),
    newField('text', 'idNumber', '证件号码', { format: 'idNumber', meaning: 'idNumber' }),
  ];
  const form = await made(school, formCalls.add, { name: '简表', note: '', design });
  await made(school, formCalls.enact, form);
  const { professions } = await made(school, batchCalls.getChoices, {});
  const project = await made(school, declarationCalls.add, {
    ...exampleOf(declarationThing),
    name: '秋季申报',
    professionId: professions.find((one) => one.name === '电工')?.id,
    level: 4,
    formId: form.id,
    classIds: [],
    opensMs: Date.now() - hourMs,
    closesMs: Date.now() + hourMs,
  });
  await made(school, declarationCalls.setStatus, { ...project, status: 1 });
  const page = await (await browser.newContext({ viewport: desk, locale: 'zh-CN' })).newPage();
  await signIn(page, server.origin, 'school');
  await page.goto(`${server.origin}/teacher/declaration/student?offerId=${project.id}`);
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: /^提醒未申报的/ }).click();
  await expect(page.getByText(/^已提醒 \d+ 人$/)).toBeVisible();
  await page.screenshot({ path: shotPath(info, 'remind', 'declaration') });
  expect(await faultsOf(page, 'students')).toEqual([]);

  const student = await ApiClient.signIn(server.origin, 'student');
  const { editionId } = await made(student, declareCalls.getMine, { offerId: project.id });
  const answers = { name: '林一鸣', idNumber: '110101200109235262' };
  const { id, version } = await made(student, declareCalls.submit, { offerId: project.id, editionId, answers, version: null });
  await made(school, declareCalls.decide, { items: [{ id, version }], decision: 'approve', marks: {}, reason: '已核实' });
  await page.goto(`${server.origin}/teacher/declaration/user?offerId=${project.id}&status=4`);
  await page.getByRole('button', { name: '转报名或考试 1 人' }).click();
  await choose(page, '转到', /^报名批次：2026 年第六批/);
  await page.screenshot({ path: shotPath(info, 'hand-on', 'declaration') });
  expect(await faultsOf(page, 'hand on')).toEqual([]);
  await page.getByRole('button', { name: '转入 1 人' }).click();
  await expect(page.getByText(/林一鸣：批次的报名表里没有填好/)).toBeVisible();
  await page.screenshot({ path: shotPath(info, 'handed-on', 'declaration') });
  await page.context().close();
});
