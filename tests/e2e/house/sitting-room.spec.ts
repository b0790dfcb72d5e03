import { mkdir } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { getSavedIndicator } from '../exam/examinee.ts';
import { returnToWindow, waitUntilDialogGone, leaveWindow, clickAndTime, waitUntilSeen } from '../exam/room-moments.ts';
import { RoomPictures } from '../exam/room-pictures.ts';
import { giveMoveCode, readRecord, removeDuty, tryWrongSpareCodes, typeInSheet } from '../exam/room-office.ts';
import { enterByKeyboard, signInByKeyboard } from '../exam/keyboard-entry.ts';
import { arrangeRoom } from '../exam/whole-room.ts';
import { isSlow } from '../rig/slowness.ts';
import { test } from '../rig/test.ts';
import { getButton, tabTo } from './keyboard-walk.ts';
import { fillSignIn, signInToDemo } from './sign-in.ts';

const examName = '考场里的每一屏';
const minute = 60_000;

/**
 * Walks through the rare screens of an attempt. Axe finds no serious fault, no page is too wide, and the paper is answered by keyboard
 * alone. The tablet's commands reach the examinee's screen through the pull that is already open.
 */
test('every screen of a room works by keyboard and for a screen reader, and the tablet reaches a PC without a new request', async ({
  page: staff,
  openPage,
  server,
  connect,
  addExaminee,
}, info) => {
  test.setTimeout(420_000);
  await mkdir(info.outputDir, { recursive: true });
  const look = new RoomPictures(info);
  const [aLink, bLink] = [await connect(1), await connect(2)];
  const [a, b] = [addExaminee('examinee11', aLink), addExaminee('examinee12', bLink)];
  const publish = await arrangeRoom(server.origin, examName, ['examinee11', 'examinee12', 'examinee13', 'examinee14', 'examinee15']);
  await Promise.all([a.sitDown(), b.sitDown(), signInToDemo(staff, server.origin, 'teacher')]);
  await Promise.all([signInByKeyboard(a.page, a.loginName), b.signIn()]);
  const startMs = Date.now() + (isSlow ? 120_000 : 40_000);
  const lockdown = { fullscreen: true, warnAt: 1, pauseAt: 10, reportAt: 2, seb: false, browserKeys: [] };
  const { planId, roomId, users } = await publish({ startMs, durationMs: 60 * minute, entryLimitMs: 60 * minute, lockdown });

  await test.step('two PCs are made ready, and one loses its network', async () => {
    await b.prepare(examName);
    await look.desk(b.page, 'room-pre-check');
    await b.enter();
    await expect(b.page.getByText(/试卷已在这台电脑上/)).toBeVisible();
    await bLink.offline();
    await enterByKeyboard(a.page, examName);
    await expect(a.page.getByText(/试卷已在这台电脑上/)).toBeVisible();
    await look.desk(a.page, 'room-waiting');
  });

  const tablet = await openPage({ viewport: { width: 768, height: 1024 }, hasTouch: true, serviceWorkers: 'allow' });
  const seat = (status: RegExp): Locator => tablet.getByRole('button', { name: new RegExp(`^\\d\\d 号 .*${status.source}`) });
  await test.step('the tablet opens its room', async () => {
    await tablet.goto(`${server.origin}/login/demo`);
    await fillSignIn(tablet, 'invigilator');
    await tablet.getByRole('link', { name: '进入考场' }).click();
    await expect(seat(/待考/).first()).toBeVisible();
  });

  await test.step('the start: by itself, and by the code after two wrong ones', async () => {
    await a.paperOpen();
    await tablet.getByRole('button', { name: '开考码' }).click();
    await tablet.getByRole('button', { name: '查看开考码' }).click();
    const shown = tablet.getByText(/^(\w{4}-){2}\w{4}$/);
    const code = (await shown.textContent()) ?? '';
    await look.tablet(tablet, 'tablet-code');
    await tablet.keyboard.press('Escape');
    const field = b.page.getByLabel('开考码', { exact: true });
    await expect(field).toBeFocused({ timeout: 120_000 });
    await look.desk(b.page, 'room-code');
    for (const wrong of ['0000-0000-0000', '1111-1111-1111']) {
      await field.fill(wrong);
      await b.page.keyboard.press('Enter');
      await expect(b.page.getByText('开考码不对，请核对后再输入。')).toBeVisible();
    }
    await expect(b.page.getByText(/秒后可再试/)).toBeVisible();
    await look.desk(b.page, 'room-code-wrong');
    await expect(b.page.getByRole('button', { name: '打开试卷' })).toBeEnabled();
    await field.fill(code.toLowerCase());
    await b.page.keyboard.press('Enter');
    await b.paperOpen();
  });

  await test.step('answering by keyboard alone', async () => {
    const { page } = a;
    const head = (number: number) => page.getByRole('heading', { name: new RegExp(`^第 ${number} 题，共`) });
    for (let number = 1; number <= 5; number += 1) {
      await expect(head(number)).toBeVisible();
      await page.keyboard.press('ab'.charAt(number % 2));
      await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
      if (number === 2) await page.keyboard.press('f');
      await page.keyboard.press('PageDown');
    }
    await expect(head(6)).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: '第 6 题的作答' }));
    await page.keyboard.type('先断开电源并验电。');
    await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
    await look.desk(page, 'room-player');
  });

  await test.step('leaving the paper: covered, told, and paused in the end', async () => {
    const { page } = a;
    await leaveWindow(page);
    await expect(page.getByText(/^离开考试窗口时，试卷已遮住/)).toBeVisible();
    await look.desk(page, 'room-covered');
    await returnToWindow(page);
    await expect(page.getByText(/^请不要离开考试界面：已记录 \d+ 次/)).toBeVisible();
    await look.desk(page, 'room-warned');
    // The cover also hides an open dialog.
    await getButton(page, '交卷').click();
    await leaveWindow(page);
    await expect(page.getByText(/^离开考试窗口时，试卷已遮住/)).toBeVisible();
    // Hit-testing skips elements that a dialog makes inert, so this checks that the cover is the newest element of the top layer.
    const onTop = await page.locator('[data-covered]').evaluate((cover) => cover.matches(':popover-open'));
    expect(onTop).toBe(true);
    await returnToWindow(page);
    await page.keyboard.press('Escape');
    const paused = page.getByRole('alertdialog', { name: '考试已暂停' });
    // Events of one kind within a second count as one, so this repeats until the plan's limit is reached.
    await expect(async () => {
      await page.evaluate(() => {
        for (const event of ['beforeprint', 'contextmenu', 'blur', 'focus']) window.dispatchEvent(new Event(event, { cancelable: true }));
      });
      await expect(paused).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(paused.getByText(/^原因：离开考试界面 \d+ 次$/)).toBeVisible();
    await look.desk(page, 'room-paused');
  });

  const figures: Record<string, number> = {};
  let pulls = 0;
  a.page.on('request', (request) => {
    if (request.url().endsWith('/api/sync/pull')) pulls += 1;
  });
  /**
   * Checks that the pull that is open at the press brings the command: the PC sends at most one more pull before it shows the effect.
   */
  const reaches = async (what: string, press: Locator, seen: Promise<number>): Promise<void> => {
    const pullsBefore = pulls;
    const pressedMs = await clickAndTime(press);
    figures[what] = Math.round((await seen) - pressedMs);
    expect(pulls - pullsBefore, `pulls until the PC shows ${what}`).toBeLessThanOrEqual(1);
  };
  await test.step('what the tablet does reaches the PC by the pull that is open', async () => {
    await seat(/考试中.*离开/).click();
    await reaches('resume', getButton(tablet, '恢复'), waitUntilDialogGone(a.page));
    const acts = [
      ['message', '发消息', '内容', '请保持安静', '监考员：请保持安静', '发送'],
      ['extend', '延长时间', '原因', '鼠标故障', '考试时间延长 10 分钟', '延长 10 分钟'],
      ['pause', '暂停', '原因', '设备检修', '原因：设备检修', '暂停答题'],
    ] as const;
    for (const [name, act, field, text, shown, confirm] of acts) {
      await seat(/考试中.*离开/).click();
      await getButton(tablet, act).click();
      await tablet.getByLabel(field).fill(text);
      if (name === 'extend') await look.tablet(tablet, 'tablet-extend');
      await reaches(name, getButton(tablet, confirm), waitUntilSeen(a.page, shown));
      if (name === 'extend') {
        await look.desk(a.page, 'room-extended');
        await getButton(a.page, '知道了').last().click();
      }
    }
    await info.attach('from the press on the tablet to the PC’s screen, ms', {
      body: JSON.stringify(figures),
      contentType: 'application/json',
    });
    console.log('tablet to PC, ms:', JSON.stringify(figures));
    await seat(/考试中.*离开/).click();
    await getButton(tablet, '恢复').click();
    await expect(a.page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('the rest of the tablet: identity, cheating, the person, the log, the ledger', async () => {
    await bLink.online();
    await seat(/待考/).first().click();
    await getButton(tablet, '缺考').click();
    await tablet.getByLabel('备注').fill('点名未到');
    await getButton(tablet, '标记 1 人缺考').click();
    await expect(seat(/缺考/).first()).toBeVisible();
    await seat(/考试中.*离开/).click();
    await look.tablet(tablet, 'tablet-room');
    await getButton(tablet, '核验身份').click();
    await look.tablet(tablet, 'tablet-identity');
    await getButton(tablet, '人证相符').click();
    await seat(/考试中.*离开/).click();
    await getButton(tablet, '作弊').click();
    await tablet.getByLabel('原因').fill('夹带');
    await tablet.getByLabel('拍照').setInputFiles({ name: '抽屉.png', mimeType: 'image/png', buffer: await staff.screenshot() });
    await expect(tablet.getByRole('img', { name: '照片' })).toBeVisible();
    await look.tablet(tablet, 'tablet-cheating');
    await getButton(tablet, '标记作弊').click();
    await expect(a.page.getByRole('alertdialog', { name: '监考人员作了违纪记录' })).toBeVisible();
    await look.desk(a.page, 'room-marked');
    await getButton(a.page.getByRole('alertdialog'), '知道了').click();
    await seat(/考试中/)
      .first()
      .click();
    await giveMoveCode(tablet, look);
    await getButton(tablet, '操作记录').click();
    await look.tablet(tablet, 'tablet-log');
    await tablet.keyboard.press('Escape');
    await getButton(tablet, '收场').click();
    await expect(tablet.getByRole('dialog').getByText(/^还有考生的答题时间没有结束，暂时不能收场/)).toBeVisible();
    await look.tablet(tablet, 'tablet-close');
    await tablet.keyboard.press('Escape');
    await seat(/作弊/).click();
    await tablet.getByRole('link', { name: '详情' }).click();
    await expect(tablet.getByRole('heading', { name: '送达过程' })).toBeVisible();
    await expect(async () => {
      await tablet.reload();
      await expect(tablet.getByRole('img', { name: '照片' })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await look.tablet(tablet, 'tablet-examinee');
  });

  await test.step('handing in by keyboard: the receipt with its code, and a file where there is no network', async () => {
    const { page } = a;
    await tabTo(page, getButton(page, '交卷'));
    await page.keyboard.press('Enter');
    await look.desk(page, 'room-hand-in');
    await tabTo(page, getButton(page, '确认交卷'));
    await page.keyboard.press('Enter');
    await a.receiptInHand();
    await expect(page.getByText(/^回执码：/)).toBeVisible();
    await look.desk(page, 'room-receipt');
    await bLink.offline();
    await b.answer(1, ['A']).catch(() => undefined);
    await b.handIn();
    await expect(getButton(b.page, '导出作答文件')).toBeVisible({ timeout: 60_000 });
    await look.desk(b.page, 'room-receipt-offline');
  });

  await test.step('the office: codes, ledger and files; a spare PC', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/offline/${planId}`);
    await getButton(staff, '显示开考码').click();
    await staff.getByRole('button', { name: '把这台电脑备为该考场的备用机' }).click();
    await expect(staff.getByText(/^已备好 5 个座位/)).toBeVisible();
    await look.desk(staff, 'plan-offline');
    await tryWrongSpareCodes(staff, look, server.origin);
  });
  await test.step('a PC that can’t go on: the rest of the paper printed, and typed in', () =>
    typeInSheet({ staff, look, origin: server.origin, planId, userId: users[1] ?? 0 }));
  await test.step('what an invigilator did whose duty was taken back waits for a person', async () => {
    await tablet.context().setOffline(true);
    await tablet.goBack();
    await seat(/考试中|已交卷|作弊/)
      .first()
      .click();
    await getButton(tablet, '延长时间').click();
    await tablet.getByLabel('原因').fill('断电');
    await getButton(tablet, '延长 10 分钟').click();
    await look.tablet(tablet, 'tablet-grant');
    await getButton(tablet, '完成').click();
    await removeDuty(server.origin, planId, roomId);
    await tablet.context().setOffline(false);
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/offline/${planId}`);
    const acts = staff.getByRole('heading', { name: '监考操作待裁定' });
    await expect(staff.getByText('操作人不在该考场的监考名单').first()).toBeVisible({ timeout: 60_000 });
    await acts.scrollIntoViewIfNeeded();
    await look.desk(staff, 'waiting-acts');
    await readRecord(staff, look);
  });
  expect(look.faults).toEqual([]);
});
