import { expect, type Page } from '@playwright/test';
import { batchCalls } from '../../../sync/contract/applications/batch.ts';
import { declarationCalls, declarationResource, declareCalls } from '../../../sync/contract/applications/declaration.ts';
import { getFileAnswers } from '../../../sync/contract/applications/form-design.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { createPortrait, drawSignature } from './enrolment-stage.ts';
import { findPageFaults } from './page-faults.ts';
import { fillSignIn } from './sign-in.ts';

const hourMs = 3_600_000;

async function openProject(origin: string): Promise<number> {
  const school = await ApiClient.signIn(origin, 'school');
  const design = [
    createFormField('section', 'basic', '基本情况'),
    createFormField('text', 'name', '姓名', { meaning: 'name' }),
    createFormField('file', 'proofs', '证明材料', { max: 3 }),
    createFormField('picture', 'photo', '近照', { meaning: 'photo' }),
    createFormField('signature', 'signature', '本人签名'),
  ];
  const form = await makeUncheckedCall(school, formCalls.add, { name: '技能申报表', note: '', design });
  await makeUncheckedCall(school, formCalls.enact, form);
  const { professions } = await makeUncheckedCall(school, batchCalls.getChoices, {});
  const profession = professions.find((one) => one.name === '电工');
  const project = await makeUncheckedCall(school, declarationCalls.add, {
    ...createExampleDraft(declarationResource),
    name: '2026 秋季申报',
    professionId: profession?.id,
    level: 4,
    formId: form.id,
    classIds: [],
    opensMs: Date.now() - hourMs,
    closesMs: Date.now() + 48 * hourMs,
  });
  await makeUncheckedCall(school, declarationCalls.setStatus, { ...project, status: 1 });
  return project.id;
}

test('files and a signature made offline survive a reload and a killed browser, and reach the school once', async ({
  server,
  connect,
  addDevice,
}) => {
  test.slow();
  const link = await connect(3);
  const device = addDevice();
  const waits = (page: Page) => page.getByText('已存在这台设备上，联网后自动送到学校');
  const field = (page: Page, key: string) => page.locator(`#field-${key} input[type=file]`);
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: createPlainPdf(1, () => name) });
  await link.online();
  const offerId = await openProject(server.origin);
  const address = `${link.origin}/student/declaration/${offerId}`;
  const first = await device.boot();
  await first.goto(`${link.origin}/login/demo`);
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await fillSignIn(first, 'student');
  await first.goto(address);
  await expect(first.getByLabel('姓名')).toBeVisible();
  await link.offline();

  await first.getByLabel('姓名').fill('林一鸣');
  await field(first, 'proofs').setInputFiles({ name: '病毒.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
  await expect(first.getByText(/“病毒.exe”不是可以上传的类型/)).toBeVisible();
  await first.getByRole('button', { name: '移除 病毒.exe' }).click();
  await field(first, 'proofs').setInputFiles([pdf('工作证明.pdf'), pdf('学历.pdf')]);
  await field(first, 'photo').setInputFiles({ name: '近照.jpg', mimeType: 'image/jpeg', buffer: await createPortrait(first, '#fff') });
  await expect(waits(first)).toHaveCount(3);
  await first.getByRole('button', { name: '移除 学历.pdf' }).click();
  await drawSignature(first);
  await first.getByRole('button', { name: '提交', exact: true }).click();
  await expect(waits(first).first()).toBeVisible();
  await expect(first.getByText(/草稿已保存|已存/).first()).toBeVisible();
  await keepPicture(first, 'declaration-kept-files');
  expect(await findPageFaults(first, 'kept files')).toEqual([]);
  await first.reload();
  await expect(first.getByLabel('移除 工作证明.pdf')).toBeVisible();
  // A file is chosen, and the browser is killed as soon as the form lists the file as stored on this device. The file must survive, although
  // the stored draft of the form does not name it yet.
  await field(first, 'proofs').setInputFiles(pdf('成绩单.pdf'));
  await expect(waits(first)).toHaveCount(3);
  await device.kill();

  const page = await device.boot();
  const arrived: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/upload')) arrived.push(request.url());
  });
  await page.goto(`${link.origin}/login/demo`);
  await fillSignIn(page, 'student');
  // Navigates by links and does not reload, because the credential of a session without a network exists only in this page.
  await page.getByRole('link', { name: '我的申报' }).click();
  await page.getByRole('link', { name: /2026 秋季申报/ }).click();
  await expect(page.getByRole('img', { name: '手写签名' })).toBeVisible();
  for (const name of ['工作证明.pdf', '成绩单.pdf', '近照.jpg']) await expect(page.getByLabel(`移除 ${name}`)).toBeVisible();
  await expect(page.getByLabel('移除 学历.pdf')).toBeHidden();
  expect(arrived).toEqual([]);
  await link.online();
  // The session began without a network, so the page first gets a session token from the server.
  for (const name of ['工作证明.pdf', '成绩单.pdf', '近照.jpg'])
    await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible({ timeout: 60_000 });
  await expect(waits(page)).toHaveCount(0);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
  expect(arrived).toHaveLength(3);

  const student = await ApiClient.signIn(server.origin, 'student');
  const { own } = await makeUncheckedCall(student, declareCalls.getMine, { offerId });
  const names = (key: string) => getFileAnswers(own?.answers ?? {}, key).map((file) => file.name);
  expect([names('proofs').toSorted(), names('photo'), own?.steps.length]).toEqual([
    ['工作证明.pdf', '成绩单.pdf'].toSorted(),
    ['近照.jpg'],
    1,
  ]);
});
