import { expect, type Page } from '@playwright/test';
import { exerciseCalls } from '../../../sync/contract/exercise.ts';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { taskCalls } from '../../../sync/contract/task.ts';
import { userCalls } from '../../../sync/contract/user.ts';
import { fileLimits } from '../../../sync/engine/attachment.ts';
import { paperDraft, taskDraft } from '../../contract/thing-drafts.ts';
import { ApiClient } from '../rig/api-client.ts';
import { freePort } from '../rig/free-port.ts';
import { ServerProcess } from '../rig/server-process.ts';
import { test } from '../rig/test.ts';
import { faultsOf, layoutFaults } from './page-faults.ts';
import { made } from './presses/press.ts';
import { signIn } from './sign-in.ts';

/** Nothing on the page keeps people out; a picture of it for whoever wants one. */
const look = async (page: Page, name: string): Promise<void> => {
  expect([...(await faultsOf(page, name)), ...(await layoutFaults(page))]).toEqual([]);

  const folder = process.env['WENKAO_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** A task in words from the form to the score: set, reminded of, done on a phone without a network, marked by keyboard, in figures. */
test('homework in words is set, done on a phone, marked by question and looked at in figures', async ({ browser }) => {
  const server = new ServerProcess(await freePort());
  const phone = await browser.newContext({ viewport: { width: 375, height: 740 }, hasTouch: true });
  const [teacher, student] = [await browser.newPage({ viewport: { width: 1366, height: 768 } }), await phone.newPage()];
  try {
    await server.start();
    const api = await ApiClient.signIn(server.origin, 'teacher');
    const { items: people } = await made(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
    const { id: userId = 0, name = '' } = people.find((one) => one.login_name === 'student') ?? {};
    await signIn(teacher, server.origin, 'teacher');
    const planId = await test.step('set', async () => {
      await teacher.goto(`${server.origin}/teacher/homework/user/create`);
      await teacher.getByRole('radio', { name: /文字任务/ }).click();
      await teacher.getByLabel('名称', { exact: false }).first().fill('正反转接线');
      await teacher.getByRole('button', { name: '布置', exact: true }).click();
      // Nothing is asked yet: said at the field, and what was typed stays.
      await expect(teacher.getByRole('textbox', { name: '任务内容' })).toHaveAttribute('aria-invalid', 'true');
      await expect(teacher.getByText('请填写').first()).toBeVisible();
      await teacher.getByRole('textbox', { name: '任务内容' }).click();
      await teacher.keyboard.type('完成正反转控制电路接线，拍照上传，并写出调试步骤。');
      await teacher.getByLabel('满分').fill('20');
      await teacher.getByLabel('学生', { exact: true }).click();
      await teacher.getByRole('textbox', { name: '搜索' }).fill(name);
      await teacher.getByRole('checkbox').first().click();
      await teacher.keyboard.press('Escape');
      await look(teacher, 'homework-form');
      await teacher.getByRole('button', { name: '布置', exact: true }).click();
      await expect(teacher.getByRole('heading', { level: 1, name: '正反转接线' })).toBeVisible();
      return Number(teacher.url().split('/').at(-1));
    });
    await teacher.getByRole('button', { name: '提醒未交的 1 人' }).click();
    await expect(teacher.getByText('已提醒 1 人')).toBeVisible();

    await test.step('done on a phone, without a network', async () => {
      await signIn(student, server.origin, 'student');
      await student.goto(`${server.origin}/student/homework/index`);
      await expect(student.getByText(/提醒：请按时完成/)).toBeVisible();
      await expect(student.getByText(/文字任务/)).toBeVisible();
      await look(student, 'homework-phone-list');
      await student.getByRole('link', { name: '正反转接线', exact: true }).click();
      await expect(student.getByText('要求')).toBeVisible();
      await look(student, 'homework-phone-notice');
      await student.getByRole('button', { name: /^带走/ }).click();
      // Gone once it lies here.
      await expect(student.getByRole('link', { name: '开始做' })).toBeVisible();
      await expect(student.getByRole('button', { name: /^带走/ })).toHaveCount(0);
      await student.getByRole('link', { name: '开始做' }).click();
      await expect(student.getByText('拍照上传，并写出调试步骤')).toBeVisible();
      await phone.setOffline(true);
      await student.getByRole('textbox', { name: '第 1 题的作答' }).fill('先断电，再接主电路，最后接控制电路。');
      const files = student.getByRole('region', { name: '照片和文件' });
      await files.getByLabel('选择文件').setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('不是照片') });
      await expect(files.getByText(/“说明.txt”没有添加/)).toBeVisible();
      const picture = { name: '接线.png', mimeType: 'image/png', buffer: await student.screenshot() };
      await files.getByLabel('选择文件').setInputFiles(picture);
      await expect(files.getByText('已封存在本机，还没送出')).toBeVisible();
      const book = {
        name: '太大.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(fileLimits.fileBytes)]),
      };
      await files.getByLabel('选择文件').setInputFiles(book);
      await expect(files.getByText(/“太大.pdf”没有添加：文件是空的，或超过/)).toBeVisible();
      await look(student, 'homework-phone-answer');
      await student.getByRole('button', { name: '打开答题卡' }).click();
      await student.getByRole('button', { name: '交卷', exact: true }).click();
      await student.getByRole('button', { name: '确认交卷' }).click();
      await expect(student.getByRole('heading', { name: '已在本机交卷，等待送达' })).toBeVisible();
      await phone.setOffline(false);
      await expect(student.getByText('全部送达', { exact: true })).toBeVisible();
    });

    await test.step('changed while it is open: its teacher is told what that does to who has begun', async () => {
      await teacher.goto(`${server.origin}/teacher/homework/user/create/${planId}`);
      await expect(teacher.getByText(/已有 1 人开始：时间和规则改动后对他们立即生效，已写的作答都保留/)).toBeVisible();
    });

    await test.step('marked by question, without a mouse', async () => {
      await teacher.goto(`${server.origin}/teacher/homework/user/score/${planId}`);
      await teacher.getByRole('link', { name: '按题批改' }).click();
      await expect(teacher.getByText('先断电，再接主电路')).toBeVisible();
      await expect(teacher.getByRole('img', { name: '接线.png' })).toBeVisible();
      await expect(teacher.getByLabel('第 1 题得分')).toBeFocused();
      await look(teacher, 'homework-by-question');
      await teacher.keyboard.type('25');
      await teacher.keyboard.press('Enter');
      await expect(teacher.getByLabel('第 1 题得分')).toHaveAttribute('aria-invalid', 'true');
      await teacher.getByLabel('第 1 题得分').fill('18');
      await teacher.keyboard.press('Tab');
      await teacher.keyboard.type('线号标清楚些');
      await teacher.keyboard.press('Control+Enter');
      await expect(teacher.getByRole('navigation', { name: '题目' }).getByText(/待批/)).toHaveCount(0);
      const after = await ApiClient.signIn(server.origin, 'teacher');
      expect(await made(after, taskCalls.getWork, { planId, userId })).toMatchObject({
        items: [{ points: 18, comment: '线号标清楚些', files: [{ name: '接线.png' }] }],
      });
    });

    await test.step('in figures', async () => {
      await signIn(teacher, server.origin, 'teacher');
      await teacher.goto(`${server.origin}/teacher/homework/user/score/${planId}`);
      await expect(teacher.getByText('待批阅').first()).toBeVisible();
      await look(teacher, 'homework-score');
      await teacher.getByRole('link', { name: '成绩分析' }).click();
      await expect(teacher.getByRole('heading', { name: '各班成绩' })).toBeVisible();
      await expect(teacher.getByRole('cell', { name: '90%' }).first()).toBeVisible();
      await look(teacher, 'homework-figures');
    });

    await test.step('marked on the photo, by pointer and by keyboard, and given back', async () => {
      await teacher.goto(`${server.origin}/teacher/homework/user/item/${planId}/${userId}`);
      await teacher.getByRole('button', { name: '在“接线.png”上批注' }).click();
      const marks = teacher.getByRole('region', { name: '“接线.png”上的批注' });
      const box = await marks.getByRole('img', { name: '接线.png' }).boundingBox();
      if (box === null) throw new Error('no photo');
      await teacher.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.2);
      await expect(marks.getByRole('textbox', { name: '批注 1', exact: true })).toBeFocused();
      // Without words it is not kept.
      await expect(teacher.getByRole('button', { name: '保存批改' })).toBeDisabled();
      await teacher.keyboard.type('V、W 两相接反了，先断电再对调');
      await marks.getByRole('button', { name: '加一处批注' }).focus();
      await teacher.keyboard.press('Enter');
      await expect(marks.getByRole('textbox', { name: '批注 2', exact: true })).toBeFocused();
      await teacher.keyboard.type('屏蔽层没有接地，拍近一点');
      await marks.getByRole('button', { name: '批注 2 的位置' }).focus();
      await teacher.keyboard.press('Shift+ArrowRight');
      await teacher.keyboard.press('ArrowDown');
      await look(teacher, 'homework-photo-marks');
      await teacher.getByRole('button', { name: '退回订正' }).click();
      await teacher.getByRole('dialog').getByLabel('退回原因').fill('照片上两处要改');
      await teacher.getByRole('dialog').getByRole('button', { name: '退回订正' }).click();
      await expect(teacher.getByRole('dialog')).toHaveCount(0);
      const { items } = await made(await ApiClient.signIn(server.origin, 'teacher'), taskCalls.getWork, { planId, userId });
      expect(items[0]?.pictures).toMatchObject([
        { text: 'V、W 两相接反了，先断电再对调' },
        { text: '屏蔽层没有接地，拍近一点', x: 0.55, y: 0.51 },
      ]);
      expect(items[0]?.pictures[0]?.x).toBeCloseTo(0.25, 1);
    });

    await test.step('read beside the photo, without a network', async () => {
      await student.goto(`${server.origin}/student/homework/index`);
      await expect(student.getByText('图上批注 2 处')).toBeVisible();
      await student.getByRole('link', { name: '去订正' }).click();
      const said = student.getByRole('note').filter({ hasText: '屏蔽层没有接地' });
      await expect(said).toBeVisible();
      // Without it nothing of the page is there to be opened.
      await student.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await phone.setOffline(true);
      await student.reload();
      await expect(said.getByRole('img', { name: '接线.png' })).toBeVisible();
      await expect(said.getByRole('listitem')).toHaveText(['1V、W 两相接反了，先断电再对调', '2屏蔽层没有接地，拍近一点']);
      await said.getByRole('list').scrollIntoViewIfNeeded();
      await look(student, 'homework-phone-marks');
      await phone.setOffline(false);
    });

    await test.step('the photo stayed: its marks stand with the score', async () => {
      await student.getByRole('button', { name: '打开答题卡' }).click();
      await student.getByRole('button', { name: '交卷', exact: true }).click();
      await student.getByRole('button', { name: '确认交卷' }).click();
      await expect(student.getByText('全部送达', { exact: true })).toBeVisible();
      await made(await ApiClient.signIn(server.origin, 'teacher'), taskCalls.finish, { planId, userIds: [userId] });
      await student.goto(`${server.origin}/student/homework/score/${planId}`);
      await expect(student.getByRole('figure').getByRole('listitem')).toHaveText([
        '1V、W 两相接反了，先断电再对调',
        '2屏蔽层没有接地，拍近一点',
      ]);
      await student.getByRole('figure').getByRole('list').scrollIntoViewIfNeeded();
      await look(student, 'homework-phone-score');
    });
  } finally {
    await Promise.all([teacher.close(), phone.close()]);
    await server.dispose();
  }
});

