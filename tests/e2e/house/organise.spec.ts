import { defaultZone, formatWallTime } from '../../../sync/contract/zone-time.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { examPlaceCalls, examPlaceResource, examRoomCalls, examRoomResource } from '../../../sync/contract/exams/exam-place.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import { readPdfPages } from '../rig/pdf-pages.ts';
import { isLanding } from '../rig/landing.ts';
import { keepPicture, pictureFolder } from '../rig/picture.ts';
import { test } from '../rig/test.ts';
import { fillSignIn, openAsStaff } from './sign-in.ts';

const minute = 60_000;
/** Number of exam rooms at each of two places. Rooms at the first place have 30 seats, those at the second 28; the last room gets 8 examinees. */
const rooms = isLanding ? { first: 2, second: 1 } : { first: 12, second: 10 };
const roomCount = rooms.first + rooms.second;
const people = rooms.first * 30 + (rooms.second - 1) * 28 + 8;
/** Documents that are printed for each exam room: name, paper size in mm, identifying words, and number of pages. */
const roomPrints = [
  { what: 'chart', size: '210x297', words: '座次表', count: roomCount },
  { what: 'signIn', size: '210x297', words: '本人签名', count: roomCount },
  { what: 'door', size: '210x297', words: '请对照本人姓名', count: roomCount },
  { what: 'desk', size: '210x297', words: '机器 1-01', count: 2 * roomCount - 1 },
  { what: 'papers', size: '210x297', words: '试卷发放、收取登记表', count: roomCount },
] as const;
/** All printed documents. `npm test` prints the documents of `roomPrints` only as parts of `pack`, which contains all of these. */
const prints = [
  { what: 'tickets', size: '210x297', words: '准考证号', count: people / 2 },
  ...(isLanding ? [] : roomPrints),
  { what: 'staff', size: '210x297', words: '监考员', count: 1 },
  { what: 'pack', size: '210x297', words: '本人签名', count: 6 * roomCount - 1 },
  { what: 'codes', size: '210x297', words: '拆封人', count: Math.ceil(roomCount / 4) },
] as const;
const employers = ['江南电机', '恒通机电', '城轨维保', '社会考生'] as const;

/** Writes an Excel list of all examinees; every ID number has a correct check digit. */
async function peopleFile(path: string): Promise<void> {
  const lines = Array.from({ length: people }, (_, at) => {
    const body = `3201021990${String((at % 12) + 1).padStart(2, '0')}${String((at % 28) + 1).padStart(2, '0')}${String(at % 1000).padStart(3, '0')}`;
    return [`考生${String(at + 1).padStart(3, '0')}`, `cand${at + 1}`, body + computeIdCheckDigit(body), employers[at % 4] ?? ''];
  });
  const rows = [['姓名', '登录名', '证件号码', '工作单位'], ...lines];
  await writeFile(path, await writeXlsx(rows.map((line) => line.map((value) => ({ value, type: String })))).toBuffer());
}

