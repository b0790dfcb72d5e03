import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { systemCalls } from '../../../sync/contract/platform/system.ts';
import { scoreCalls } from '../../../sync/contract/marking/score.ts';
import {
  disputedItems,
  type MarkerPointsGiven,
  markPerformed,
  markWritten,
  computeMean,
  formatMarkKey,
  roundPointsBy,
} from '../exam/marking-by-three.ts';
import { readQr } from '../exam/read-qr.ts';
import { RoomPictures } from '../exam/room-pictures.ts';
import {
  createExamineeAnswers,
  formatLoginName,
  computeObjectivePoints,
  passPoints,
  examineeCount,
  performedItems,
  runResultsExam,
  SealedSittingClient,
  findWriter,
  writtenItems,
} from '../exam/results-exam.ts';
import { getSavedIndicator } from '../exam/examinee.ts';
import { ApiClient } from '../rig/api-client.ts';
import { isSlow } from '../rig/slowness.ts';
import { test } from '../rig/test.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

const run = promisify(execFile);
const verifier = ['server/run/archive-verify.ts', '--file'];
const name = '电工四级评价';
const late = { n: 8, itemId: '6', points: 5 };
const arbitrated = 4.5;
const reviewed = { itemId: '9', points: 6 };

/** Sets the public address of the platform. */
async function setPublicAddress(origin: string): Promise<void> {
  const system = await ApiClient.signIn(origin, 'system');
  const { updatedMs: _at, updatedBy: _by, ...settings } = await system.call(systemCalls.getSettings, {});
  await system.call(systemCalls.modifySettings, { ...settings, publicAddress: origin });
}

/** Answers the paper on a page as examinee 0, question by question. */
async function sitAtPage(page: Page, origin: string, planId: number): Promise<void> {
  await signInToDemo(page, origin, formatLoginName(0));
  await page.goto(`${origin}/student/exam/item/${planId}`);
  const answers = createExamineeAnswers(0);
  for (let number = 1; number <= 9; number += 1) {
    await expect(page.getByRole('heading', { name: new RegExp(`^第 ${number} 题，共`) })).toBeVisible({ timeout: 60_000 });
    const value = answers[number] ?? [];
    if (number <= 4)
      for (const id of value) {
        const option = page.getByLabel(`第 ${number} 题选项`).locator(`input[value="${id}"]`);
        await option.click();
        await expect(option).toBeChecked();
      }
    else if (number === 5)
      for (const [at, text] of value.entries()) await page.getByRole('textbox', { name: `第 ${at + 1} 空` }).fill(text);
    else if (value.length > 0) await page.getByRole('textbox', { name: `第 ${number} 题的作答` }).fill(value.join(''));
    else await expect(page.getByRole('article').getByText('本题由考评员当场评分')).toBeVisible();
    if (value.length > 0) await expect(getSavedIndicator(page)).toHaveText(/^已保存到本机 \d/);
    if (number < 9) await page.keyboard.press('PageDown');
  }
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page.getByRole('button', { name: '确认交卷' }).click();
  await expect(page.getByRole('heading', { name: /已交卷|已在本机交卷/ })).toBeVisible({ timeout: 60_000 });
}

