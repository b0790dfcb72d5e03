import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { type Examinee, examineePassword, getSavedIndicator } from './exam/examinee.ts';
import { countLoggedOps } from './exam/log-audit.ts';
import { findPlan } from './exam/teacher.ts';
import { arrangeRoom } from './exam/whole-room.ts';
import { fillSignIn, openAsStaff } from './house/sign-in.ts';
import { ApiClient } from './rig/api-client.ts';
import type { FaultyProxy } from './rig/faulty-proxy.ts';
import { isSlow } from './rig/slowness.ts';
import { keepPicture } from './rig/picture.ts';
import { test } from './rig/test.ts';

const examName = '整场断网的考试';
const patience = isSlow ? 4 : 1;
const long = `先断开电源并验电。${'检查接触器主触点是否熔焊、衔铁是否卡住，用万用表测停止按钮动断触点。'.repeat(30)}`;
const photo = { name: '接线.png', mimeType: 'image/png', buffer: readFileSync('docs/screens/not-found.png') };

async function choose(who: Examinee, numbers: readonly number[], option: number): Promise<void> {
  for (const number of numbers) {
    await who.goTo(number);
    await who.page.getByLabel(`第 ${number} 题选项`).getByRole('radio').nth(option).click();
    await expect(getSavedIndicator(who.page)).toHaveText(/^已保存到本机 \d/);
  }
}

async function openPaper(who: Examinee, code: string): Promise<void> {
  await who.page.getByLabel('开考码', { exact: true }).fill(code);
  await who.page.keyboard.press('Enter');
  await who.paperOpen();
}

