import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { test } from '../rig/test.ts';
import { addFilm, createLearningClass, publishCourse } from './learning-class.ts';
import { signInToDemo } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

async function openForm(origin: string, page: Page) {
  await signInToDemo(page, origin, 'teacher');
  await page.goto(`${origin}/teacher/course/courseware`);
  await page.getByRole('button', { name: '新建课件', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('课件名称').fill('起动控制');
  return sheet;
}

test('a film no browser plays, a PDF that runs something, captions that are none, a link into the house: each is said, and what was typed stays', async ({
  page,
  server,
}) => {
  const sheet = await openForm(server.origin, page);
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    sheet.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
  const kind = async (name: string) => {
    await sheet.getByRole('combobox', { name: '类型' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('film.mp4', 'video/mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(4096, 9)]));
  await expect(sheet.getByText(/^上传失败：.*放不了/)).toBeVisible();

  await sheet
    .locator('input[accept*=".vtt"]')
    .setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from('1\n00:00 --> 00:01\nno') });
  await expect(sheet.getByText('这不是 WebVTT 字幕：第一行应为 WEBVTT')).toBeVisible();

  await kind('PDF');
  await choose(
    'rules.pdf',
    'application/pdf',
    createPlainPdf(2, (at) => `Page ${at}`, 'app.alert(1)'),
  );
  await expect(sheet.getByText(/^上传失败：这个 PDF 带脚本/)).toBeVisible();

  await kind('链接');
  await sheet.getByLabel('网址').fill('http://192.168.1.1/admin');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheet.getByText('请填写公开的网址，不能是内网或本机地址')).toBeVisible();
  await expect(sheet.getByLabel('课件名称')).toHaveValue('起动控制');
  await expect(sheet.getByLabel('网址')).toHaveValue('http://192.168.1.1/admin');
});

test('a course is withdrawn in mid-lesson, and a device is full: it is said, and what was learned counts', async ({ page, server }) => {
  const { teacher, classId } = await createLearningClass(server.origin);
  const film = await addFilm(page, server.origin, teacher, { title: '电动机起动', seconds: 20, padBytes: 4 * 1024 * 1024 });
  const course = await publishCourse(teacher, classId, '低压电器', [film.id]);

  await signInToDemo(page, server.origin, 'student');
  await page.goto(`${server.origin}/student/learn/item/${course.id}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Overrides the browser's estimate of free storage.
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 2 * 1024 * 1024, usage: 0 });
  });
  await page.getByRole('button', { name: /^带走整门课/ }).click();
  await expect(page.getByText('这台设备空间不够，先删掉一些再带走；已经带走的还在。')).toBeVisible();

  await page.getByRole('link', { name: '开始学习' }).click();
  const play = (until: number) =>
    page.locator('video').evaluate(async (video: HTMLVideoElement, end) => {
      video.muted = true;
      await video.play();
      await new Promise<void>((resolve) => {
        const look = (): void => (video.currentTime >= end ? resolve() : void requestAnimationFrame(look));
        look();
      });
    }, until);
  await play(2);
  await makeUncheckedCall(teacher, courseCalls.setStatus, { ...course, event: 'withdraw' });
  await play(4);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  const learnedMs = async () => (await makeUncheckedCall(teacher, courseCalls.getFigures, { id: course.id })).people[0]?.learnedMs ?? 0;
  await expect.poll(learnedMs).toBeGreaterThan(3_000);
  await page.reload();
  await expect(page.getByText('没有这门课程，或者已经撤下')).toBeVisible();
  expect(await learnedMs()).toBeGreaterThan(3_000);
});

test('a course goes out as one file and comes back as a draft; a damaged file is said', async ({ page, server }) => {
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const blank = createBlankDraft(coursewareResource);
  const upload = await teacher.upload(
    createPlainPdf(3, (at) => `Page ${at}`),
    '接线规程.pdf',
  );
  const pdf = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '接线规程',
    kind: 'pdf',
    files: [upload],
    pages: 3,
  });
  const text = await makeUncheckedCall(teacher, coursewareCalls.add, {
    ...blank,
    title: '安全须知',
    kind: 'article',
    body: '<p>先断电。</p>',
  });
  const sections = [
    { sid: 1, depth: 1, title: '一', items: [text.id] },
    { sid: 2, depth: 2, title: '二', items: [pdf.id] },
  ];
  const course = await makeUncheckedCall(teacher, courseCalls.add, { ...createBlankDraft(courseResource), title: '随身课程', sections });
  await signInToDemo(page, server.origin, 'teacher');
  await page.goto(`${server.origin}/teacher/course/assets/form/${course.id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出课程包' }).click()]);
  const zip = readFileSync(await download.path());

  const importIt = async (buffer: Buffer) => {
    await page.goto(`${server.origin}/teacher/course/assets/create`);
    await page.getByLabel('导入课程包').setInputFiles({ name: '随身课程.zip', mimeType: 'application/zip', buffer });
  };
  const broken = Buffer.from(zip);
  const at = broken.indexOf('Page 2');
  broken[at] = 0x51;
  await importIt(broken);
  await expect(page.getByText('“接线规程.pdf”读不出来或已损坏，请重新取得文件再试。')).toBeVisible();
  await importIt(Buffer.from('PK nothing'));
  await expect(page.getByText('这不是课程包，请选“导出课程包”得到的 zip 文件。')).toBeVisible();

  await importIt(zip);
  await page.waitForURL(/assets\/form\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  expect(id).not.toBe(course.id);
  const copy = await makeUncheckedCall(teacher, courseCalls.getById, { id });
  expect(copy).toMatchObject({ title: '随身课程', status: 0, lessonCount: 2 });
  expect(copy.sections.map(({ depth, title, items }) => [depth, title, items.length])).toEqual([
    [1, '一', 1],
    [2, '二', 1],
  ]);
  const { files } = await makeUncheckedCall(teacher, coursewareCalls.getSources, { id: copy.sections[1]?.items[0] ?? 0 });
  const reply = await fetch(`${server.origin}${files[0]?.src ?? ''}`);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(createPlainPdf(3, (page3) => `Page ${page3}`));
});