/** Marks all written answers of one examinee on a page: points by buttons, then the next examinee. Returns the number of answers that were marked. */
async function markOneWhole(page: Page, origin: string, planId: number, pictures: RoomPictures, given: MarkerPointsGiven): Promise<number> {
  await signInToDemo(page, origin, 'marker4');
  await page.goto(`${origin}/marker/exam/index`);
  const exam = page.locator('section').filter({ hasText: name });
  await expect(exam.getByText(`已阅 0 / ${examineeCount} 份`)).toBeVisible();
  await pictures.desk(page, 'marking-tasks');
  await exam.getByRole('link', { name: '按考生阅卷' }).click();
  const questions = page.getByRole('list').filter({ hasText: '简答题' });
  const answer = page
    .getByText(/编号\d+止/)
    .filter({ visible: true })
    .first();
  const n = findWriter(await answer.innerText());
  const wrote = writtenItems.filter((itemId) => createExamineeAnswers(n)[itemId] !== undefined);
  await expect(questions.getByRole('button')).toHaveCount(wrote.length);
  await expect(page).toHaveURL(/\/[1-9]\d*\?whole/);
  const code = new URL(page.url()).pathname.split('/').at(-1);
  for (const [at, itemId] of wrote.entries()) {
    // Wait for the new question before clicking, because the previous one is still in the page, but hidden.
    await expect(questions.getByRole('button').nth(at)).toHaveAttribute('aria-current', 'true');
    await expect(answer).toHaveText(new RegExp(`编号${n}止`));
    if (at === 0) await page.getByRole('button', { name: '得分' }).filter({ visible: true }).click();
    const points = roundPointsBy(n, itemId);
    for (const [point, title] of ['要点一', '要点二'].entries())
      await page
        .getByRole('radiogroup', { name: title })
        .getByRole('radio', { name: String(points[point]) })
        .click();
    await expect(page.getByText('未提交的评分已保存到本机').filter({ visible: true })).toBeVisible();
    if (at === 0) await pictures.desk(page, 'marking-whole');
    given.set(formatMarkKey(n, itemId), [points[0] + points[1]]);
    await page.getByRole('button', { name: '提交并取下一份' }).click();
  }
  // The next script is that of another examinee, and nothing in it is marked yet.
  await expect(page).not.toHaveURL(new RegExp(`/${code}\\?whole`));
  await expect(questions.getByText('未评').first()).toBeVisible();
  // The marks are shown after a reload, even if some have not reached the server yet.
  await page.goto(`${origin}/marker/exam/item/${planId}/${code}?whole=1`);
  await expect(questions.getByText('已评')).toHaveCount(wrote.length);
  return wrote.length;
}

