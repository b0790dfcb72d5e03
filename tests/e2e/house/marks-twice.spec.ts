import { expect, type Page } from '@playwright/test';
import { createHandedInExam } from '../exam/written-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { signInToDemo } from './sign-in.ts';

/** Deletes the marks database, as Chromium does when it finds it damaged and starts an empty one. */
const loseMarks = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const asked = indexedDB.deleteDatabase('wenkao-marking');
        asked.onsuccess = () => resolve('lost');
        asked.onerror = () => resolve(String(asked.error));
        asked.onblocked = () => resolve('blocked');
      }),
  );

const takenMarks = (page: Page): Promise<boolean[]> =>
  page.evaluate(
    () =>
      new Promise<boolean[]>((resolve, reject) => {
        const opened = indexedDB.open('wenkao-marking');
        opened.onerror = () => reject(opened.error ?? new Error('not opened'));
        opened.onsuccess = () => {
          const rows = opened.result.transaction('marks').objectStore('marks').getAll();
          rows.onsuccess = () => {
            opened.result.close();
            resolve((rows.result as { takenMs?: number }[]).map((row) => row.takenMs !== undefined));
          };
        };
      }),
  );

test('marks given without a network outlive the browser and the loss of its database, and arrive once', async ({ server, addDevice }) => {
  const device = addDevice();
  const { planId, questionId } = await createHandedInExam(server, '两份保存的阅卷');
  const marker = await device.boot();
  await signInToDemo(marker, server.origin, 'marker');
  await marker.goto(`${server.origin}/marker/exam/index`);
  await marker.getByRole('link', { name: '开始阅卷' }).click();
  await expect(marker.getByText('热继电器作过载保护')).toBeVisible();

  await test.step('given and called saved in both copies while no mark gets through', async () => {
    await marker.route('**/api/marking/mark', (route) => route.abort());
    await marker.keyboard.press('3');
    await marker.keyboard.press('2');
    await expect(marker.getByText('未提交的评分已保存到本机', { exact: true })).toBeVisible();
    await marker.keyboard.press('Enter');
    await expect(marker.getByText(/^已保存到本机 \d\d:\d\d/)).toBeVisible();
    await expect(marker.getByText(/仅一份/)).toHaveCount(0);
    await expect(marker.getByText('1 份待送达服务器')).toBeVisible();
    await expectGoodLook(marker, 'marking-kept');
    await device.kill();
  });

  const asked = await ApiClient.signIn(server.origin, 'marker');
  /** Reads the totals that this marker gave, as the server has them; for written answers it returns nothing else. */
  const totals = async () => {
    const { scripts } = (await asked.send('/marking/getTask', { planId, questionId })).data as { scripts: { total: number | null }[] };
    return scripts.map(({ total }) => total);
  };
  expect(await totals()).toEqual([]);

  await test.step('the database is gone, and what was given comes back from the journal', async () => {
    const page = await device.boot();
    await page.goto(`${server.origin}/robots.txt`);
    expect(await loseMarks(page)).toBe('lost');
    await signInToDemo(page, server.origin, 'marker');
    await page.goto(`${server.origin}/marker/exam/index`);
    // The list already delivers the marks; no marking page needs to be opened.
    await expect.poll(totals).toEqual([5]);
  });

  await test.step('lost once more after it was delivered, nothing is sent again', async () => {
    await device.kill();
    const page = await device.boot();
    await page.goto(`${server.origin}/robots.txt`);
    expect(await loseMarks(page)).toBe('lost');
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/api/marking/mark') && sent.push(request.url())));
    await signInToDemo(page, server.origin, 'marker');
    await page.goto(`${server.origin}/marker/exam/index`);
    await page.getByRole('link', { name: '查看' }).click();
    await expect(page.getByText('请从左侧选择考生')).toBeVisible();
    // The restored mark is an acknowledged one, not one that waits to be sent.
    await expect.poll(() => takenMarks(page)).toEqual([true]);
    expect(sent).toEqual([]);
  });
});
