import { expect } from '@playwright/test';
import { batchCalls } from '../../../sync/contract/applications/batch.ts';
import { classCalls } from '../../../sync/contract/people/class.ts';
import { declarationCalls, declarationResource } from '../../../sync/contract/applications/declaration.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { chooseOption } from './enrolment-stage.ts';
import { findPageFaults } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

const hourMs = 3_600_000;
const design = [
  createFormField('text', 'name', '姓名', { meaning: 'name' }),
  createFormField('text', 'idNumber', '证件号码', { format: 'idNumber', meaning: 'idNumber' }),
  createFormField('choice', 'education', '文化程度', { list: 'education', options: [], meaning: 'education' }),
  createFormField('table', 'work', '工作经历', {
    required: false,
    meaning: 'work',
    columns: [
      { key: 'from', label: '开始', type: 'month', required: true, options: [] },
      { key: 'to', label: '结束', type: 'month', required: true, options: [] },
    ],
  }),
  createFormField('signature', 'signature', '本人签名'),
];

test('a teacher files for a student who has begun nothing, and the student sees by whom', async ({ page, server, openPage }) => {
  const school = await ApiClient.signIn(server.origin, 'school');
  const [first] = (await makeUncheckedCall(school, classCalls.getOptions, {})).items;
  const student = (await makeUncheckedCall(school, userCalls.getList, { pageSize: 200 })).items.find((one) => one.login_name === 'student');
  await makeUncheckedCall(school, classCalls.assign, { class_id: first?.id, user_ids: [student?.id] });
  const form = await makeUncheckedCall(school, formCalls.add, { name: '技能申报表', note: '', design });
  await makeUncheckedCall(school, formCalls.enact, form);
  const { professions } = await makeUncheckedCall(school, batchCalls.getChoices, {});
  const project = await makeUncheckedCall(school, declarationCalls.add, {
    ...createExampleDraft(declarationResource),
    name: '2026 秋季申报',
    professionId: professions.find((one) => one.name === '电工')?.id,
    level: 4,
    formId: form.id,
    classIds: [first?.id],
    opensMs: Date.now() - hourMs,
    closesMs: Date.now() + 48 * hourMs,
  });
  await makeUncheckedCall(school, declarationCalls.setStatus, { ...project, status: 1 });

  const name = student?.name ?? '';
  await test.step('the teacher fills it, and is told what the standard says of each answer', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await signInToDemo(page, server.origin, 'teacher');
    await page.goto(`${server.origin}/teacher/declaration/student?offerId=${project.id}&keyword=${encodeURIComponent(name)}`);
    await page
      .getByRole('row', { name })
      .getByRole('link', { name: /^代为申报/ })
      .click();
    await expect(page.getByText(`正在替${name}申报`)).toBeVisible();
    await expect(page.getByLabel('姓名')).toHaveValue(name);
    await page.getByLabel('证件号码').fill('110101200109235262');
    await chooseOption(page, '文化程度', '中专');
    await expect(page.getByRole('list', { name: '“文化程度”与申报条件' })).toHaveText('相关专业毕业证：中专，专业是否相关要看毕业证');
    await page.getByRole('button', { name: '加一行工作经历' }).click();
    const row = page.getByRole('group', { name: '工作经历第 1 行' });
    await row.getByLabel('开始').fill('2024-07');
    await row.getByLabel('结束').fill('至今');
    await expect(page.getByRole('list', { name: '“工作经历”与申报条件' })).toContainText('还差');
    await row.getByLabel('开始').fill('2016-07');
    await expect(page.getByRole('list', { name: '“工作经历”与申报条件' })).toContainText('累计从事本职业满 5 年：累计工作');
    // One satisfied condition is enough: the page no longer comments on the diploma.
    await expect(page.getByRole('list', { name: '“文化程度”与申报条件' })).toHaveCount(0);
    await keepPicture(page, 'declaration-for');
    expect(await findPageFaults(page, 'for')).toEqual([]);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await page.waitForURL(/\/teacher\/declaration\/student\?/);
    await expect(page.getByRole('row', { name }).getByText('申报中')).toBeVisible();
  });

  await test.step('the student sees it, and may take it back', async () => {
    const own = await openPage();
    await signInToDemo(own, server.origin, 'student');
    await own.goto(`${server.origin}/student/declaration/${project.id}`);
    await expect(own.getByText('学校已收到，正在审核。')).toBeVisible();
    const teacher = (await makeUncheckedCall(school, userCalls.getList, { pageSize: 200 })).items.find(
      (one) => one.login_name === 'teacher',
    );
    await expect(own.getByText(`${teacher?.name ?? ''} 提交`)).toBeVisible();
    await own.getByRole('button', { name: '撤回' }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: /撤回/ }).click();
    await expect(own.getByLabel('证件号码')).toHaveValue('110101200109235262');
  });
});
