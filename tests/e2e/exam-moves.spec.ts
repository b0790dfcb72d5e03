import { expect } from '@playwright/test';
import { keepPicture } from './rig/picture.ts';
import { test } from './rig/test.ts';
import { type Examinee, getSavedIndicator } from './exam/examinee.ts';
import { publishShortExam } from './exam/short-exam.ts';

const minute = 60_000;
const examName = '换机的一场考试';

/** Chooses an option of question `number`. `option`: index of the option on the page. */
async function choose(who: Examinee, number: number, option: number): Promise<void> {
  await who.goTo(number);
  await who.page.getByLabel(`第 ${number} 题选项`).getByRole('radio').nth(option).click();
  await expect(getSavedIndicator(who.page)).toHaveText(/^已保存到本机 \d/);
}

const delivered = async (who: Examinee): Promise<void> => {
  const indicator = who.page.getByRole('group', { name: '作答保存状态' }).getByRole('status').nth(1);
  await expect.poll(async () => /(\d+) \/ \1$/.test((await indicator.textContent()) ?? ''), { timeout: 60_000 }).toBe(true);
};

/**
 * Covers SY15: an examinee moves to another PC and back, and hands in at one PC before using the other. Every page must show the answers
 * that wait for a decision.
 */
test('an examinee moves to another PC and back, and every page lists the answers that await a decision', async ({
  server,
  connect,
  addExaminee,
}) => {
  test.setTimeout(600_000);
  const links = await Promise.all([1, 2].map(connect));
  // Two PCs (a and b) of the same examinee.
  const [a, b] = links.map((link) => addExaminee('examinee03', link)) as [Examinee, Examinee];
  const planId = await publishShortExam(server.origin, {
    name: examName,
    startsInMs: 0,
    durationMs: 60 * minute,
    entryLimitMs: 60 * minute,
    loginNames: [a.loginName],
  });
  const item = `/student/exam/item/${planId}`;
  const signInAgain = async (who: Examinee): Promise<void> => {
    await who.page.goto(`${who.link.origin}/login/demo`);
    await who.page.evaluate(() => sessionStorage.clear());
    await who.page.reload();
    await who.signIn();
    await who.page.goto(`${who.link.origin}${item}`);
  };

  await test.step('at A: two answers delivered, then the cable is out', async () => {
    await a.sitDown();
    await a.signIn();
    await a.prepare(examName);
    await a.enter();
    await a.paperOpen();
    await choose(a, 1, 0);
    await choose(a, 2, 0);
    await delivered(a);
    await a.link.offline();
    await choose(a, 1, 1);
    await choose(a, 3, 1);
  });

  await test.step('at B: what is known of A, and the question before it is left behind', async () => {
    await b.sitDown();
    await b.signIn();
    await b.page.goto(`${b.link.origin}${item}`);
    await expect(b.page.getByRole('heading', { name: '这场考试已经开始，这台电脑上没有它的记录' })).toBeVisible();
    // The server notices only after half a minute that PC A is silent. The page does not update by itself, so reload it.
    await expect(async () => {
      await b.page.reload();
      await expect(b.page.getByText(/条记录，已答 2 题/)).toBeVisible();
      expect(await b.page.getByText('没有连着服务器').count()).toBe(1);
    }).toPass();
    await expect(b.page.getByText(/条记录，已答 2 题/)).toBeVisible();
    await keepPicture(b.page, 'move-facts');
    await b.page.getByRole('button', { name: '转到这台电脑' }).click();
    await expect(b.page.getByRole('heading', { name: '您是否已经在另一台电脑上交过卷？' })).toBeVisible();
    await keepPicture(b.page, 'move-question');
    await b.page.getByRole('button', { name: '已经交过卷' }).click();
    await expect(b.page.getByRole('heading', { name: '请不要在这里继续' })).toBeVisible();
    await b.page.getByRole('button', { name: '重新查看' }).click();
    await b.page.getByRole('button', { name: '转到这台电脑' }).click();
    await b.page.getByRole('button', { name: '没有交过，转到这台电脑' }).click();
    await b.paperOpen();
    await choose(b, 3, 2);
    await delivered(b);
  });

  await test.step('back at A: one button, and what did not count is offered there', async () => {
    await a.link.online();
    await expect(a.page.getByRole('heading', { name: '考试已转到另一台电脑' })).toBeVisible({ timeout: 120_000 });
    await keepPicture(a.page, 'move-away');
    await signInAgain(a);
    await a.page.getByRole('button', { name: '回到这台电脑继续' }).click();
    await a.paperOpen();
    await expect(a.page.getByText('换机以前，这台电脑上有 2 题的作答没有送达，没有计入。')).toBeVisible({ timeout: 60_000 });
    await a.page.getByRole('button', { name: '查看并选择' }).click();
    const dialog = a.page.getByRole('dialog');
    await expect(dialog.getByText('换机后作答')).toHaveCount(1);
    await keepPicture(a.page, 'move-left-behind');
    await dialog.getByRole('button', { name: '补上没有再作答的 1 题' }).click();
    await expect(dialog.getByText('第 1 题')).toHaveCount(0);
    await dialog.getByRole('button', { name: '第 3 题保持现在的' }).click();
    await dialog.getByRole('button', { name: '继续作答' }).click();
    await a.goTo(1);
    await expect(a.page.getByLabel('第 1 题选项').getByRole('radio').nth(1)).toBeChecked();
    await delivered(a);
  });

  await test.step('handed in at A without a network, then sat down at B all the same', async () => {
    await a.link.offline();
    await choose(a, 5, 0);
    await a.handIn();
    await signInAgain(b);
    await b.page.getByRole('button', { name: '回到这台电脑继续' }).click();
    await b.paperOpen();
    await choose(b, 6, 0);
    await delivered(b);
    await a.link.online();
    await expect(a.page.getByRole('heading', { name: '考试已转到另一台电脑' })).toBeVisible({ timeout: 120_000 });
    await delivered(a);
    await b.handIn();
    await b.receiptInHand();
    // Three ops wait for a staff decision: two from the first stay at PC A, and one from the second stay.
    await expect(b.page.getByText('有 3 条作答等考务人员决定')).toBeVisible({ timeout: 60_000 });
    await expect(b.page.getByText('可以离开了')).toHaveCount(0);
    await keepPicture(b.page, 'move-receipt');
    await b.page.getByRole('link', { name: '返回考试通知' }).click();
    await expect(b.notice(examName).getByText('有 3 条作答等考务人员决定是否计入，没有丢失')).toBeVisible();
  });
});