/** Lists the tablet's seats by their accessible names, without the time since a PC was last heard. */
const seatsOf = async (tablet: Page): Promise<string[]> => {
  const names = await tablet
    .getByRole('button', { name: /^\d\d 号 / })
    .evaluateAll((seats) => seats.map((seat) => seat.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.replace(/ [\d:]+ 未联系/, ''));
};

/** Reads the code that the tablet shows for an examinee, and closes the view that shows it. */
async function getGivenCode(tablet: Page, name: RegExp): Promise<string> {
  const shown = (await tablet.getByRole('status', { name }).textContent()) ?? '';
  await tablet.getByRole('button', { name: '完成', exact: true }).click();
  return shown;
}

/**
 * Simulates a room of six examinees and a tablet whose network is down from before the start until after the end. One examinee continues
 * at a spare PC after a PC failure, one is marked for cheating, and one gets ten minutes by a typed code. One is absent, one hands in
 * early, and one writes a long answer with a photo. The PCs that know least get the network back first. All pages must then agree, without
 * duplicates.
 */
test('in a whole room without a network, all replicas and pages agree after the network returns', async ({
  page: staff,
  openPage,
  server,
  connect,
  addExaminee,
}, info) => {
  test.setTimeout(600_000 * patience);
  const links = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(connect));
  const link = (at: number): FaultyProxy => links[at] as FaultyProxy;
  const moved = addExaminee('examinee01', link(0));
  const cheat = addExaminee('examinee02', link(1));
  const more = addExaminee('examinee03', link(2));
  const early = addExaminee('examinee04', link(3));
  const writer = addExaminee('examinee05', link(4));
  // examinee06 is absent.
  const spare = addExaminee('examinee01', link(5));
  const tabletLink = link(6);
  const sitting = [moved, cheat, more, early, writer];
  const publish = await arrangeRoom(server.origin, examName, [...sitting.map((who) => who.loginName), 'examinee06']);
  const tablet = await openPage({ viewport: { width: 768, height: 1024 }, hasTouch: true, serviceWorkers: 'allow' });
  const teacher = await ApiClient.patient(server.origin, 'teacher');
  const names = new Map<number, string>();
  /** Returns the seat of the n-th examinee, by the name on the tablet. */
  const seat = (no: number): Locator => tablet.getByRole('button', { name: new RegExp(`^\\d\\d 号 ${names.get(no) ?? 'nobody'}，`) });

  const { planId, roomId, users, endMs } = await test.step('PCs, spare PC and tablet are made ready, and the network goes', async () => {
    // Steps that are slow on a busy machine run before the exam's times are fixed. Their duration decides how much longer the exam and the
    // test's time limit become.
    const beganMs = Date.now();
    await Promise.all([
      ...sitting.map((who) => who.sitDown()),
      spare.device.boot(),
      openAsStaff(staff, server.origin, 'teacher', '/teacher/home/index'),
    ]);
    await Promise.all(sitting.map((who) => who.signIn()));
    const busy = Math.max(patience, (3 * (Date.now() - beganMs)) / 60_000);
    const startMs = Date.now() + Math.round(60_000 * busy);
    const durationMs = Math.round(75_000 * busy);
    test.setTimeout(info.timeout + (busy - patience) * 135_000);
    const plan = await publish({ startMs, durationMs, entryLimitMs: durationMs });
    for (const row of (await findPlan(teacher, plan.planId)).examinees) names.set(plan.users.indexOf(row.userId) + 1, row.name);
    const readySpare = async (): Promise<void> => {
      const page = await spare.device.newTab();
      await openAsStaff(page, spare.link.origin, 'teacher', `/teacher/exam/exam-plan/offline/${plan.planId}`);
      await page
        .getByRole('listitem')
        .filter({ hasText: '第二考场' })
        .getByRole('button', { name: '把这台电脑备为该考场的备用机' })
        .click();
      await expect(page.getByText(/^已备好 6 个座位/)).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    };
    const readyTablet = async (): Promise<void> => {
      await tablet.goto(`${tabletLink.origin}/login/demo`);
      await fillSignIn(tablet, 'invigilator');
      await tablet.getByRole('link', { name: '进入考场' }).click();
      await expect(seat(6)).toBeVisible();
      await tablet.getByRole('button', { name: '开考码' }).click();
      await expect(tablet.getByRole('button', { name: '查看开考码' })).toBeVisible();
      await tablet.keyboard.press('Escape');
    };
    await Promise.all([
      readySpare(),
      readyTablet(),
      ...sitting.map(async (who) => {
        await who.prepare(examName);
        await who.enter();
        await expect(who.page.getByText(/试卷已在这台电脑上/)).toBeVisible();
      }),
    ]);
    await Promise.all(links.map((each) => each.offline()));
    await spare.device.kill();
    return { ...plan, endMs: startMs + durationMs };
  });

  const code = await test.step('the tablet shows the code, and the papers open by it', async () => {
    await expect(tablet.getByText(/平板离线/)).toBeVisible({ timeout: 60_000 });
    await tablet.getByRole('button', { name: '开考码' }).click();
    await tablet.getByRole('button', { name: '查看开考码' }).click();
    const shown = (await tablet.getByText(/^(\w{4}-){2}\w{4}$/).textContent()) ?? '';
    await tablet.keyboard.press('Escape');
    await Promise.all(sitting.map((who) => openPaper(who, shown)));
    return shown;
  });

  const act = async (userNo: number, name: string, fields: Readonly<Record<string, string>>, confirm: string): Promise<void> => {
    await seat(userNo).click();
    await tablet.getByRole('button', { name, exact: true }).click();
    for (const [label, text] of Object.entries(fields)) await tablet.getByLabel(label).fill(text);
    await tablet.getByRole('button', { name: confirm }).click();
  };
  // Serialises the actions on the single tablet.
  let before: Promise<unknown> = Promise.resolve();
  const onTablet = <T>(work: () => Promise<T>): Promise<T> => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
  const atTablet = async (): Promise<void> => {
    await act(6, '缺考', { 备注: '点名未到' }, '标记 1 人缺考');
    await act(2, '作弊', { 原因: '夹带' }, '标记作弊');
    await expect(seat(2)).toHaveAccessibleName(/作弊.*待送达/);
    await act(3, '延长时间', { 原因: '鼠标故障' }, '延长 10 分钟');
    const typed = await getGivenCode(tablet, /加时码/);
    await more.page.getByRole('button', { name: '输入加时码' }).click();
    await more.page.getByRole('textbox', { name: /加时码/ }).fill(typed);
    await more.page.getByRole('button', { name: '使用' }).click();
    await expect(more.page.getByText('考试时间延长 10 分钟')).toBeVisible();
    await more.page.getByRole('button', { name: '知道了' }).click();
  };
  const atSpare = async (): Promise<void> => {
    const seatName = (await findPlan(teacher, planId)).examinees.find((each) => each.userId === users[0])?.seatLabel ?? '';
    await choose(moved, [1, 2, 3], 2);
    await moved.device.kill();
    const seatCode = await onTablet(async () => {
      await act(1, '换电脑', { 原因: '主机坏了' }, '显示换机码');
      return getGivenCode(tablet, /换机码/);
    });
    const page = await spare.bootAt('/spare');
    await page.getByLabel('座位').click();
    await page.getByRole('option', { name: seatName }).click();
    await page.getByLabel('换机码').fill(seatCode);
    await page.getByRole('button', { name: '打开座位' }).click();
    await page.getByLabel('密码', { exact: true }).fill(examineePassword);
    await page.getByRole('button', { name: '在这台电脑上继续考试' }).click();
    await openPaper(spare, code);
    await choose(spare, [1, 2, 4, 5], 0);
    await spare.handIn();
  };

  await test.step('the exam, as it goes', async () => {
    await Promise.all([
      onTablet(atTablet),
      atSpare(),
      choose(cheat, [1, 2, 3, 4, 5], 1),
      choose(early, [1, 2, 3, 4, 5], 0).then(() => early.handIn()),
      (async () => {
        await choose(writer, [1, 2], 0);
        await writer.goTo(6);
        await writer.page.getByRole('textbox', { name: '第 6 题的作答' }).fill(long);
        await writer.page.getByLabel('选择文件').setInputFiles(photo);
        await expect(writer.page.getByText('已加密保存在本机，还没送出')).toBeVisible();
        await expect(getSavedIndicator(writer.page)).toHaveText(/^已保存到本机 \d/);
        await writer.handIn();
      })(),
    ]);
    // The examinee who is marked for cheating continues and does not hand in: the PC hands in automatically when the time is over.
    await expect(cheat.page.getByRole('heading', { name: /已在本机自动交卷/ })).toBeVisible({ timeout: 400_000 });
    // The ten extra minutes are effective: the other examinees' time is over, but not this examinee's.
    await expect.poll(() => Date.now(), { timeout: 400_000 }).toBeGreaterThan(endMs);
    await choose(more, [1, 2, 3, 4, 5], 3);
    await more.handIn();
  });

  const check = async (): Promise<void> => {
    const written = (await early.page.getByLabel('回执码').textContent()) ?? '';
    await staff.getByLabel('回执码').fill(written.toLowerCase());
    await staff.getByRole('button', { name: '核对' }).click();
  };
  await test.step('a receipt code written down offline: not here yet', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/offline/${planId}`);
    await check();
    await expect(staff.getByText(/^没有收到这份交卷/)).toBeVisible();
  });

  await test.step('the network comes back, those first who know least', async () => {
    await spare.link.online();
    await spare.receiptInHand();
    await moved.link.online();
    await moved.sitDown();
    await more.link.online();
    await expect(more.page.getByText(/服务器已收/).first()).toBeVisible();
    for (const who of [cheat, writer, early]) await who.link.online();
    await Promise.all([cheat, writer, early].map((who) => who.receiptInHand()));
    await tabletLink.online();
    await expect(tablet.getByText('操作已全部送达')).toBeVisible({ timeout: 90_000 });
    await more.receiptInHand();
  });

  const board = async () =>
    (await findPlan(teacher, planId)).examinees
      .toSorted((a, b) => users.indexOf(a.userId) - users.indexOf(b.userId))
      .map(({ status, extensionMs, answered, handedIn, complete, concerns }) => ({
        status,
        extensionMs,
        answered,
        handedIn,
        complete,
        left: concerns.waiting.olderEpoch,
      }));
  // The attempts are over. The machine has marked all answers (`status` 3), except the long answer that a marker has to read (`status` 2).
  const seen = { extensionMs: 0, answered: 5, handedIn: true, complete: true, left: 0, status: 3 };
  const expected = [
    { ...seen, answered: 4, left: 3 },
    { ...seen, status: -3 },
    { ...seen, extensionMs: 600_000 },
    seen,
    { ...seen, answered: 3, status: 2 },
    { ...seen, answered: 0, handedIn: false, complete: false, status: -2 },
  ];
  await test.step('the server, as expected; and again once it was killed and has read its log anew', async () => {
    await expect.poll(board, { timeout: 90_000 }).toEqual(expected);
    await server.kill();
    await server.start();
    await expect.poll(board, { timeout: 90_000 }).toEqual(expected);
  });

  await test.step('the tablet, and another one that takes over', async () => {
    await expect(tablet.getByText('操作已全部送达')).toBeVisible({ timeout: 90_000 });
    const told = await seatsOf(tablet);
    expect(told).toHaveLength(6);
    const second = await tablet.context().newPage();
    await second.goto(`${server.origin}/login/demo`);
    await fillSignIn(second, 'invigilator');
    await second.goto(`${server.origin}/invigilator/exam/index?plan=${planId}&room=${roomId}`);
    await expect.poll(() => seatsOf(second), { timeout: 60_000 }).toEqual(told);
    await keepPicture(tablet, 'whole-room-tablet');
    await second.close();
  });

  await test.step('the audit: what the save indicators promised counts, once', async () => {
    const logged = countLoggedOps(server.dataDir);
    const rows = (await findPlan(teacher, planId)).examinees;
    for (const who of [cheat, more, early, writer]) {
      const client = await ApiClient.patient(server.origin, who.loginName);
      const { answers } = await client.call(examCalls.myAnswers, { planId });
      const values = new Map(answers.map(({ itemId, value }) => [itemId, value]));
      for (const [itemId, value] of who.recorder.promised()) expect(values.get(itemId), `${who.loginName} ${itemId}`).toEqual(value);
      const row = rows.find((each) => each.userId === users[sitting.indexOf(who)]);
      expect(row?.receivedOps, who.loginName).toBe(logged.get(row?.attemptId ?? ''));
      if (who === writer) expect(values.get('6')?.join('')).toBe(long);
    }
  });

  await test.step('the ledger closes, in the office and on the tablet', async () => {
    await staff.goto(`${server.origin}/teacher/exam/exam-plan/offline/${planId}`);
    await expect(staff.getByText('全部收齐或已豁免，考场可以关闭')).toBeVisible({ timeout: 60_000 });
    await check();
    await expect(staff.getByText(new RegExp(`^${names.get(4)}.*已全部收到`))).toBeVisible();
    await tablet.getByRole('button', { name: '收场' }).click();
    await expect(tablet.getByText('6 个座位已收齐')).toBeVisible();
    await tablet.getByRole('dialog').getByRole('button', { name: '收场' }).click();
    await expect(tablet.getByText('操作已全部送达')).toBeVisible({ timeout: 60_000 });
  });
});
