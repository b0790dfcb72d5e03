import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../rig/test.ts';
import { fillSignIn } from './sign-in.ts';

/** A browser writes `localStorage` to the disk seconds later, so data that the next sign-in needs must also be stored elsewhere. */
test('a PC whose browser was killed right after its first sign-in signs the same user in without a network @journey', async ({
  connect,
  addDevice,
}) => {
  const link = await connect(3);
  const device = addDevice();
  await link.online();
  const first = await device.boot();
  await first.goto(`${link.origin}/login/demo`);
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await fillSignIn(first, 'student');
  await link.offline();
  await device.kill();
  // The share of `localStorage` that reached the disk before the kill depends on the machine, so the test removes the whole folder.
  rmSync(join(device.profileDir, 'Default', 'Local Storage'), { recursive: true });

  const page = await device.boot();
  expect(await page.goto(`${link.origin}/`).then((reply) => reply?.ok())).toBe(true);
  await fillSignIn(page, 'student');
  await expect(page).toHaveURL(/\/student\//);
});

test('a form’s draft shown as saved survives killing the browser at once', async ({ server, addDevice }) => {
  const device = addDevice();
  const editor = async (page: Page) => {
    await page.goto(`${server.origin}/login/demo`);
    await fillSignIn(page, 'teacher');
    await page.goto(`${server.origin}/teacher/exam/questions/create?type=3`);
    return page.getByRole('textbox', { name: '题干' });
  };
  const stem = await editor(await device.boot());
  await stem.click();
  await stem.pressSequentially('氙灯的光色接近日光');
  await expect(stem.page().getByText('草稿已保存')).toBeVisible();
  await device.kill();
  rmSync(join(device.profileDir, 'Default', 'Local Storage'), { recursive: true });

  const again = await editor(await device.boot());
  await expect(again).toContainText('氙灯的光色接近日光');
  await expect(again.page().getByText('已恢复上次没有提交的草稿。')).toBeVisible();
});
