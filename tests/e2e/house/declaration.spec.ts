import { expect, type Page } from '@playwright/test';
import { batchCalls } from '../../../sync/contract/applications/batch.ts';
import { classCalls } from '../../../sync/contract/people/class.ts';
import { declarationCalls, declarationResource } from '../../../sync/contract/applications/declaration.ts';
import { formFieldTypes, type FormField } from '../../../sync/contract/applications/form-design.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { readPdfPages } from '../rig/pdf-pages.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { keepPicture, pictureFolder } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { chooseOption, createPortrait, drawSignature } from './enrolment-stage.ts';
import { findPageFaults } from './page-faults.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

const hourMs = 3_600_000;
const person = { name: '林一鸣', idNumber: '110101200109235262' };
const story = '2022 年起在校实训，\n能独立完成配电柜接线。';

/** Settings of form fields that are slow to type: names, limits, lists, columns and conditions. The test sets them by a call. */
const finished: Readonly<Record<string, Partial<FormField>>> = {
  section1: { label: '基本情况' },
  text2: { label: '证件号码', format: 'idNumber', meaning: 'idNumber' },
  longText1: { label: '技能自述', hint: '三五句话', max: 300 },
  number1: { label: '实训学时', min: 0, max: 2000, width: 'third' },
  date1: { label: '出生日期', meaning: 'birthday', width: 'third' },
  choice1: { label: '认定类型', options: ['首次认定', '晋级'], width: 'third' },
  choice2: { label: '现有等级', options: ['五级', '四级'], shownWhen: [{ field: 'choice1', is: ['晋级'] }] },
  section2: { label: '经历与材料', hint: '材料须为原件照片或扫描件。' },
  table1: {
    label: '经历',
    columns: [
      { key: 'from', label: '开始', type: 'month', required: true, options: [] },
      { key: 'on', label: '证书日期', type: 'date', required: false, options: [] },
      { key: 'hours', label: '学时', type: 'number', required: true, options: [] },
      { key: 'what', label: '内容', type: 'text', required: true, options: [] },
    ],
  },
  file1: { label: '证明材料', max: 3 },
  picture1: { label: '近照', meaning: 'photo' },
  signature1: { label: '本人签名' },
};
const order = [
  'section1',
  'text1',
  'text2',
  'longText1',
  'number1',
  'date1',
  'choice1',
  'choice2',
  'section2',
  'table1',
  'file1',
  'picture1',
  'signature1',
];

/** Puts the student into a class that the teacher teaches, and returns the class id. */
async function placed(school: ApiClient): Promise<number> {
  const [first] = (await makeUncheckedCall(school, classCalls.getOptions, {})).items;
  const { items } = await makeUncheckedCall(school, userCalls.getList, { pageSize: 200 });
  const student = items.find((one) => one.login_name === 'student');
  await makeUncheckedCall(school, classCalls.assign, { class_id: first?.id, user_ids: [student?.id] });
  return first?.id ?? 0;
}

const fill = async (page: Page): Promise<void> => {
  await page.getByLabel('姓名').fill(person.name);
  await page.getByLabel('证件号码').fill(person.idNumber);
  await page.getByLabel('技能自述').fill(story);
  await page.getByLabel('实训学时').fill('二百');
  await page.getByLabel('出生日期').fill('2001-09-23');
  await chooseOption(page, '认定类型', '晋级');
  await chooseOption(page, '现有等级', '五级');
};

