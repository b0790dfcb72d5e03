import { expect } from '@playwright/test';
import { examPlaceCalls, examPlaceResource } from '../../../sync/contract/exams/exam-place.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import { keepPicture } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { signInToDemo } from './sign-in.ts';

test('a room is drawn, people are seated in it, and what is published says the seat everywhere', async ({ page, server, openPage }) => {
  const shot = (name: string): Promise<void> => keepPicture(page, `seating-${name}`);
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  const place = await teacher.call(examPlaceCalls.add, createExampleDraft(examPlaceResource));
  await page.setViewportSize({ width: 1366, height: 768 });
  await signInToDemo(page, server.origin, 'teacher');

  // Creates the room by keyboard: six by four seats, with a pillar at row 3, column 2.
  await page.goto(`${server.origin}/teacher/exam/exam-room/${place.id}`);
  await page.getByRole('button', { name: '新建考场' }).first().click();
  await page.getByLabel('考场名称').fill('第一考场');
  await page.getByLabel('楼号房间').fill('实训楼 301');
  await page.getByLabel('列数').fill('4');
  await page.getByLabel('机器名规则').fill('301-{n}');
  await page.getByRole('button', { name: '第 1 行第 1 列：座位 1', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const pillar = page.getByRole('button', { name: /^第 3 行第 2 列：/ });
  await expect(pillar).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pillar).toHaveAccessibleName('第 3 行第 2 列：空位');
  await page.keyboard.press('Space');
  await expect(pillar).toHaveAccessibleName('第 3 行第 2 列：柱');
  await expect(page.getByText('23 座').first()).toBeVisible();
  await shot('room');
  await page.getByRole('button', { name: '保存考场' }).click();
  await expect(page.getByRole('button', { name: /第一考场/ })).toBeVisible();

  // A plan with more examinees than seats shows a warning and cannot be published.
  const section = {
    title: '单选',
    type: 1 as const,
    pointsEach: 2,
    partial: false,
    count: 5,
    categories: ['电机与变压器', '低压电器与控制'],
  };
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 6 };
  const drawn = await teacher.call(paperCalls.draw, await teacher.call(paperCalls.add, { name: '座位卷', sections: [section], rules }));
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const people = items.filter((one) => one.login_name.startsWith('examinee')).slice(0, 24);
  const minute = 60_000;
  const times = { startMs: Date.now() + 120 * minute, durationMs: 60 * minute, entryLimitMs: 15 * minute, earliestHandInMs: 30 * minute };
  const draft = { name: '电工四级认定', paperId: drawn.id, ...times, notice: '' };
  const { id } = await teacher.call(examCalls.add, { ...draft, examineeIds: people.map((one) => one.id) });
  await page.goto(`${server.origin}/teacher/exam/exam-plan/create/${id}`);
  await page.getByRole('button', { name: '东校区全部 1 个' }).click();
  await page.getByLabel('准考证号规则').fill('2026{room}{seat}');
  await shot('plan');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('座位不够，缺 1 个')).toBeVisible();
  await page.getByRole('link', { name: /去处理：24 名考生没有座位/ }).click();

  await page.getByRole('button', { name: '自动编排' }).click();
  await page.getByRole('button', { name: '开始编排' }).click();
  await expect(page.getByText('已编排 23 人，未编排 1 人')).toBeVisible();
  await shot('seating');

  // One examinee is removed: an examinee without a seat gets theirs, and the others stay.
  const before = await teacher.call(examCalls.getSeating, { id });
  const [first] = before.people.filter((one) => one.seatNo === 1);
  const left = before.people.find((one) => one.roomId === null);
  const plan = await teacher.call(examCalls.getById, { id });
  const stay = people.filter((one) => one.id !== first?.userId);
  const { roomIds, ticketPattern, version } = plan;
  await teacher.call(examCalls.modify, { ...draft, roomIds, ticketPattern, id, version, examineeIds: stay.map((one) => one.id) });
  await page.reload();
  await page.getByRole('button', { name: '编排剩下的 1 人' }).click();
  await page.getByRole('button', { name: '开始编排' }).click();
  await expect(page.getByRole('button', { name: `01 号，${left?.name ?? ''}` })).toBeVisible();
  const after = await teacher.call(examCalls.getSeating, { id });
  const seatOf = new Map(after.people.map((one) => [one.userId, one.seatNo]));
  expect(before.people.filter((one) => seatOf.has(one.userId) && one.seatNo !== null && one.seatNo !== seatOf.get(one.userId))).toEqual([]);

  // Swaps two examinees by keyboard.
  const named = (no: number): string => after.people.find((one) => one.seatNo === no)?.name ?? '';
  await page.getByRole('button', { name: `01 号，${named(1)}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`已拿起${named(1)}`)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: `02 号，${named(1)}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `01 号，${named(2)}` })).toBeVisible();

  await teacher.call(examCalls.publish, { id, version: (await teacher.call(examCalls.getById, { id })).version });
  const { examinees } = await teacher.call(examCalls.getById, { id });
  const mine = examinees.find((one) => one.ticketNo === '20260105');
  expect(mine?.seatLabel).toBe('第一考场 05 号');

  // The examinee sees the same seat on their ticket.
  const login = people.find((one) => one.id === mine?.userId)?.login_name ?? '';
  const own = await openPage();
  await signInToDemo(own, server.origin, login);
  await own.goto(`${server.origin}/student/home/${id}`);
  await expect(own.getByText('第一考场 05 号')).toBeVisible();
  await keepPicture(own, 'seating-notice');
  await own.getByRole('link', { name: '准考证' }).click();
  await expect(own.getByText('20260105')).toBeVisible();
  await keepPicture(own, 'seating-ticket');
  await own.goto(`${server.origin}/student/exercises/paper/exam-room`);
  await expect(own.getByText('5 我')).toBeVisible();
  await keepPicture(own, 'seating-my-room');
});
