import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { validPaperDraft, createPlanDraft } from '../../contract/fixtures/resource-drafts.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { chooseOption, openEnrolmentBatch, createPortrait, drawSignature } from './enrolment-stage.ts';
import { fillSignIn, openAsStaff } from './sign-in.ts';

const hourMs = 3_600_000;
const phone = { width: 375, height: 812 };
const person = { name: '沈嘉禾', idNumber: '110101200109235262', mobile: '13800006027' };

async function draftPlan(origin: string): Promise<number> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const { items } = await makeUncheckedCall(teacher, userCalls.getExamUserList, { pageSize: 1, sort: 'login_name' });
  const paper = await makeUncheckedCall(teacher, paperCalls.add, { ...validPaperDraft, name: '报名考试卷' });
  const plan = await makeUncheckedCall(teacher, examCalls.add, {
    ...createPlanDraft(paper.id, [items[0]?.id ?? 0], Date.now() + 24 * hourMs),
    name: '电工四级认定',
  });
  return plan.id;
}

test('an applicant enrols on a phone without a network, corrects a returned form, and joins a plan @journey', async ({
  browser,
  server,
  openPage,
}) => {
  const batchId = await openEnrolmentBatch(server.origin, '2026 年第五批', 120);
  const planId = await draftPlan(server.origin);
  const context = await browser.newContext({ viewport: phone, hasTouch: true, serviceWorkers: 'allow' });
  const page = await context.newPage();
  const admin = await openPage();
  const shot = (name: string, of: Page) => keepPicture(of, `enroll-${name}`);

  await test.step('registers, and is let in by the enrolment administrator', async () => {
    await page.goto(`${server.origin}/login/demo`);
    await expect(page.getByText('2026 年第五批')).toBeVisible();
    await shot('sign-in', page);
    await page.getByRole('link', { name: '没有账号？申请注册' }).click();
    await chooseOption(page, '我是', '社会报名人员');
    await page.getByLabel('姓名').fill(person.name);
    await page.getByLabel('登录名').fill('shenjiahe');
    await page.getByLabel(/^密码/).fill('Wo-shi-shen-1');
    await page.getByLabel('手机号').fill(person.mobile);
    await page.getByRole('button', { name: '提交注册' }).click();
    await expect(page.getByRole('heading', { name: '注册申请已提交' })).toBeVisible();
    await openAsStaff(admin, server.origin, 'enrolladmin', '/enroll/index');
    await admin.getByRole('button', { name: `准许 ${person.name} 报名` }).click();
    await expect(admin.getByText(`已准许${person.name}报名`)).toBeVisible();
    await page.goto(`${server.origin}/login/demo`);
    await fillSignIn(page, 'shenjiahe', 'Wo-shi-shen-1');
    await page.goto(`${server.origin}/enroll/main`);
    await page.getByRole('link', { name: /2026 年第五批/ }).click();
    await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });

  await test.step('fills it without a network, and finds it again after a reload', async () => {
    await context.setOffline(true);
    await page.getByLabel('姓名').fill(person.name);
    await chooseOption(page, '证件类型', '身份证');
    await page.getByLabel('证件号码').fill(`${person.idNumber.slice(0, 17)}3`);
    await expect(page.getByText('有误')).toBeVisible();
    await page.getByLabel('证件号码').fill(person.idNumber);
    await expect(page.getByText('2001-09-23')).toBeVisible();
    // The form fills in sex and birthday from the ID number.
    await expect(page.getByRole('combobox', { name: '性别' })).toContainText('女');
    await expect(page.getByLabel('出生日期')).toHaveValue('2001-09-23');
    await page.getByLabel('出生日期').fill('');
    // Type slowly, so that the draft is stored and the form is rendered again meanwhile.
    await page.getByLabel('出生日期').pressSequentially('2001-09-23', { delay: 120 });
    await chooseOption(page, '民族', '汉族');
    await chooseOption(page, '文化程度', '大专');
    await expect(page.getByRole('list', { name: '“文化程度”与申报条件' })).toHaveText('相关专业毕业证：大专，专业是否相关要看毕业证');
    await chooseOption(page, '考生来源', '企业');
    await page.getByLabel('手机').fill(person.mobile);
    await page.getByLabel('工作单位或学校').fill('澄湖电子');
    const album = page.locator('input[type=file][aria-label="从相册选"]');
    await album.setInputFiles({ name: '说明.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('这不是照片') });
    await expect(page.getByText('“说明.jpg”不是能打开的照片，请换一张')).toBeVisible();
    await album.setInputFiles({ name: '自拍.jpg', mimeType: 'image/jpeg', buffer: await createPortrait(page, '#4a86c8') });
    await expect(page.getByText('由 900×1200 裁出')).toBeVisible();
    await expect(page.getByText('照片要求白底，不更换可能被退回')).toBeVisible();
    await page.getByRole('group', { name: /照片取景/ }).scrollIntoViewIfNeeded();
    await shot('photo', page);
    await page.getByRole('button', { name: '用这张' }).click();
    await expect(page.getByText('照片在这台设备上，联网后自动送到学校')).toBeVisible();
    await expect(page.getByText(/已保存|已存/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText('网络已断开，填的内容都在这台设备上，可以接着填。')).toBeVisible();
    await expect(page.getByLabel('工作单位或学校')).toHaveValue('澄湖电子');
    await expect(page.getByText('照片在这台设备上，联网后自动送到学校')).toBeVisible();
    await shot('offline', page);
    await context.setOffline(false);
    await expect(page.getByText('照片已送到学校')).toBeVisible();
  });

  await test.step('hands it in though the answer is lost, once', async () => {
    await page.getByRole('button', { name: /^下一步/ }).click();
    await chooseOption(page, '认定类型', '首次认定');
    await page.getByRole('button', { name: /^下一步/ }).click();
    await page.getByRole('button', { name: '加一行学历' }).click();
    const [school, work] = [page.getByRole('group', { name: '学历第 1 行' }), page.getByRole('group', { name: '工作经历第 1 行' })];
    await school.getByLabel('开始').fill('2019-09');
    await school.getByLabel('结束').fill('2022-06');
    await school.getByLabel('学校').fill('苏南机电职业学院');
    await page.getByRole('button', { name: '加一行工作经历' }).click();
    await work.getByLabel('开始').fill('2016-07');
    await work.getByLabel('结束').fill('至今');
    await work.getByLabel('单位').fill('苏州澄湖精密电子有限公司');
    await work.getByLabel('岗位').fill('维修电工');
    await expect(page.getByRole('list', { name: '“工作经历”与申报条件' })).toContainText('累计从事本职业满 5 年：累计工作');
    await page.getByRole('list', { name: '“工作经历”与申报条件' }).evaluate((list) => list.scrollIntoView({ block: 'center' }));
    await shot('eligibility', page);
    await page.getByRole('button', { name: /^下一步/ }).click();
    await drawSignature(page);
    // The server stores the form, but its reply is lost.
    await page.route('**/api/enroll/submit', async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('还没送到学校，填写的内容都在这台设备上。联网后再点一次提交，不会重复。')).toBeVisible();
    await page.unroute('**/api/enroll/submit');
    // When the network is back, the page learns that the server has the form, without another click.
    await context.setOffline(false);
    await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
    await expect(page.getByText(`${person.name} 提交`)).toHaveCount(1);
    await shot('sent', page);
  });

  await test.step('has it returned on two fields', async () => {
    await admin.goto(`${server.origin}/enroll/list?offerId=${batchId}`);
    await admin.getByRole('button', { name: '把“工作单位或学校”标为待改' }).click();
    await admin.getByLabel('“工作单位或学校”的退回原因').fill('单位请写全称');
    await admin.getByRole('button', { name: '把“证件照”标为待改' }).click();
    await admin.getByRole('combobox', { name: '“证件照”的退回原因' }).fill('请换白底证件照，不要用蓝底');
    await shot('review', admin);
    await admin.getByRole('button', { name: '退回 2 栏' }).click();
    await expect(admin.getByText(`已退回${person.name}`)).toBeVisible();
  });

  await test.step('corrects the two', async () => {
    await page.reload();
    await expect(page.getByText('改好 2 处再交一次。')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /退回/ }).first()).toContainText('单位请写全称');
    await shot('returned', page);
    await page.getByLabel('工作单位或学校').fill('苏州澄湖精密电子有限公司');
    await page
      .locator('input[type=file][aria-label="从相册选"]')
      .setInputFiles({ name: '白底.jpg', mimeType: 'image/jpeg', buffer: await createPortrait(page, '#ffffff') });
    await page.getByRole('button', { name: '用这张' }).click();
    await expect(page.getByText('照片已送到学校')).toBeVisible();
    await expect(page.getByText('已改，未提交')).toHaveCount(2);
    for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: /^下一步/ }).click();
    // Click at another place of the button, because the browser would report a double click at the same place.
    await page.getByRole('button', { name: '改好了，再次提交' }).click({ position: { x: 20, y: 20 } });
    await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
  });

  await test.step('is approved by one key, and sits in the plan with the photo on the ticket', async () => {
    await admin.goto(`${server.origin}/enroll/list?offerId=${batchId}`);
    await expect(admin.getByText('本次改过').first()).toBeVisible();
    await admin.keyboard.press('a');
    await expect(admin.getByText(`已通过${person.name}`)).toBeVisible();
    await admin.goto(`${server.origin}/enroll/list?offerId=${batchId}&status=1`);
    await admin.getByRole('button', { name: '转为考生 1 人' }).click();
    await chooseOption(admin, '考试计划', /电工四级认定/);
    await admin.getByRole('button', { name: '加入计划' }).click();
    await expect(admin.getByText('加入 1 人，新建账号 1 个。')).toBeVisible();
    await page.reload();
    await expect(page.getByText(/已转为考生，准考证号/)).toBeVisible();
    const teacher = await openPage();
    await openAsStaff(teacher, server.origin, 'teacher', `/teacher/exam/exam-plan/prints/${planId}?what=tickets`);
    await expect(teacher.getByText(person.name)).toBeVisible();
    await expect(teacher.locator('img[src^="/uploads/"]').first()).toBeVisible();
    await shot('ticket', teacher);
  });
  await context.close();
});