test('people of an Excel list are seated in rooms of two places, published, printed and notified of a change @journey', async ({
  page,
  server,
  openPage,
}, info) => {
  test.setTimeout(600_000);
  const teacher = await ApiClient.signIn(server.origin, 'teacher');
  await mkdir(info.outputDir, { recursive: true });
  const shot = (name: string, of: Page = page) => keepPicture(of, name);
  await page.setViewportSize({ width: 1366, height: 768 });

  // Imports the examinees of the Excel list into the school.
  const file = info.outputPath('考生.xlsx');
  await peopleFile(file);
  await openAsStaff(page, server.origin, 'school', '/teacher/student/index/import?type=8');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: `全部导入（${people} 人）` }).click();
  await expect(page.getByRole('heading', { name: `已导入 ${people} 人` })).toBeVisible({ timeout: 60_000 });

  const places = [];
  for (const name of ['校本部', '城南校区'])
    places.push(await teacher.call(examPlaceCalls.add, { ...createExampleDraft(examPlaceResource), name }));
  const shape = { ...createExampleDraft(examRoomResource), rows: 6, columns: 5, aisles: [2], marks: [], machines: '{n}' };
  const roomIds: number[] = [];
  for (let at = 0; at < roomCount; at += 1) {
    const placeId = places[at < rooms.first ? 0 : 1]?.id ?? null;
    const name = `第${at + 1}考场`;
    const seats = at < rooms.first ? {} : { rows: 7, columns: 4 };
    roomIds.push(
      (await teacher.call(examRoomCalls.add, { ...shape, ...seats, name, placeId, location: `${at + 1} 教室`, machines: `${at + 1}-{n}` }))
        .id,
    );
  }

  // Adds an exam plan, whose examinees are taken from the Excel list that was imported above.
  const section = {
    title: '单选',
    type: 1 as const,
    pointsEach: 2,
    partial: false,
    count: 5,
    categories: ['电机与变压器', '低压电器与控制'],
  };
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 6 };
  const drawn = await teacher.call(paperCalls.draw, {
    ...(await teacher.call(paperCalls.add, { name: '理论卷', sections: [section], rules })),
    variants: 2,
  });
  const desk = await openPage();
  await openAsStaff(desk, server.origin, 'teacher', `/teacher/exam/exam-plan/create?paper=${drawn.id}`);
  await desk.getByLabel('考试名称').fill('电工四级 2026 第四批');
  const start = formatWallTime(Date.now() + 24 * 60 * minute, defaultZone).slice(0, 16);
  await desk.getByLabel('开考时间').fill(start);
  await desk.getByRole('button', { name: `校本部全部 ${rooms.first} 个` }).click();
  await desk.getByRole('button', { name: `城南校区全部 ${rooms.second} 个` }).click();
  await desk.getByLabel('准考证号规则').fill('2026{room}{seat}');
  await desk.getByRole('tab', { name: '用 Excel 名单' }).click();
  await desk.getByLabel('选择 Excel 文件').setInputFiles(file);
  await desk.getByRole('button', { name: `加入找到的 ${people} 人` }).click();
  await expect(desk.getByText(`已选 ${people} 人`)).toBeVisible();
  await shot('organise-plan', desk);
  await desk.getByRole('button', { name: '保存', exact: true }).click();
  await expect(desk.getByText(`${people} 名考生没有座位`)).toBeVisible();
  const id = Number(desk.url().split('/').pop());
  await shot('organise-checklist', desk);
  await desk.goto(`${server.origin}/teacher/exam/exam-plan/create/${id}#rooms`);
  await expect(desk.getByRole('navigation', { name: '组织考试的步骤' })).toContainText('还差');
  await shot('organise-step', desk);

  await desk.goto(`${server.origin}/teacher/exam/exam-plan/seating/${id}`);
  await desk.getByRole('button', { name: '自动编排' }).click();
  await desk.getByRole('button', { name: '开始编排' }).click();
  await expect(desk.getByRole('definition').filter({ hasText: `/ ${people} 人` })).toHaveText(new RegExp(`^${people}\\s*/ ${people} 人`));
  await shot('organise-seating', desk);
  const { items: staff } = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  for (const person of staff.slice(0, 2))
    await teacher.call(examCalls.setStaff, { planId: id, roomId: roomIds[0] ?? 0, userId: person.id, on: true });

  const seats = await teacher.call(examCalls.getSeating, { id });
  expect(new Set(seats.people.map((one) => `${one.roomId}/${one.seatNo}`)).size).toBe(people);
  expect(seats.people.filter((one) => one.roomId === null)).toEqual([]);
  expect(new Set(seats.people.map((one) => one.ticketNo)).size).toBe(people);
  expect(seats.sameVariant).toBe(0);

  await desk.goto(`${server.origin}/teacher/exam/exam-plan/item/${id}`);
  await desk.getByRole('button', { name: '发布', exact: true }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: '发布', exact: true }).click();
  // If a drawn question has a formula that could not be typeset, a dialog that lists it must be closed first.
  await expect(async () => {
    if (await desk.getByRole('dialog', { name: '考试已发布' }).isVisible()) await desk.keyboard.press('Escape');
    await expect(desk.getByRole('button', { name: '变更', exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  // The teacher registers this PC for seat 5 of the first room.
  await desk.goto(`${server.origin}/teacher/exam/exam-plan/ready/${id}`);
  await desk.getByRole('combobox', { name: '座位' }).click();
  await desk.getByRole('option', { name: '05 号', exact: true }).click();
  await desk.getByRole('button', { name: '登记本机' }).click();
  const line = (of: Page) => of.getByRole('row', { name: /^05 号/ });
  await expect(line(desk)).toContainText('第 1 版');
  await desk.getByRole('button', { name: '演练本机' }).click();
  await expect(desk.getByText('60 / 60')).toBeVisible();
  await expect(line(desk).getByRole('cell', { name: 'A', exact: true })).toBeVisible();
  await shot('readiness', desk);

  // The published plan is changed: an examinee sees a notice of the change, and the registered PC fetches the new version by itself.
  const seat = seats.people.find((one) => one.roomId === roomIds[0] && one.seatNo === 5);
  const login = `cand${Number(seat?.name.slice(2))}`;
  const password = 'Wenkao-2026';
  const school = await ApiClient.signIn(server.origin, 'school');
  const given = await school.call(userCalls.resetPassword, { ids: [seat?.userId ?? 0] });
  const own = await openPage();
  await own.goto(`${server.origin}/login/demo`);
  const first = given.passwords[0]?.password ?? '';
  await fillSignIn(own, login, first);
  await own.getByRole('textbox', { name: '原密码' }).fill(first);
  await own.getByRole('textbox', { name: '新密码', exact: true }).fill(password);
  await own.getByRole('textbox', { name: '再输入一次新密码' }).fill(password);
  await own.getByRole('button', { name: '修改密码' }).click();
  await expect(own.getByText('初始密码，请先设置')).toBeHidden();
  await own.goto(`${server.origin}/student/home/${id}`);
  await expect(own.getByText('第1考场 05 号')).toBeVisible();
  await shot('organise-notice', own);

  await desk.goto(`${server.origin}/teacher/exam/exam-plan/item/${id}`);
  await desk.getByRole('button', { name: '变更', exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('考试时长（分钟）').fill('75');
  await dialog.getByLabel('理由').fill('题量增加');
  await shot('organise-amend', desk);
  await dialog.getByRole('button', { name: '发布变更' }).click();
  await expect(desk.getByText('第 2 版').first()).toBeVisible();
  await desk.goto(`${server.origin}/teacher/exam/exam-plan/ready/${id}`);
  await expect(line(desk)).toContainText('第 2 版');
  await own.reload();
  await expect(own.getByText('题量增加')).toBeVisible();
  await own.getByRole('button', { name: '我已知道' }).click();
  await expect(own.getByRole('button', { name: '我已知道' })).toBeHidden();
  await shot('organise-changed', own);
  await desk.goto(`${server.origin}/teacher/${id}`);
  await expect(desk.getByText(`已签收 1 / ${people} 人`)).toBeVisible();
  await own.getByRole('link', { name: '准考证' }).click();
  await expect(own.getByText(seat?.ticketNo ?? '-')).toBeVisible();
  await shot('organise-ticket', own);
  await own.context().close();

  // Prints every document of all rooms and checks page by page: no page is empty, no room and no examinee is missing.
  const roomNames = Array.from({ length: roomCount }, (_, at) => `第${at + 1}考场`);
  const printed = [];
  for (const { what, words } of prints) {
    await desk.goto(`${server.origin}/teacher/exam/exam-plan/prints/${id}?what=${what}`);
    if (what === 'codes') await desk.getByRole('button', { name: '显示开考码' }).click();
    await expect(desk.getByRole('article').getByText(words).first()).toBeVisible();
    const { pages, pictures } = await readPdfPages(
      desk.context(),
      await desk.pdf({ preferCSSPageSize: true }),
      pictureFolder === undefined ? [] : [1],
    );
    for (const [number, picture] of pictures) await keepPicture(picture, `print-${what}-${number}`);
    const all = pages.map((one) => one.text).join('');
    printed.push({
      what,
      pages: pages.length,
      size: [...new Set(pages.map((one) => `${one.widthMm}x${one.heightMm}`))].join(),
      roomsMissing: roomNames.filter((room) => !all.includes(room)).length,
      peopleMissing: seats.people.filter((one) => !all.includes(one.name)).length,
      empty: pages.filter((one) => one.text.length < 20).length,
    });
  }
  const noNames = new Set<string>(['papers', 'staff', 'codes']);
  expect(printed).toEqual(
    prints.map(({ what, size, count }) => ({
      what,
      pages: count,
      size,
      roomsMissing: 0,
      peopleMissing: noNames.has(what) ? people : 0,
      empty: 0,
    })),
  );
});
