import { expect, type Page } from '@playwright/test';
import { detailCalls } from '../../../sync/contract/bank/detail.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { openAsStaff } from './sign-in.ts';

const sections = [
  { title: '一、单选题', type: 1 as const, count: 16, pointsEach: 4, partial: false, categories: [] },
  { title: '二、判断题', type: 3 as const, count: 8, pointsEach: 4.5, partial: false, categories: [] },
];
const rules = { layout: 'one' as const, shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 75, maxShared: 3 };

/** Compares a paper with the quotas of its blueprint. Counts the questions from their data on the server, independently of the product. */
async function quotasOf(api: ApiClient, id: number) {
  const paper = await api.call(paperCalls.getById, { id });
  const bodies = new Map([...paper.sections.flatMap((section) => section.questions), ...paper.otherQuestions].map((one) => [one.id, one]));
  const { lines } = await api.call(detailCalls.getById, { id: paper.blueprint?.detailTableId ?? 0 });
  const importance = new Map<string, string | null>();
  const path: string[] = [];
  for (const line of lines) {
    path.length = line.depth - 1;
    path.push(line.code);
    if (line.depth === 4) importance.set(path.join('-'), line.importance);
  }
  const wrong = paper.variants.flatMap((variant, at) => {
    const mine = variant.sections.flat().flatMap((entry) => bodies.get(entry.id) ?? []);
    return (paper.blueprint?.cells ?? []).filter((cell) => {
      const got = mine.filter(
        (one) =>
          (cell.type ?? one.type) === one.type &&
          (cell.difficulty ?? one.difficulty) === one.difficulty &&
          (cell.scope === '' || one.pointCode.startsWith(`${cell.scope}-`)) &&
          (cell.importance ?? importance.get(one.pointCode)) === importance.get(one.pointCode),
      ).length;
      return got !== cell.count ? [`${at}: ${got} of ${JSON.stringify(cell)}`] : false;
    });
  });
  const ids = paper.variants.map((variant) => variant.sections.flat().map((entry) => entry.id));
  return { paper, wrong, ids };
}

const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('a teacher assembles a paper by blueprint, locks, redraws, swaps, prints it and adds it to a plan @journey', async ({
  page,
  context,
  server,
}) => {
  const api = await ApiClient.signIn(server.origin, 'teacher');
  const { id } = await api.call(paperCalls.add, { name: '电工四级 理论知识', sections, rules });
  await openAsStaff(page, server.origin, 'teacher', `/teacher/exam/paper-form/${id}`);

  // Settings are saved while they are typed, and a reload shows them.
  await page.getByRole('tab', { name: '双向细目表' }).click();
  await page.getByLabel('鉴定要素细目表').click();
  await page.getByRole('option', { name: /电工 4 级/ }).click();
  await expect(page.getByText('比重合计 100')).toBeVisible();
  const mix = page.getByRole('group', { name: /难度比例/ });
  for (const [level, share] of [
    ['易', '40'],
    ['难', '10'],
  ] as const)
    await mix.getByLabel(level).fill(share);
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await api.call(paperCalls.getById, { id })).blueprint?.difficulty)
    .toEqual({ easy: 40, medium: 50, hard: 10 });
  await page.reload();
  await expect(page.getByText('比重合计 100')).toBeVisible();

  // Changing a quota updates the totals at once and shows which quotas contradict each other.
  const cell = page.getByRole('textbox', { name: /^A-A 职业道德 · 单选题：/ });
  const before = Number(/需要 (\d+) 题/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1]);
  await cell.fill(String(before + 1));
  await cell.press('Enter');
  await expect(page.getByText('2 处合计不符')).toBeVisible();
  await page.getByRole('button', { name: '恢复按比重' }).click();
  await expect(page.getByText(/处合计不符/)).toHaveCount(0);

  await page.getByRole('button', { name: '按方案组卷' }).click();
  await toast(page, /已按方案组成 1 套卷/);
  await expect(page.getByText('已组卷').first()).toBeVisible();
  const first = await quotasOf(api, id);
  expect(first.wrong).toEqual([]);
  expect(first.ids[0]).toHaveLength(24);

  // Two questions are locked; the rest is drawn again.
  const chosen = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '换一题' }) });
  await chosen.nth(2).getByRole('button', { name: '锁定', exact: true }).click();
  // Press a key instead of clicking: the page may have scrolled this button to the place of the previous click, and a click there would be a double
  // click.
  await chosen.nth(20).getByRole('button', { name: '锁定', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: '解锁', exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: '重抽未锁定' }).click();
  await expect.poll(async () => (await quotasOf(api, id)).ids[0]?.join() !== first.ids[0]?.join()).toBe(true);
  const second = await quotasOf(api, id);
  expect(second.wrong).toEqual([]);
  expect([second.ids[0]?.[2], second.ids[0]?.[20]]).toEqual([first.ids[0]?.[2], first.ids[0]?.[20]]);

  // One question is replaced by the most similar one.
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await chosen.nth(0).getByRole('button', { name: '换一题' }).click();
  await toast(page, /已换为最相近的题/);
  await expect.poll(async () => (await quotasOf(api, id)).ids[0]?.[0] !== second.ids[0]?.[0]).toBe(true);

  // The network fails during assembly. The page tries again by itself and draws nothing twice. A question that is locked in variant A is not
  // available for variant B, and the bank has no others.
  for (const _ of [1, 2]) await page.getByRole('button', { name: '解锁', exact: true }).first().press('Enter');
  await expect(page.getByRole('button', { name: '解锁', exact: true })).toHaveCount(0);
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  const { version } = (await quotasOf(api, id)).paper;
  await context.setOffline(true);
  await page.getByRole('button', { name: '生成 A/B 卷' }).click();
  await expect(page.getByText('网络中断，恢复后自动继续组卷')).toBeVisible();
  await context.setOffline(false);
  await toast(page, /已按方案组成 2 套卷/);
  const both = await quotasOf(api, id);
  expect(both.paper.version).toBe(version + 1);
  expect(both.wrong).toEqual([]);
  const [a = [], b = []] = both.ids;
  expect([a.length, b.length]).toEqual([24, 24]);
  expect(a.filter((one) => b.includes(one)).length).toBeLessThanOrEqual(rules.maxShared);
  expect((await api.call(paperCalls.getConflicts, { id })).items).toEqual([]);

  await page.getByRole('link', { name: '打印' }).first().click();
  await expect(page.getByText('电工四级 理论知识').first()).toBeVisible();
  await page.evaluate(() => {
    window.print = () => void (document.title = 'printed');
  });
  await page.getByRole('button', { name: '打印', exact: true }).click();
  await expect(page).toHaveTitle('printed');
  await page.getByRole('link', { name: '返回组卷' }).click();

  // A plan for this paper begins with the duration of the paper. Press a key instead of clicking, because another button at this place was pressed
  // just before.
  await page.getByRole('link', { name: '安排考试' }).press('Enter');
  await expect(page.getByLabel('考试时长（分钟）')).toHaveValue('75');
});
