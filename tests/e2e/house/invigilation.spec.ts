import { expect } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { getSavedIndicator } from '../exam/examinee.ts';
import { publishWatchedExam } from '../exam/watched-exam.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { fillSignIn } from './sign-in.ts';

const minute = 60_000;
const examName = '断网的一场考试';

/** An offline tablet shows at once what the invigilator did on it, and a typed code gives a PC extra time. Later, all devices agree. */
test('an offline tablet marks one examinee and grants ten minutes by a typed code; board and PC agree later @journey', async ({
  openPage,
  server,
  connect,
  addExaminee,
}) => {
  test.setTimeout(600_000);
  const [pcLink, tabletLink] = [await connect(1), await connect(2)];
  const examinee = addExaminee('examinee11', pcLink);
  const { planId, roomId, users } = await publishWatchedExam(server.origin, examName);
  await examinee.sitDown();
  await examinee.signIn();
  await examinee.prepare(examName);
  await examinee.enter();
  await examinee.paperOpen();
  await examinee.page.getByLabel('第 1 题选项').getByRole('radio').first().click();
  await expect(getSavedIndicator(examinee.page)).toHaveText(/^已保存到本机 \d/);

  const tablet = await openPage({ viewport: { width: 768, height: 1024 }, hasTouch: true, serviceWorkers: 'allow' });
  await tablet.goto(`${tabletLink.origin}/login/demo`);
  await fillSignIn(tablet, 'invigilator');
  await tablet.getByRole('link', { name: '进入考场' }).click();
  const seat = tablet.getByRole('button', { name: /号 .*考试中.*已答 1 \/ 6/ });
  await expect(seat).toBeVisible({ timeout: 20_000 });
  await expect(tablet.getByText('操作已全部送达')).toBeVisible();
  await keepPicture(tablet, 'invigilation-room-portrait');

  // Tablet and PC are online again: a message from the invigilator reaches the PC automatically.
  await seat.click();
  await tablet.getByRole('button', { name: '发消息' }).click();
  await tablet.getByLabel('内容').fill('请保持安静');
  await tablet.getByRole('button', { name: '发送' }).click();
  await expect(examinee.page.getByText('监考员：请保持安静')).toBeVisible();

  await tabletLink.offline();
  await pcLink.offline();
  await expect(tablet.getByText(/平板离线/)).toBeVisible({ timeout: 30_000 });
  await seat.click();
  await tablet.getByRole('button', { name: '延长时间' }).click();
  await tablet.getByLabel('原因').fill('断电');
  await tablet.getByRole('button', { name: '延长 10 分钟' }).click();
  const code = (await tablet.getByRole('status', { name: /加时码/ }).textContent()) ?? '';
  expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await keepPicture(tablet, 'invigilation-grant');
  await tablet.getByRole('button', { name: '完成' }).click();
  // Marks the seat of an absent examinee for cheating; the tablet shows the mark at once.
  const others = tablet.getByRole('button', { name: /号 .*待考/ });
  await others.first().click();
  await tablet.getByRole('button', { name: '作弊', exact: true }).click();
  await tablet.getByLabel('原因').fill('替考');
  await tablet.getByRole('button', { name: '标记作弊' }).click();
  await expect(tablet.getByRole('button', { name: /号 .*作弊.*待送达/ })).toBeVisible();
  await tablet.setViewportSize({ width: 1024, height: 768 });
  await keepPicture(tablet, 'invigilation-room-offline');

  const { page } = examinee;
  await page.getByRole('button', { name: '输入加时码' }).click({ timeout: 60_000 });
  await page.getByRole('textbox', { name: /加时码/ }).fill('00000-00000');
  await page.getByRole('button', { name: '使用' }).click();
  await expect(page.getByText(/这个码不对/)).toBeVisible();
  await page.getByRole('textbox', { name: /加时码/ }).fill(code.toLowerCase());
  await page.getByRole('button', { name: '使用' }).click();
  await expect(page.getByText('考试时间延长 10 分钟')).toBeVisible();

  await pcLink.online();
  await tabletLink.online();
  await expect(tablet.getByText('操作已全部送达')).toBeVisible({ timeout: 90_000 });
  const teacher = await ApiClient.patient(server.origin, 'teacher');
  const board = async () => (await teacher.call(examCalls.getById, { id: planId })).examinees;
  await expect.poll(async () => (await board()).find((one) => one.userId === users[0])?.extensionMs, { timeout: 90_000 }).toBe(10 * minute);
  expect((await board()).filter((one) => one.status === -3)).toHaveLength(1);
  // The ten extra minutes count once, although the PC got them by the typed code and later from the server.
  await expect(page.getByText('考试时间延长 10 分钟')).toBeVisible();
  await expect(tablet.getByRole('button', { name: /\+10 分/ })).toHaveCount(1);
  expect(roomId).toBeGreaterThan(0);
});
