import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { type Examinee, examineePassword, getSavedIndicator } from './exam/examinee.ts';
import { countLoggedOps } from './exam/log-audit.ts';
import { publishShortExam } from './exam/short-exam.ts';
import { findPlan } from './exam/teacher.ts';
import { openAsStaff } from './house/sign-in.ts';
import { ApiClient } from './rig/api-client.ts';
import type { FaultyProxy } from './rig/faulty-proxy.ts';
import { isLanding } from './rig/landing.ts';
import { test } from './rig/test.ts';

const examName = '断网的一场考试';

async function choose(who: Examinee, number: number, option: number): Promise<void> {
  await who.goTo(number);
  const radio = who.page.getByLabel(`第 ${number} 题选项`).getByRole('radio').nth(option);
  await radio.click();
  await expect(radio).toBeChecked();
  await expect(getSavedIndicator(who.page)).toHaveText(/^已保存到本机 \d/);
}

/** Exports the answers and returns the file's name and text. */
async function exported(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出作答文件' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

/**
 * Covers SY15, SY16, SY18 and SY20. The network is down from before the start until after the hand-in, in the long form until after the end. The
 * papers are opened with the room's release code. One browser is killed and restarted. One PC fails, and its examinee continues at the spare PC. One
 * PC delivers its answers only by an answer file, another by an answer file first and later by itself.
 */
test('SY7: each answer shown as saved counts once in a room without a network (code, spare PC, answer files) @journey', async ({
  page: staff,
  server,
  connect,
  addExaminee,
}) => {
  test.setTimeout(900_000);
  const links = await Promise.all([1, 2, 3, 4].map(connect));
  const [lost, late, broken] = links.map((link, at) => addExaminee(`examinee0${at + 1}`, link)) as [Examinee, Examinee, Examinee];
  // The examinee whose PC fails, at the room's spare PC.
  const spare = addExaminee(broken.loginName, links[3] as FaultyProxy);
  const everybody = [lost, late, broken];
  const counted = [lost, late, spare];
  const planId = await test.step('two PCs are made ready, and the network goes', async () => {
    const loginNames = everybody.map(({ loginName }) => loginName);
    const beganMs = performance.now();
    for (const who of everybody) {
      await who.sitDown();
      await who.signIn();
    }
    const id = await publishShortExam(server.origin, {
      name: examName,
      // Give a slow machine enough time to prepare four PCs before the network fails. At most 280 s, because the release code can be typed only in
      // the last five minutes before the start.
      startsInMs: Math.min(280_000, Math.max(60_000, 4 * (performance.now() - beganMs))),
      durationMs: 240_000,
      entryLimitMs: 200_000,
      loginNames,
    });
    for (const who of everybody) {
      await who.prepare(examName);
      await who.enter();
      await expect(who.page.getByText(/试卷已在这台电脑上/)).toBeVisible();
    }
    const page = await spare.device.boot();
    await openAsStaff(page, spare.link.origin, 'teacher', `/teacher/exam/exam-plan/offline/${id}`);
    await page.getByRole('button', { name: '把这台电脑备为该考场的备用机' }).click();
    await expect(page.getByText(/^已备好 3 个座位/)).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await Promise.all(links.map((link) => link.offline()));
    await spare.device.kill();
    return id;
  });

  const teacher = await ApiClient.patient(server.origin, 'teacher');
  const code = await test.step('a teacher looks the code up', async () => {
    await openAsStaff(staff, server.origin, 'teacher', `/teacher/exam/exam-plan/offline/${planId}`);
    await staff.getByRole('button', { name: '显示开考码' }).click();
    const shown = staff.getByText(/^(\w{4}-){2}\w{4}$/);
    await expect(shown).toBeVisible();
    return (await shown.textContent()) ?? '';
  });

  await test.step('a wrong code is said to be wrong, the right one taken before the start; and no PC shows a silent 00:00', async () => {
    const field = lost.page.getByLabel('开考码', { exact: true });
    await field.fill('ABC');
    await lost.page.getByRole('button', { name: '打开试卷' }).click();
    await expect(lost.page.getByText(/开考码是 12 位/)).toBeVisible();
    for (const wrong of ['2222-3333-4444', '2222-3333-4445']) {
      await field.fill(wrong);
      await lost.page.getByRole('button', { name: '打开试卷' }).click();
      await expect(lost.page.getByText('开考码不对，请核对后再输入。')).toBeVisible();
    }
    await expect(lost.page.getByRole('button', { name: /秒后可再试/ })).toBeDisabled();
    await expect(lost.page.getByRole('button', { name: '打开试卷' })).toBeEnabled();
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await lost.page.getByRole('button', { name: '打开试卷' }).click();
    await expect(lost.page.getByText(/^开考码正确/)).toBeVisible();
    await lost.paperOpen();
    // This examinee has not typed the release code of the room before the start, so the page asks for it.
    await expect(late.page.getByText(/请输入监考人员公布的开考码打开试卷/)).toBeVisible({ timeout: 330_000 });
    await expect(late.page.getByRole('timer').filter({ hasText: /^0?0:?00:00$/ })).toHaveCount(0);
    await expect(late.page.getByLabel('开考码', { exact: true })).toBeFocused();
    await late.page.keyboard.type(code);
    await late.page.keyboard.press('Enter');
    await late.paperOpen();
    await broken.page.getByLabel('开考码', { exact: true }).fill(code);
    await broken.page.keyboard.press('Enter');
    await broken.paperOpen();
  });

  await test.step('a PC dies, and its examinee goes on at the spare one by a code', async () => {
    // An exam without rooms has no seat numbers. Staff and the spare PC identify a seat by the admission number instead.
    const ticketNo = '202632010019';
    for (const number of [1, 2]) await choose(broken, number, 2);
    await broken.device.kill();
    await staff
      .getByRole('row')
      .filter({ hasText: ticketNo })
      .getByRole('button', { name: /^换机码/ })
      .click();
    await staff.getByRole('button', { name: '查看换机码' }).click();
    const shown = staff.getByRole('dialog').getByText(/^\w{5}-\w{5}$/);
    const seatCode = (await shown.textContent()) ?? '';
    await staff.keyboard.press('Escape');
    const page = await spare.bootAt('/spare');
    await page.getByLabel('座位').click();
    await page.getByRole('option', { name: ticketNo }).click();
    await page.getByLabel('换机码').fill('2222233333');
    await page.getByRole('button', { name: '打开座位' }).click();
    await expect(page.getByText(/换机码不对/)).toBeVisible();
    await page.getByLabel('换机码').fill(seatCode);
    await page.getByRole('button', { name: '打开座位' }).click();
    await expect(page.getByText(/座位已打开/)).toBeVisible();
    await page.getByLabel('密码', { exact: true }).fill(examineePassword);
    await page.getByRole('button', { name: '在这台电脑上继续考试' }).click();
    await page.getByLabel('开考码', { exact: true }).fill(code);
    await page.keyboard.press('Enter');
    await spare.paperOpen();
    for (const number of [1, 2, 3, 4, 5, 6]) await choose(spare, number, 0);
  });

  await test.step('answers, and one browser is killed and comes back without a network', async () => {
    for (const number of [1, 2, 3]) await choose(lost, number, 0);
    for (const number of [1, 2, 3, 4, 5, 6]) await choose(late, number, number % 3);
    await lost.device.kill();
    await lost.sitDown();
    await lost.signIn();
    await lost
      .notice(examName)
      .getByRole('link', { name: /继续考试|进入考试/ })
      .click();
    await lost.paperOpen();
    for (const number of [3, 4, 5, 6]) await choose(lost, number, 1);
    for (const who of counted) await who.handIn();
  });

  const [lostFile, lateFile] = await test.step('both export their answers, and the first PC dies for good', async () => {
    const files = [];
    for (const who of [lost, late]) files.push(await exported(who.page));
    await lost.device.kill();
    if (!isLanding) await expect.poll(async () => (await findPlan(teacher, planId)).status, { timeout: 400_000 }).toBe(3);
    return files as [{ name: string; text: string }, { name: string; text: string }];
  });
  expect(lostFile.name).toMatch(/^.+_\d+\.wenkao$/);

  const bring = async ({ name, text }: { name: string; text: string }, says: RegExp): Promise<void> => {
    const path = join(tmpdir(), name);
    writeFileSync(path, text);
    await staff.locator('input[type=file]').setInputFiles(path);
    await expect(staff.getByRole('listitem').filter({ hasText: name }).first()).toContainText(says, { timeout: 60_000 });
  };
  await test.step('files: of one altered byte, whole, again', async () => {
    await staff.reload();
    await expect(staff.getByText(/还有 3 个座位没有收齐/)).toBeVisible();
    const at = lostFile.text.length - 500;
    const altered = `${lostFile.text.slice(0, at)}${lostFile.text[at] === 'a' ? 'b' : 'a'}${lostFile.text.slice(at + 1)}`;
    await bring({ name: `altered-${lostFile.name}`, text: altered }, /损坏或被改动/);
    await bring(lostFile, /全部收到.*新收 \d+ 条/);
    await bring({ ...lostFile, name: `again-${lostFile.name}` }, /没有新内容/);
    await bring(lateFile, /已交卷并收齐/);
  });

  await test.step('the spare PC finds the network again', async () => {
    await spare.link.online();
    await spare.receiptInHand();
    await expect(staff.getByText('全部收齐或已豁免，考场可以关闭')).toBeVisible({ timeout: 60_000 });
  });

  const before = await findPlan(teacher, planId);
  await test.step('the other PC comes back the next day: its receipt, and nothing counts twice', async () => {
    await late.link.online();
    await late.receiptInHand();
    const after = await findPlan(teacher, planId);
    expect(after.examinees.map(({ heardMs: _, ...row }) => row)).toEqual(before.examinees.map(({ heardMs: _, ...row }) => row));
  });

  await test.step('the audit: what the save indicator promised counts, and nothing else', async () => {
    const logged = countLoggedOps(server.dataDir);
    for (const who of counted) {
      const client = await ApiClient.patient(server.origin, who.loginName);
      const { items } = await client.call(examCalls.myList, {});
      const row = before.examinees.find((each) => each.attemptId === items.find((notice) => notice.planId === planId)?.attemptId);
      const { answers } = await client.call(examCalls.myAnswers, { planId });
      expect(Object.fromEntries(answers.map(({ itemId, value }) => [itemId, value])), who.loginName).toEqual(
        Object.fromEntries(who.recorder.promised()),
      );
      expect(answers).toHaveLength(6);
      expect(row).toMatchObject({ complete: true, answered: 6, receivedOps: logged.get(row?.attemptId ?? '') });
    }
  });
});
