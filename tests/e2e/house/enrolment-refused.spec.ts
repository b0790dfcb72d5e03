import { expect, type Page } from '@playwright/test';
import { batchCalls } from '../../../sync/contract/batch.ts';
import { enrollCalls } from '../../../sync/contract/enroll.ts';
import { formCalls } from '../../../sync/contract/form.ts';
import { schoolCalls } from '../../../sync/contract/school.ts';
import { newField } from '../../../sync/machines/shipped-forms.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { openBatch } from './enrolment-stage.ts';
import { made } from './presses/press.ts';
import { fillSignIn } from './sign-in.ts';

let server: ServerProcess;
test.beforeAll(async () => {
  server = new ServerProcess(await freePort());
  await server.start();
});
test.afterAll(() => server.dispose());

const design = [
  newField('text', 'name', '姓名', { meaning: 'name' }),
  newField('text', 'idNumber', '证件号码', { format: 'idNumber', meaning: 'idNumber' }),
  newField('text', 'employer', '工作单位', { meaning: 'employer' }),
];
const mine = { 姓名: '沈嘉禾', 证件号码: '110101200109235262', 工作单位: '苏州澄湖精密电子有限公司' };
const other = { name: '方可欣', idNumber: '320583199506150027', employer: '昆山青阳配电安装队' };

/** Somebody else hands a form in. */
async function otherEnrols(offerId: number, answers = other): Promise<void> {
  const applicant = await ApiClient.signIn(server.origin, 'enrolluser');
  const { editionId } = await made(applicant, enrollCalls.getMine, { offerId });
  await made(applicant, enrollCalls.submit, { offerId, editionId, answers, version: null });
}
async function write(page: Page, offerId: number): Promise<void> {
  await page.goto(`${server.origin}/enroll/main?batch=${offerId}`);
  for (const [label, text] of Object.entries(mine)) await page.getByLabel(label).fill(text);
}
/** Everything that was typed stands where it was typed. */
async function expectKept(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(mine)) await expect(page.getByLabel(label)).toHaveValue(text);
}
/** Said beside the form, where it stays; a toast says it too. */
const told = (page: Page, words: string) => expect(page.getByRole('main').getByText(words)).toBeVisible();
const submit = (page: Page) => page.getByRole('button', { name: '提交', exact: true }).click();
/** Something happens at the school while the form is on its way. */
const meanwhile = (page: Page, happens: () => Promise<unknown>) =>
  page.route(
    '**/api/enroll/submit',
    async (route) => {
      await happens();
      await route.continue();
    },
    { times: 1 },
  );

test('an applicant who may begin at once is told in words what cannot be taken, and finds everything as it was typed', async ({ page }) => {
  const school = await ApiClient.signIn(server.origin, 'school');
  const admin = await ApiClient.signIn(server.origin, 'enrolladmin');

  await test.step('registers, and begins without an approval', async () => {
    const { version } = await made(school, schoolCalls.getRegistration, {});
    await made(school, schoolCalls.setRegistration, { version, open: true, enrolAtOnce: true });
    await page.goto(`${server.origin}/reg?school=demo&type=12`);
    await expect(page.getByText('注册后马上可以登录、填写报名表，不用等审核。')).toBeVisible();
    await page.getByLabel('姓名').fill(mine.姓名);
    await page.getByLabel('登录名').fill('shenjiahe');
    await page.getByLabel(/^密码/).fill('Wo-shi-shen-1');
    await page.getByLabel('手机号').fill('13800006027');
    await page.getByRole('button', { name: '提交注册' }).click();
    await expect(page.getByRole('heading', { name: '账号已开通' })).toBeVisible();
    await page.getByRole('link', { name: '去登录页' }).click();
    await fillSignIn(page, 'shenjiahe', 'Wo-shi-shen-1');
    await expect(page.getByRole('heading', { name: '选择报名批次' })).toBeVisible();
  });

  await test.step('a second application of one person', async () => {
    const batch = await openBatch(server.origin, '重复报名', 0, { design });
    await otherEnrols(batch, { ...other, idNumber: mine.证件号码 });
    await write(page, batch);
    await submit(page);
    await told(page, '这个证件号码已在本批次报名，如非本人操作请联系学校');
    await expectKept(page);
    await expect(page.getByText(/已保存|已存/).first()).toBeVisible();
    await page.reload();
    await expectKept(page);
  });

  await test.step('the last place, which somebody else took a moment before', async () => {
    const batch = await openBatch(server.origin, '最后一个名额', 1, { design, waitingList: false });
    await write(page, batch);
    await meanwhile(page, () => otherEnrols(batch));
    await submit(page);
    await told(page, '名额已满，本批次不设候补');
    await expectKept(page);
  });

  await test.step('a window that closes while the form is on its way', async () => {
    const batch = await openBatch(server.origin, '最后一秒', 0, { design });
    await write(page, batch);
    await meanwhile(page, async () => {
      const { items } = await made(admin, batchCalls.getList, { filter: { keyword: '最后一秒' } });
      const [row] = items;
      if (row === undefined) throw new Error('the batch is gone');
      await made(admin, batchCalls.modify, { ...row, closesMs: Date.now() });
    });
    await submit(page);
    await told(page, '已过截止时间，填写的内容仍在这台设备上');
    await expectKept(page);
  });

  await test.step('a form that the school changed while it was filled', async () => {
    const batch = await openBatch(server.origin, '换了表单', 0, { design });
    await write(page, batch);
    const form = (await made(school, formCalls.getList, { filter: { keyword: '换了表单' } })).items[0];
    if (form === undefined) throw new Error('the form is gone');
    const changed = await made(school, formCalls.modify, { ...form, design: [...design, newField('text', 'contact', '紧急联系人')] });
    await made(school, formCalls.enact, { id: form.id, version: changed.version });
    await submit(page);
    await told(page, '填写期间学校换了新版表单。已填的内容都在，请核对新增的栏目后再提交');
    await expectKept(page);
    await page.getByLabel('紧急联系人').fill('沈父 13800000001');
    await submit(page);
    await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
    const { items } = await made(admin, enrollCalls.getList, { filter: { offerId: batch } });
    expect(items.map(({ name }) => name)).toEqual([mine.姓名]);
  });
});