/** A mock test and its tries beside the pass line, and what was wrong asked once more, with the answer at once. */
test('a mock test is done, stands beside the pass line, and what was wrong is asked again', async ({ browser }) => {
  const server = new ServerProcess(await freePort());
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  try {
    await server.start();
    const api = await ApiClient.signIn(server.origin, 'teacher');
    const sections = [{ title: '单选', type: 1, count: 4, pointsEach: 2, categories: ['高考地理'], partial: false }];
    const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 5 };
    const drawn = await made(api, paperCalls.draw, await made(api, paperCalls.add, { ...paperDraft, kind: 'test', sections, rules }));
    const { items: people } = await made(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
    const userId = people.find((one) => one.login_name === 'student')?.id ?? 0;
    const asTest = { lateRule: 'refused', lateMs: 0, latePercent: 100, analysisRule: 'afterHandIn', tries: 3, minutes: 40 };
    const draft = { ...taskDraft(drawn.id, [userId], Date.now() - 60_000), ...asTest, name: '第一次模拟' };
    const { id: planId } = await made(api, taskCalls.add, draft);
    const { items } = await made(api, taskCalls.getWork, { planId, userId });
    const rightOf = (at: number): string => {
      const key = items[at]?.key;
      return key?.kind === 'choice' ? (key.right[0] ?? '') : '';
    };
    const wrongOf = (at: number): string => items[at]?.options.find(({ id }) => id !== rightOf(at))?.id ?? '';

    const sit = async (begin: string, letters: readonly string[]): Promise<void> => {
      await page.goto(`${server.origin}/student/test/index`);
      await page.getByRole('button', { name: begin }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: begin }).click();
      for (const [at, letter] of letters.entries()) {
        await expect(page.getByRole('heading', { name: new RegExp(`^第 ${at + 1} 题`) })).toBeVisible();
        await page.keyboard.press(letter);
        await expect(page.getByLabel(`第 ${at + 1} 题选项`).getByRole('radio', { checked: true })).toBeVisible();
        await page.keyboard.press('PageDown');
      }
      await page.getByRole('button', { name: /交卷/ }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click();
      await expect(page.getByText('全部送达', { exact: true })).toBeVisible();
    };
    await signIn(page, server.origin, 'student');
    await sit('开始测试', [rightOf(0), rightOf(1), rightOf(2), wrongOf(3)]);
    await page.goto(`${server.origin}/student/test/score/${planId}`);
    await expect(page.getByText('5 分合格')).toBeVisible();
    await sit('再测一次', [rightOf(0), rightOf(1), wrongOf(2), wrongOf(3)]);
    await page.goto(`${server.origin}/student/test/score/${planId}`);
    await expect(page.getByRole('list', { name: '各次得分' }).getByRole('listitem')).toHaveText(['6第 1 次', '4第 2 次']);
    await look(page, 'mock-test-score');

    await page.getByRole('button', { name: '再做错的 2 题' }).click();
    for (const [at, correct] of [true, false].entries()) {
      await expect(page.getByText(`${at + 1} / 2，试卷第 ${at + 3} 题`)).toBeVisible();
      await page.keyboard.press(correct ? rightOf(at + 2) : wrongOf(at + 2));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText(correct ? '答对了' : '答错了')).toBeVisible();
      if (at === 0) await look(page, 'mock-test-again');
      await page.getByRole('button', { name: at === 0 ? '下一题' : '完成' }).click();
    }
    await expect(page.getByText('2 题，答对 1 题')).toBeVisible();
    await page.getByRole('button', { name: '再做错的 1 题' }).click();
    await expect(page.getByText('1 / 1，试卷第 4 题')).toBeVisible();
    await page.getByRole('button', { name: '回到答卷' }).click();
    await page.goto(`${server.origin}/student/test/index`);
    await expect(page.getByText('最好 6 分')).toBeVisible();
    await expect(page.getByText('最近 4 分 · 5 分合格')).toBeVisible();
    await look(page, 'mock-tests');
  } finally {
    await page.close();
    await server.dispose();
  }
});

/** The practice pack of questions that stand at points: what is mastered as the detail table has it, and one point by itself. */
test('mastery stands as the detail table does, and a point is practised by itself', async ({ browser }) => {
  const server = new ServerProcess(await freePort());
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  try {
    await server.start();
    const teacher = await ApiClient.signIn(server.origin, 'teacher');
    const { items } = await made(teacher, exerciseCalls.getCategories, {});
    // All of the bank: what the demo exam holds is kept out.
    for (const { category } of items.filter((each) => !each.category.includes('/')))
      await made(teacher, exerciseCalls.setOpen, { category, open: true });
    await signIn(page, server.origin, 'student');
    await page.goto(`${server.origin}/student/exercises/index`);
    await expect(page.getByRole('heading', { name: '鉴定点掌握情况' })).toBeVisible();
    const point = page.getByRole('link', { name: /^A-A-A-\d{3} .+，未练/ }).first();
    await point.scrollIntoViewIfNeeded();
    await look(page, 'exercises');
    await page.setViewportSize({ width: 375, height: 740 });
    await look(page, 'exercises-phone');
    await point.click();
    await expect(page.getByText(/^第 1 \/ \d+ 题/)).toBeVisible();
  } finally {
    await page.close();
    await server.dispose();
  }
});