test('a paper of all question types is marked, corrected, released, reviewed, certified and verified @journey', async ({
  server,
  openPage,
}, info) => {
  const pictures = new RoomPictures(info);
  const [examinee, leader, staff, anybody] = await Promise.all([openPage(), openPage(), openPage(), openPage()]);
  const given: MarkerPointsGiven = new Map();
  const { origin } = server;
  const { planId } = await runResultsExam(server, name, { startsInMs: 12_000, durationMs: isSlow ? 240_000 : 60_000 });
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const markers = await Promise.all(
    ['marker2', 'marker3', 'marker4'].map(async (login, at) => ({ client: await ApiClient.signIn(origin, login), at })),
  );
  const analysis = await teacher.call(scoreCalls.getAnalysis, { planId });
  const questionOf = new Map(analysis.items.map((item) => [item.number, item.questionId]));
  const { examinees } = await teacher.call(examCalls.getById, { id: planId });
  const logins = new Map(examinees.map(({ ticketNo }, n) => [ticketNo, n]));
  const numberOf = (ticketNo: string): number => logins.get(ticketNo) ?? -1;
  const sittings: SealedSittingClient[] = [];

  await test.step('one at a page, the others at PCs that push', async () => {
    const rest = Array.from({ length: examineeCount - 1 }, (_, at) => at + 1);
    for (const n of rest) sittings[n] = await SealedSittingClient.begin(server, planId, formatLoginName(n));
    const client = await ApiClient.signIn(origin, formatLoginName(1));
    await expect.poll(async () => (await client.send('/exam/release', { planId })).code, { intervals: [50] }).toBe(0);
    await Promise.all([sitAtPage(examinee, origin, planId), ...rest.map(async (n) => sittings[n]?.answer(createExamineeAnswers(n)))]);
  });

  const whole = await test.step('one examinee is marked whole, at a page', async () =>
    markOneWhole(anybody, origin, planId, pictures, given));

  await test.step('three markers mark every written answer twice, and everybody who performed', async () => {
    // One written answer is missing, because the last examinee left the essay empty.
    expect(await markWritten(markers, { planId, questionOf }, given)).toBe((2 * examineeCount - 1) * 2 - whole);
    await markPerformed(markers, { planId, questionOf, numberOf }, given);
    expect([...given].filter(([, points]) => points.length !== 2).every(([, points]) => points.length === 3)).toBe(true);
  });

  await test.step('an answer that came late counts by a person’s word, and its marks no more', async () => {
    await sittings[late.n]?.answerLate(late.itemId, [`熔断器、热继电器，另有接触器失压保护。编号${late.n}止`]);
    const userId = examinees[late.n]?.userId ?? 0;
    const evidence = async () =>
      (await teacher.call(examCalls.getEvidence, { planId, userId })).items.find((item) => item.itemId === late.itemId);
    await expect.poll(async () => (await evidence())?.versions.length).toBe(2);
    const newest = (await evidence())?.versions.find((version) => version.value.join('').includes('另有'));
    if (!newest) throw new Error('the late answer is not among the versions');
    const choose = { streamId: newest.streamId, seq: newest.seq };
    await teacher.call(examCalls.decide, { planId, userId, choices: [{ itemId: late.itemId, choose }], reason: '监考证明交卷前已写' });
  });

  await test.step('the leader sees what differs and what changed, and decides both', async () => {
    await signInToDemo(leader, origin, 'marker');
    await leader.goto(`${origin}/marker/exam/group/${planId}`);
    await expect(leader.getByRole('button').filter({ hasText: '双评差超出误差' }).first()).toBeVisible();
    await pictures.desk(leader, 'marking-leader');
    for (const [state, points, reason] of [
      ['双评差超出误差', arbitrated, '按评分细则'],
      ['阅后作答有更新', late.points, '按更新后的作答评'],
    ] as const) {
      await leader.getByRole('button').filter({ hasText: state }).first().click();
      const dialog = leader.getByRole('dialog');
      await expect(dialog.getByText('6', { exact: true }).or(dialog.getByText('按旧作答评').first()).first()).toBeVisible();
      if (state === '阅后作答有更新') {
        await expect(dialog.getByText('与阅卷时不同处已标出')).toBeVisible();
        await expect(dialog.locator('mark').filter({ hasText: '另有接触器失压' })).toBeVisible();
        await pictures.desk(leader, 'marking-decision');
      }
      // The dialog shows only the number of the script, not the name of the examinee.
      await expect(dialog).not.toContainText(examinees[disputedItems.n]?.name ?? '?');
      await dialog.getByLabel(/^裁定分数/).fill(String(points));
      await dialog.getByLabel('理由').fill(reason);
      await dialog.getByRole('button', { name: '裁定', exact: true }).click();
      await expect(dialog).toBeHidden();
    }
    await expect(leader.getByText('没有待裁定的答卷')).toBeVisible();
    given.set(formatMarkKey(disputedItems.n, disputedItems.itemId), [arbitrated]);
    given.set(formatMarkKey(late.n, late.itemId), [late.points]);
  });

  const expected = (n: number, corrected: boolean): number => {
    const byPeople = [...writtenItems, ...performedItems].map((itemId) => computeMean(given.get(formatMarkKey(n, itemId)) ?? [0]));
    return Math.round((computeObjectivePoints(n, corrected) + byPeople.reduce((sum, each) => sum + each, 0)) * 100) / 100;
  };
  const scores = async () => (await teacher.call(examCalls.getById, { id: planId })).examinees.map(({ points }) => points);
  const all = Array.from({ length: examineeCount }, (_, n) => n);

  await test.step('a key is corrected, and whose score changes is shown before', async () => {
    expect(await scores()).toEqual(all.map((n) => expected(n, false)));
    await openAsStaff(staff, origin, 'teacher', `/teacher/exam/exam-plan/score/${planId}`);
    await staff.getByRole('button', { name: '更正答案' }).first().click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '这些答案都算对' }).fill('B\nC');
    await dialog.getByRole('button', { name: '看谁的成绩会变' }).click();
    const changed = all.filter((n) => expected(n, true) !== expected(n, false)).length;
    await expect(dialog.getByText(new RegExp(`^${changed} 人成绩会变`))).toBeVisible();
    expect(await scores()).toEqual(all.map((n) => expected(n, false)));
    await dialog.getByLabel('理由').fill('选项 C 也成立');
    await pictures.desk(staff, 'score-correction');
    await dialog.getByRole('button', { name: '更正并重算' }).click();
    await expect(dialog).toBeHidden();
    expect(await scores()).toEqual(all.map((n) => expected(n, true)));
  });

  await test.step('scores are published once everybody’s time is over', async () => {
    await expect(staff.getByText('时间已结束', { exact: true })).toBeVisible({ timeout: isSlow ? 300_000 : 90_000 });
    await staff.getByRole('button', { name: '公布成绩' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: '公布成绩' }).click();
    await expect(staff.getByText(/由 .+ 公布。/)).toBeVisible();
  });

  await test.step('one asks for a review, and it is granted', async () => {
    await examinee.goto(`${origin}/student/exam/score/${planId}`);
    await expect(examinee.getByRole('region', { name: '考试成绩' })).toContainText(String(expected(0, true)));
    await examinee.getByRole('textbox', { name: '理由' }).fill('综合评审漏评一页');
    await examinee.getByRole('button', { name: '申请复核' }).click();
    await expect(examinee.getByText('待答复')).toBeVisible();
    await staff.reload();
    await expect(staff.getByRole('button', { name: '答复', exact: true })).toBeVisible();
    await pictures.desk(staff, 'scores');
    await staff.getByRole('heading', { name: '题目分析' }).scrollIntoViewIfNeeded();
    await pictures.desk(staff, 'scores-analysis');
    await staff.getByRole('button', { name: '答复', exact: true }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel('改哪一题').selectOption(reviewed.itemId);
    await dialog.getByLabel('新分数').fill(String(reviewed.points));
    await dialog.getByLabel('答复内容').fill('已补评');
    await dialog.getByRole('button', { name: '答复', exact: true }).click();
    await expect(dialog).toBeHidden();
    given.set(formatMarkKey(0, reviewed.itemId), [reviewed.points]);
    expect(await scores()).toEqual(all.map((n) => expected(n, true)));
    await examinee.reload();
    await expect(examinee.getByText('已补评')).toBeVisible();
    await expect(examinee.getByRole('region', { name: '考试成绩' })).toContainText(String(expected(0, true)));
  });

  await test.step('certificates are issued, and anybody verifies one by its code', async () => {
    await setPublicAddress(origin);
    await staff.goto(`${origin}/teacher/exam/exam-plan/certificate/${planId}`);
    const passed = all.filter((n) => expected(n, true) >= passPoints).length;
    await staff.getByRole('combobox', { name: /^职业/ }).click();
    await staff.getByRole('option', { name: /电工/ }).first().click();
    await staff.getByRole('button', { name: `给 ${passed} 人发证` }).click();
    const asked = staff.getByRole('dialog');
    await expect(asked.getByText('缺技能操作')).toHaveCount(passed);
    await asked.getByRole('checkbox').check();
    await asked.getByRole('button', { name: `给 ${passed} 人发证` }).click();
    const numbers = staff.getByRole('link', { name: /^S32013201002626/ });
    await expect(numbers).toHaveCount(passed);
    await pictures.desk(staff, 'certificates');
    await numbers.first().click();
    // Wait for the sheet with the certificate. The list of certificates, which is shown before, also contains the certificate number.
    await expect(staff.getByText('扫码，或输入证书编号核验')).toBeVisible();
    // Wait until the toast about the issued certificates is gone, because it covers the sheet.
    await expect(staff.getByText(/^已发 \d+ 张证书/)).toHaveCount(0);
    const address = await readQr(staff.getByRole('img', { name: /\/verify\// }));
    expect(address).toMatch(new RegExp(`^${origin}/verify/S\\d{21}$`));
    await pictures.sheet(staff, 'certificate');
    await staff.setViewportSize({ width: 1366, height: 768 });
    await anybody.goto(address);
    await expect(anybody.getByText('证书有效')).toBeVisible();
    await expect(anybody.locator('main')).not.toContainText(examinees[0]?.name ?? '?');
    await pictures.desk(anybody, 'verify');
    await examinee.goto(`${origin}/student/user/index`);
    await expect(examinee.getByText(`${expected(0, true)} / `)).toBeVisible();
    await expect(examinee.getByRole('link', { name: /^S32013201002626/ })).toHaveCount(expected(0, true) >= passPoints ? 1 : 0);
    await pictures.desk(examinee, 'records-certified');
  });

  await test.step('the archive’s chain verifies by command, and a changed byte is named', async () => {
    await staff.goto(`${origin}/teacher/exam/exam-plan/score/${planId}`);
    await staff.getByRole('button', { name: '导出档案' }).click();
    await staff.getByRole('button', { name: '生成档案' }).click();
    await staff.getByRole('link', { name: '保存档案' }).waitFor();
    const print = await staff.getByRole('dialog').locator('dd').nth(1).innerText();
    const [saved] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('link', { name: '保存档案' }).click()]);
    const file = join(server.dataDir, 'archive.zip');
    await saved.saveAs(file);
    const said = await run(process.execPath, [...verifier, file]);
    expect(said.stdout).toContain(`${examineeCount} attempts`);
    expect(said.stdout).toContain(`${examineeCount} scores counted anew`);
    expect(said.stdout).toContain(print);
    const bytes = readFileSync(file);
    const place = bytes.indexOf('"ticketNo"');
    bytes[place] = 'X'.charCodeAt(0);
    writeFileSync(file, bytes);
    const { stderr } = await run(process.execPath, [...verifier, file]).catch((fault: { stderr: string }) => fault);
    expect(stderr).toContain('scores.jsonl, line 1: is not as it was written');
  });
  expect(pictures.faults).toEqual([]);
});
