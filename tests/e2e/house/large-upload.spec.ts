import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { coursewareCalls } from '../../../sync/contract/learning/courseware.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { CuttingLine } from '../rig/cutting-line.ts';
import { writeFilm } from '../rig/film.ts';
import { findFreePort } from '../rig/free-port.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

const mib = 1024 * 1024;
const sizeBytes = 300 * mib;
const cuts = 10;

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

test('a film of 300 MB uploads once over a connection that breaks ten times and across a reload', async ({ page, server }) => {
  const line = new CuttingLine(await findFreePort(), server.port, 26 * mib, cuts);
  await line.open();
  const path = join(server.dataDir, '三相异步电动机.webm');
  await signInToDemo(page, line.origin, 'teacher');
  await writeFilm(page, path, 5, sizeBytes);
  await page.goto(`${line.origin}/teacher/course/courseware`);
  await page.getByRole('button', { name: '新建课件', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('课件名称').fill('三相异步电动机');
  await sheet.locator('input[type=file]').first().setInputFiles(path);
  const progress = sheet.getByRole('progressbar', { name: '正在上传 三相异步电动机.webm' });
  const share = async () => Number((await progress.getAttribute('aria-valuenow')) ?? 0);
  await expect.poll(share, { timeout: 120_000 }).toBeGreaterThan(20);
  await sheet.getByRole('button', { name: '暂停上传 三相异步电动机.webm' }).click();
  await expect(sheet.getByText('已暂停')).toBeVisible();
  const held = await share();
  await sheet.getByRole('button', { name: '继续上传 三相异步电动机.webm' }).click();
  await expect.poll(share, { timeout: 120_000 }).toBeGreaterThan(Math.max(40, held));

  await page.reload();
  // The reload kept the typed name. Choosing the same file again resumes its upload.
  const sheetAgain = page.getByRole('dialog');
  if (!(await sheetAgain.isVisible())) await page.getByRole('button', { name: '新建课件', exact: true }).first().click();
  await expect(sheetAgain.getByLabel('课件名称')).toHaveValue('三相异步电动机');
  const before = line.upBytes;
  await sheetAgain.locator('input[type=file]').first().setInputFiles(path);
  await expect(page.getByText('三相异步电动机.webm 已上传')).toBeAttached({ timeout: 180_000 });
  expect(line.cuts).toBe(cuts);
  expect(line.upBytes - before).toBeLessThan(sizeBytes * 0.8);
  expect(line.upBytes).toBeLessThan(sizeBytes * 1.4);
  await sheetAgain.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheetAgain).toBeHidden();

  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const { items } = await makeUncheckedCall(teacher, coursewareCalls.getList, { filter: { keyword: '三相异步电动机' } });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ durationMs: 5_000, sizeBytes: statSync(path).size });
  const { files } = await makeUncheckedCall(teacher, coursewareCalls.getSources, { id: items[0]?.id ?? 0 });
  const reply = await fetch(`${server.origin}${files[0]?.src ?? ''}`);
  if (reply.body === null) throw new Error('the film is not served');
  expect(await hashOf(reply.body)).toBe(await hashOf(createReadStream(path)));
  // The server keeps no part of a finished upload in its folder for unfinished ones.
  expect(readdirSync(join(server.dataDir, 'uploads', 'resuming'))).toEqual([]);
  line.close();
});
