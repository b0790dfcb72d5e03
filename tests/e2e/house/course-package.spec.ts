import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { createPlainPdf } from '../rig/plain-pdf.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

test('a course exports to one file and imports as a draft; the import names a damaged file', async ({ page, server }) => {
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