test('a student declares with all kinds of fields, corrects two returned ones, is approved and prints on A4 @journey', async ({
  browser,
  server,
  openPage,
}) => {
  const teacherPage = await openPage();
  const shot = (name: string, of: Page) => keepPicture(of, `declaration-${name}`);
  const school = await ApiClient.signIn(server.origin, 'school');
  const classId = await placed(school);
  let formId = 0;
  let offerId = 0;

  await test.step('the teacher designs the form by keyboard', async () => {
    await openAsStaff(teacherPage, server.origin, 'teacher', '/teacher/declaration/paper/build-form');
    await teacherPage.getByRole('button', { name: '新建表单' }).first().click();
    await teacherPage.getByRole('dialog').getByLabel('表单名称').fill('技能申报表');
    await teacherPage.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
    await teacherPage.getByRole('link', { name: '技能申报表', exact: true }).click();
    await expect(teacherPage.getByText('还没有栏目')).toBeVisible();
    formId = Number(teacherPage.url().split('/').pop());
    await teacherPage.getByRole('button', { name: '分节' }).press('Enter');
    const row = (n: number) => teacherPage.getByRole('button', { name: new RegExp(`第 ${n} 项，共`) });
    await row(1).focus();
    for (const [at, letter] of [...'ttlndcchbfps'].entries()) {
      await teacherPage.keyboard.press(letter);
      await expect(row(at + 2)).toBeFocused();
    }
    await teacherPage.keyboard.press('Alt+ArrowUp');
    await expect(row(12)).toBeFocused();
    await expect(row(12)).toHaveAccessibleName(/^签名/);
    await teacherPage.keyboard.press('Alt+ArrowDown');
    await expect(row(13)).toHaveAccessibleName(/^签名/);
    // Move the row up by dragging, then back down by keyboard.
    await row(13).dragTo(row(12));
    await expect(row(12)).toHaveAccessibleName(/^签名/);
    await row(12).click();
    await teacherPage.keyboard.press('Alt+ArrowDown');
    await expect(row(13)).toHaveAccessibleName(/^签名/);
    await row(2).click();
    await teacherPage.getByLabel('名称', { exact: true }).fill('姓名');
    await chooseOption(teacherPage, '含义', '姓名');
    await teacherPage.getByRole('button', { name: '保存设计' }).click();
    await expect(teacherPage.getByText('设计已保存')).toBeVisible();
    const { id, version, name, note, design } = await makeUncheckedCall(school, formCalls.getById, { id: formId });
    expect(design.map(({ key }) => key)).toEqual(order);
    expect(new Set(design.map(({ type }) => type))).toEqual(new Set(formFieldTypes));
    const whole = design.map((field) => ({ ...field, ...finished[field.key] }));
    await makeUncheckedCall(school, formCalls.modify, { id, version, name, note, design: whole });
  });

  await test.step('and puts it to use, for a class', async () => {
    await teacherPage.reload();
    await teacherPage.getByRole('button', { name: /^现有等级/ }).click();
    await expect(teacherPage.getByLabel('名称', { exact: true })).toHaveValue('现有等级');
    await shot('designer', teacherPage);
    expect(await findPageFaults(teacherPage, 'designer')).toEqual([]);
    await teacherPage.getByRole('button', { name: 'A4 打印' }).click();
    await expect(teacherPage.getByRole('article').getByText('证明材料')).toBeVisible();
    await teacherPage.getByRole('button', { name: '启用第 1 版' }).click();
    await expect(teacherPage.getByText('第 1 版已启用')).toBeVisible();
    const admin = await ApiClient.signIn(server.origin, 'enrolladmin');
    const { professions } = await makeUncheckedCall(admin, batchCalls.getChoices, {});
    const profession = professions.find((one) => one.name === '电工');
    const project = await makeUncheckedCall(school, declarationCalls.add, {
      ...createExampleDraft(declarationResource),
      name: '2026 秋季申报',
      professionId: profession?.id,
      level: 4,
      formId,
      classIds: [classId],
      opensMs: Date.now() - hourMs,
      closesMs: Date.now() + 48 * hourMs,
    });
    await makeUncheckedCall(school, declarationCalls.setStatus, { ...project, status: 1 });
    offerId = project.id;
  });

  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  const row = page.getByRole('group', { name: '经历第 1 行' });

  await test.step('the student hands in files, fills the rest without a network, and finds it again after a reload', async () => {
    await signInToDemo(page, server.origin, 'student');
    await page.goto(`${server.origin}/student/declaration/index`);
    await page.getByRole('link', { name: /2026 秋季申报/ }).click();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: '下一步：经历与材料' }).click();
    await page
      .locator('#field-file1 input[type=file]')
      .setInputFiles({ name: '工作证明.pdf', mimeType: 'application/pdf', buffer: createPlainPdf(1, () => 'proof') });
    await page
      .locator('#field-picture1 input[type=file]')
      .setInputFiles({ name: '近照.jpg', mimeType: 'image/jpeg', buffer: await createPortrait(page, '#4a86c8') });
    await expect(page.getByRole('button', { name: '移除 近照.jpg' })).toBeVisible();
    await expect(page.getByRole('button', { name: '移除 工作证明.pdf' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: '加一行经历' }).click();
    await row.getByLabel('开始').fill('2023-07');
    await row.getByLabel('证书日期').fill('2024-06-30');
    await row.getByLabel('学时').fill('120');
    await row.getByLabel('内容').fill('配电柜实训');
    await drawSignature(page);
    await page.getByRole('button', { name: '上一步' }).click();
    await fill(page);
    await page.getByLabel('技能自述').focus();
    await expect(page.getByText(/已保存|已存/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText('网络已断开，填的内容都在这台设备上，可以接着填。')).toBeVisible();
    await expect(page.getByLabel('技能自述')).toHaveValue(story);
    await expect(page.getByLabel('证件号码')).toHaveValue(person.idNumber);
    await page.getByRole('button', { name: '下一步：经历与材料' }).click();
    await expect(page.getByRole('img', { name: '手写签名' })).toBeVisible();
    await expect(row.getByLabel('内容')).toHaveValue('配电柜实训');
    await expect(page.getByRole('button', { name: '移除 工作证明.pdf' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('网络已断开，填的内容都在这台设备上，可以接着填。')).toBeHidden();
  });

  await test.step('is told what is wrong, and hands it in', async () => {
    // Type between two clicks at the same place, because the browser would otherwise report a double click.
    await row.getByLabel('内容').fill('配电柜安装实训');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('请填写数字')).toBeVisible();
    await page.getByLabel('实训学时').fill('1280.5');
    await expect(page.getByText('请填写数字')).toBeHidden();
    await shot('student', page);
    expect(await findPageFaults(page, 'student')).toEqual([]);
    await page.getByRole('button', { name: '下一步：经历与材料' }).click();
    await row.getByLabel('内容').fill('配电柜实训');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
  });

  const review = `${server.origin}/teacher/declaration/user?offerId=${offerId}`;
  await test.step('is returned on two fields', async () => {
    await teacherPage.goto(review);
    await teacherPage.getByRole('button', { name: '把“实训学时”标为待改' }).click();
    await teacherPage.getByLabel('“实训学时”的退回原因').fill('与教务记录不符');
    await teacherPage.getByRole('button', { name: '把“经历”标为待改' }).click();
    await teacherPage.getByLabel('“经历”的退回原因').fill('请补 2025 年的实训');
    await teacherPage.getByRole('button', { name: '退回 2 栏' }).click();
    await expect(teacherPage.getByText(`已退回${person.name}`)).toBeVisible();
  });

  await test.step('sees these two and no other, and mends them', async () => {
    await page.reload();
    await expect(page.getByText('改好 2 处再交一次。')).toBeVisible();
    const asked = page.getByRole('listitem').getByRole('button', { name: /：/ });
    await expect(asked).toHaveText(['实训学时：与教务记录不符', '经历：请补 2025 年的实训']);
    await page.getByLabel('实训学时').fill('960');
    await page.getByRole('button', { name: '下一步：经历与材料' }).click();
    await page.getByRole('button', { name: '加一行经历' }).click();
    const second = page.getByRole('group', { name: '经历第 2 行' });
    await second.getByLabel('开始').fill('2025-03');
    await second.getByLabel('学时').fill('80');
    await second.getByLabel('内容').fill('变频器调试');
    await expect(page.getByText('已改，未提交')).toHaveCount(2);
    await page.getByRole('button', { name: '改好了，再次提交' }).click();
    await expect(page.getByText('学校已收到，正在审核。')).toBeVisible();
  });

  await test.step('the teacher sees both versions side by side, and approves', async () => {
    await teacherPage.goto(review);
    const before = (field: string) => teacherPage.getByRole('group', { name: `“${field}”上次所填` });
    await expect(before('实训学时')).toHaveText('1280.5');
    await expect(before('经历')).toContainText('配电柜实训');
    await expect(before('经历')).not.toContainText('变频器调试');
    await expect(teacherPage.getByText('变频器调试')).toBeVisible();
    await expect(teacherPage.getByText('本次改过')).toHaveCount(2);
    await before('经历').scrollIntoViewIfNeeded();
    await shot('review', teacherPage);
    expect(await findPageFaults(teacherPage, 'review')).toEqual([]);
    // The answers do not prove any condition for the declaration, so the reviewer must state a reason.
    await teacherPage.getByLabel('理由').fill('教务处已核实');
    await teacherPage.getByRole('button', { name: '通过', exact: true }).click();
    await expect(teacherPage.getByText(`已通过${person.name}`)).toBeVisible();
  });

  await test.step('and the student prints it on A4 with every answer', async () => {
    await page.reload();
    await page.getByRole('button', { name: '打印申报表' }).click();
    await expect(page.getByRole('img', { name: '近照.jpg' })).toHaveJSProperty('complete', true);
    expect(await findPageFaults(page, 'print')).toEqual([]);
    const { pages, pictures } = await readPdfPages(
      context,
      await page.pdf({ preferCSSPageSize: true }),
      pictureFolder === undefined ? [] : [1],
    );
    for (const picture of pictures.values()) await keepPicture(picture, 'declaration-print');
    expect(pages.map(({ widthMm, heightMm }) => [widthMm, heightMm])).toEqual([[210, 297]]);
    const text = pages[0]?.text ?? '';
    const labels = ['姓名', ...Object.values(finished).flatMap(({ label }) => label ?? [])];
    const answers = [person.name, person.idNumber, ...story.split('\n'), '960', '2001-09-23', '晋级', '五级', '工作证明.pdf'];
    const rows = ['2023-07', '2024-06-30', '120', '配电柜实训', '2025-03', '80', '变频器调试'];
    const wanted = [...labels, ...answers, ...rows, '技能申报表', '2026 秋季申报'];
    expect(wanted.filter((one) => !text.includes(one.normalize('NFKC').replaceAll(/\s/g, '')))).toEqual([]);
    expect(text).not.toContain('1280.5');
  });
  await teacherPage.context().close();
  await context.close();
});
