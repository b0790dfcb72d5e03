import { expect } from '@playwright/test';
import { openPracticeCategory } from '../exam/written-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const area = '/student/exercises/paper';

/**
 * Covers a student's own practice paper, from the draw to the score of an attempt: made and taken without a network, and identical on the
 * server afterwards.
 */
test('a practice paper of one’s own is drawn, sat and scored without a network', async ({ page, context, server, openPage }) => {
  const shot = async (name: string) => {
    await keepPicture(page, name);
  };
  const staff = { teacher: await ApiClient.signIn(server.origin, 'teacher'), school: await ApiClient.signIn(server.origin, 'school') };
  await openPracticeCategory(staff, '口算');
  await signInToDemo(page, server.origin, 'student');
  await page.goto(`${server.origin}/student/exercises/index`);
  await expect(page.getByText(/没有网也能练/)).toBeVisible();
  await shot('own-index');
  await page.getByRole('link', { name: '我的练习卷' }).click();
  await expect(page.getByText('还没有自己的练习卷')).toBeVisible();
  await shot('own-empty');
  await page.getByRole('link', { name: '新建练习卷' }).first().click();
  await expect(page.getByRole('heading', { name: '新建练习卷' })).toBeVisible();
  // Opens each page once, so that its code is on this PC; the following steps run without a network.
  for (const path of ['paper-form', 'exam-plan', 'exam-plan/user', 'exam-plan/score', 'category', 'create']) {
    await page.goto(`${server.origin}${area}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  await test.step('drawn', async () => {
    await page.getByRole('button', { name: '抽题并保存' }).click();
    await expect(page.getByText('请填名称，最多 60 个字')).toBeVisible();
    await page.getByLabel('练习卷名称').fill('口算小练');
    await page.getByLabel('分类', { exact: true }).fill('考前复习');
    await page.getByLabel('题数').fill('3');
    await shot('own-create');
    await page.getByRole('button', { name: '抽题并保存' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '口算小练' })).toBeVisible();
    await shot('own-paper');
  });

  await test.step('sat offline', async () => {
    await context.setOffline(true);
    // An immediate press at the place of the last one counts as half of a double click.
    await expect(async () => {
      await page.getByRole('button', { name: '安排练习' }).click({ timeout: 2_000 });
      await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await shot('own-sit');
    await page.getByRole('dialog').getByRole('button', { name: '安排练习' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.setOffline(false);
    await page.goto(`${server.origin}${area}/exam-plan`);
    await expect(page.getByText('未开始')).toBeVisible();
    await shot('own-plan');
    await page.getByRole('link', { name: /^开始/ }).click();
    await expect(page.getByText(/第 1 \/ 3 题/)).toBeVisible();
    await context.setOffline(true);
    for (let at = 0; at < 3; at += 1) {
      await expect(page.getByText(`第 ${at + 1} / 3 题`)).toBeVisible();
      await page.keyboard.press('A');
      await expect(page.getByRole('button', { name: '看答案' })).toBeEnabled();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: at === 2 ? '完成' : '下一题' }).click();
    }
    await expect(page.getByText('这一组练完了')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: '作答记录' }).first().click();
    await expect(page.getByText('已结束')).toBeVisible();
    await shot('own-record');
  });

  await test.step('its pages, with the network again', async () => {
    await page.goto(`${server.origin}${area}/exam-plan/score`);
    await expect(page.getByRole('link', { name: '口算小练', exact: true })).toBeVisible();
    await shot('own-scores');
    await page.getByRole('link', { name: '口算小练', exact: true }).click();
    await expect(page.getByText('逐题')).toBeVisible();
    await shot('own-score');
    await page.goto(`${server.origin}${area}/exam-plan/user`);
    await expect(page.getByText('3 / 3')).toBeVisible();
    await shot('own-users');
    await page.goto(`${server.origin}${area}/category`);
    await expect(page.getByText('考前复习').first()).toBeVisible();
    await shot('own-category');
    await page.goto(`${server.origin}${area}/paper-form`);
    await expect(page.getByRole('link', { name: '口算小练', exact: true })).toBeVisible();
    await shot('own-papers');
  });

  await test.step('another device has all of it', async () => {
    const other = await openPage();
    await signInToDemo(other, server.origin, 'student');
    await other.goto(`${server.origin}${area}/exam-plan/user`);
    await expect(other.getByText('3 / 3')).toBeVisible();
  });
});
