import { expect, type Page } from '@playwright/test';
import { keepPicture } from './rig/picture.ts';
import { test } from './rig/test.ts';
import type { Examinee } from './exam/examinee.ts';
import { publishShortExam } from './exam/short-exam.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Shifts this PC's wall clock for all its pages by `offMs` milliseconds. The monotonic clock is unchanged. */
const setClock = (page: Page, offMs: number) => page.evaluate((ms) => localStorage.setItem('clockOffMs', String(ms)), offMs);

async function sitDown(who: Examinee): Promise<void> {
  await who.sitDown();
  await who.page.context().addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + Number(localStorage.getItem('clockOffMs') ?? 0);
  });
  await who.page.reload();
  await who.signIn();
}

const countdown = (who: Examinee) => who.page.getByRole('timer');
const secondsLeft = async (who: Examinee): Promise<number> => {
  const parts = ((await countdown(who).textContent()) ?? '').split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
};

/** Covers SY21 with three clock errors that once ended an exam, shortened it, or locked an examinee out. */
test('no wall clock ends an exam', async ({ server, connect, addExaminee }) => {
  test.setTimeout(480_000);
  const links = await Promise.all([1, 2].map(connect));
  const [first, second] = links.map((link, at) => addExaminee(`examinee0${at + 1}`, link)) as [Examinee, Examinee];
  const loginNames = [first.loginName, second.loginName];
  await publishShortExam(server.origin, { name: '两分钟', startsInMs: 0, durationMs: 3 * minute, entryLimitMs: 3 * minute, loginNames });
  await publishShortExam(server.origin, { name: '一小时', startsInMs: 0, durationMs: hour, entryLimitMs: 30 * minute, loginNames });
  await publishShortExam(server.origin, {
    name: '等网络',
    startsInMs: 3 * minute,
    durationMs: hour,
    entryLimitMs: 15 * minute,
    loginNames,
  });

  await Promise.all([
    test.step('online, in the last two minutes, two hours ahead', async () => {
      await sitDown(first);
      await first.prepare('两分钟');
      await first.enter();
      await first.paperOpen();
      await first.goTo(1);
      await expect.poll(() => secondsLeft(first), { timeout: 200_000 }).toBeLessThan(95);
      await setClock(first.page, 2 * hour);
      const before = await secondsLeft(first);
      // Earlier rules subtracted two minutes at the next tick.
      await expect.poll(() => secondsLeft(first)).toBeLessThan(before);
      expect(await secondsLeft(first)).toBeGreaterThan(before - 30);
      await expect(first.page.getByRole('button', { name: '交卷', exact: true })).toBeVisible();
      await first.page.getByRole('radio').first().click();
      await expect(first.page.getByRole('group', { name: '作答保存状态' }).getByRole('status').first()).toHaveText(/^已保存到本机/);
      // The exam ends when its own duration has elapsed.
      await expect(first.page.getByRole('heading', { name: /考试时间到/ })).toBeVisible({ timeout: 200_000 });
    }),
    test.step('restarted without a network, three days ahead', async () => {
      await sitDown(second);
      await second.prepare('等网络');
      await second.page.goto(`${second.link.origin}/student/exam/index`);
      await second.prepare('一小时');
      await second.enter();
      await second.paperOpen();
      await second.goTo(1);
      await second.page.getByRole('radio').first().click();
      await second.link.offline();
      await setClock(second.page, 72 * hour);
      await second.page.goto(`${second.link.origin}/student/exam/index`);
      const card = second.notice('一小时');
      await expect(card).toBeVisible();
      await expect(card.getByText('已结束', { exact: true })).toHaveCount(0);
      await expect(card.getByText('按本机时钟已结束（未核对）')).toBeVisible();
      await keepPicture(second.page, 'clock-card');
      await card.getByRole('link', { name: '继续考试' }).click();
      await second.paperOpen();
      await expect(second.page.getByText(/剩余时间是估计的/)).toBeVisible();
      await keepPicture(second.page, 'clock-note');
      expect(await second.page.getByRole('button', { name: '交卷', exact: true }).isVisible()).toBe(true);
      await second.link.online();
      await expect(second.page.getByText(/剩余时间是估计的/)).toHaveCount(0, { timeout: 200_000 });
    }),
  ]);

  await test.step('a PC that was made ready and is far ahead lets its examinee wait for the paper, and nobody out', async () => {
    await second.link.offline();
    await setClock(second.page, 2 * hour);
    await second.page.goto(`${second.link.origin}/student/exam/index`);
    await second.notice('等网络').getByRole('link', { name: '进入考试' }).click();
    await expect(second.page.getByText(/连不上服务器/)).toBeVisible({ timeout: 120_000 });
    await keepPicture(second.page, 'clock-waiting');
    await expect(second.page.getByText(/已过入场时间|已经结束/)).toHaveCount(0);
    await second.link.online();
    await second.paperOpen();
    expect(await secondsLeft(second)).toBeGreaterThan(50 * 60 - 1);
  });
});
