import { expect, type Page } from '@playwright/test';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { attachmentLimits } from '../../../sync/engine/ops/attachment.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { expectGoodLook } from './page-faults.ts';
import { openAsStaff, signInToDemo } from './sign-in.ts';

/** Selects a piece of the student's written answer, as dragging the mouse over it does. */
const choose = (page: Page, words: string): Promise<void> =>
  page.locator('[data-noted]').evaluate((answer, chosen) => {
    const text = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT).nextNode();
    const from = text?.textContent?.indexOf(chosen) ?? -1;
    if (!text || from < 0) throw new Error(`no ${chosen}`);
    getSelection()?.setBaseAndExtent(text, from, text, from + chosen.length);
    // Takes the focus from the text fields, as such a drag would.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, words);
const wordsSaid = ['1 错误「先断电」还要验电', '2 存疑「电路」顺序对吗'];

test('homework is set, done offline on a phone with a photo, marked, returned, corrected and finished @journey', async ({
  server,
  openPage,
}) => {
  const [teacher, student] = [
    await openPage(),
    await openPage({ viewport: { width: 375, height: 740 }, hasTouch: true, serviceWorkers: 'allow' }),
  ];
  const api = await ApiClient.signIn(server.origin, 'teacher');
  const { items: people } = await makeUncheckedCall(api, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const { id: userId = 0, name = '' } = people.find((one) => one.login_name === 'student') ?? {};
  const planId = await test.step('set', async () => {
    await openAsStaff(teacher, server.origin, 'teacher', '/teacher/homework/user/create');
    await teacher.getByRole('radio', { name: /文字任务/ }).click();
    await teacher.getByLabel('名称', { exact: false }).first().fill('正反转接线');
    await teacher.getByRole('button', { name: '布置', exact: true }).click();
    // The text of the homework is still empty, so its field shows an error; the name typed above stays in the form.
    await expect(teacher.getByRole('textbox', { name: '任务内容' })).toHaveAttribute('aria-invalid', 'true');
    await expect(teacher.getByText('请填写').first()).toBeVisible();
    await teacher.getByRole('textbox', { name: '任务内容' }).click();
    await teacher.keyboard.type('完成正反转控制电路接线，拍照上传，并写出调试步骤。');
    await teacher.getByLabel('满分').fill('20');
    await teacher.getByRole('combobox', { name: '学生', exact: true }).fill(name);
    await teacher.getByRole('option', { name }).first().click();
    await expectGoodLook(teacher, 'homework-form');
    await teacher.getByRole('button', { name: '布置', exact: true }).click();
    await expect(teacher.getByRole('heading', { level: 1, name: '正反转接线' })).toBeVisible();
    return Number(teacher.url().split('/').at(-1));
  });
  await teacher.getByRole('button', { name: '提醒未交的 1 人' }).click();
  await expect(teacher.getByText('已提醒 1 人')).toBeVisible();

  await test.step('done on a phone, without a network', async () => {
    await signInToDemo(student, server.origin, 'student');
    await student.goto(`${server.origin}/student/homework/index`);
    await expect(student.getByText(/提醒：请按时完成/)).toBeVisible();
    await expect(student.getByText(/文字任务/)).toBeVisible();
    await expectGoodLook(student, 'homework-phone-list');
    await student.getByRole('link', { name: '正反转接线', exact: true }).click();
    await expect(student.getByText('要求')).toBeVisible();
    await expectGoodLook(student, 'homework-phone-notice');
    await student.getByRole('button', { name: /^带走/ }).click();
    // The download button disappears when the homework is on this device.
    await expect(student.getByRole('link', { name: '开始做' })).toBeVisible();
    await expect(student.getByRole('button', { name: /^带走/ })).toHaveCount(0);
    await student.getByRole('link', { name: '开始做' }).click();
    await expect(student.getByText('拍照上传，并写出调试步骤')).toBeVisible();
    await student.context().setOffline(true);
    await student.getByRole('textbox', { name: '第 1 题的作答' }).fill('先断电，再接主电路，最后接控制电路。');
    // The save status says that both replicas store the answer, although nobody prepared this phone for the homework beforehand.
    await expect(student.getByText(/^已保存到本机 [\d:]+$/)).toBeVisible();
    const files = student.getByRole('region', { name: '照片和文件' });
    await files.getByLabel('选择文件').setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('不是照片') });
    await expect(files.getByText(/“说明.txt”没有添加/)).toBeVisible();
    const picture = { name: '接线.png', mimeType: 'image/png', buffer: await student.screenshot() };
    await files.getByLabel('选择文件').setInputFiles(picture);
    await expect(files.getByText('已加密保存在本机，还没送出')).toBeVisible();
    const book = {
      name: '太大.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(attachmentLimits.fileBytes)]),
    };
    await files.getByLabel('选择文件').setInputFiles(book);
    await expect(files.getByText(/“太大.pdf”没有添加：文件是空的，或超过/)).toBeVisible();
    await expectGoodLook(student, 'homework-phone-answer');
    await student.getByRole('button', { name: '打开答题卡' }).click();
    await student.getByRole('button', { name: '交卷', exact: true }).click();
    await student.getByRole('button', { name: '确认交卷' }).click();
    await expect(student.getByRole('heading', { name: '已在本机交卷，等待送达' })).toBeVisible();
    await student.context().setOffline(false);
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
    await expectGoodLook(teacher, 'homework-by-question');
    await teacher.keyboard.type('25');
    await teacher.keyboard.press('Enter');
    await expect(teacher.getByLabel('第 1 题得分')).toHaveAttribute('aria-invalid', 'true');
    await teacher.getByLabel('第 1 题得分').fill('18');
    await teacher.keyboard.press('Tab');
    await teacher.keyboard.type('线号标清楚些');
    await teacher.keyboard.press('Control+Enter');
    await expect(teacher.getByRole('navigation', { name: '题目' }).getByText(/待批/)).toHaveCount(0);
    const after = await ApiClient.signIn(server.origin, 'teacher');
    expect(await makeUncheckedCall(after, assignmentCalls.getWork, { planId, userId })).toMatchObject({
      items: [{ points: 18, comment: '线号标清楚些', files: [{ name: '接线.png' }] }],
    });
  });

  await test.step('in figures', async () => {
    await teacher.goto(`${server.origin}/teacher/homework/user/score/${planId}`);
    await expect(teacher.getByText('待批阅').first()).toBeVisible();
    await expectGoodLook(teacher, 'homework-score');
    await teacher.getByRole('link', { name: '成绩分析' }).click();
    await expect(teacher.getByRole('heading', { name: '各班成绩' })).toBeVisible();
    await expect(teacher.getByRole('cell', { name: '90%' }).first()).toBeVisible();
    await expectGoodLook(teacher, 'homework-figures');
  });

  await test.step('marked on the photo, by pointer and by keyboard, and given back', async () => {
    await teacher.goto(`${server.origin}/teacher/homework/user/item/${planId}/${userId}`);
    await teacher.getByRole('button', { name: '在“接线.png”上批注' }).click();
    const marks = teacher.getByRole('region', { name: '“接线.png”上的批注' });
    const box = await marks.getByRole('img', { name: '接线.png' }).boundingBox();
    if (box === null) throw new Error('no photo');
    await teacher.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.2);
    await expect(marks.getByRole('textbox', { name: '批注 1', exact: true })).toBeFocused();
    // A note without text cannot be saved.
    await expect(teacher.getByRole('button', { name: '保存批改' })).toBeDisabled();
    await teacher.keyboard.type('V、W 两相接反了，先断电再对调');
    await marks.getByRole('button', { name: '加一处批注' }).focus();
    await teacher.keyboard.press('Enter');
    await expect(marks.getByRole('textbox', { name: '批注 2', exact: true })).toBeFocused();
    await teacher.keyboard.type('屏蔽层没有接地，拍近一点');
    await marks.getByRole('button', { name: '批注 2 的位置' }).focus();
    await teacher.keyboard.press('Shift+ArrowRight');
    await teacher.keyboard.press('ArrowDown');
    // Selects words of the answer and marks them with a key, then marks others with the toolbar, by keyboard alone.
    await choose(teacher, '先断电');
    await teacher.keyboard.press('x');
    await teacher.getByLabel('第 1 处批注的说明').fill('还要验电');
    await teacher.getByRole('toolbar', { name: '批注' }).getByRole('button', { name: '存疑' }).focus();
    await teacher.keyboard.press('Enter');
    await teacher.getByRole('button', { name: '第 2 处批注的范围' }).focus();
    for (let press = 0; press < 7; press += 1) await teacher.keyboard.press('Shift+ArrowRight');
    for (let press = 0; press < 9; press += 1) await teacher.keyboard.press('ArrowLeft');
    await teacher.getByLabel('第 2 处批注的说明').fill('顺序对吗');
    await expectGoodLook(teacher, 'homework-photo-marks');
    await teacher.getByRole('button', { name: '退回订正' }).click();
    await teacher.getByRole('dialog').getByLabel('退回原因').fill('照片上两处要改');
    await teacher.getByRole('dialog').getByRole('button', { name: '退回订正' }).click();
    await expect(teacher.getByRole('dialog')).toHaveCount(0);
    const { items } = await makeUncheckedCall(await ApiClient.signIn(server.origin, 'teacher'), assignmentCalls.getWork, {
      planId,
      userId,
    });
    expect(items[0]?.pictures).toMatchObject([
      { text: 'V、W 两相接反了，先断电再对调' },
      { text: '屏蔽层没有接地，拍近一点', x: 0.55, y: 0.51 },
    ]);
    expect(items[0]?.pictures[0]?.x).toBeCloseTo(0.25, 1);
    expect(items[0]?.notes).toEqual([
      { from: 0, to: 3, kind: 'wrong', text: '还要验电' },
      { from: 7, to: 9, kind: 'doubt', text: '顺序对吗' },
    ]);
  });

  await test.step('read beside the photo, without a network', async () => {
    await student.goto(`${server.origin}/student/homework/index`);
    await expect(student.getByText('批注 4 处')).toBeVisible();
    await student.getByRole('link', { name: '去订正' }).click();
    const said = student.getByRole('note').filter({ hasText: '屏蔽层没有接地' });
    await expect(said).toBeVisible();
    // Without the service worker, the page could not be opened offline.
    await student.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await student.context().setOffline(true);
    await student.reload();
    await expect(said.getByRole('img', { name: '接线.png' })).toBeVisible();
    await expect(said.getByRole('listitem')).toHaveText(['1V、W 两相接反了，先断电再对调', '2屏蔽层没有接地，拍近一点']);
    const notes = student.getByRole('note', { name: '老师的批注' });
    await expect(notes.getByRole('listitem')).toHaveText(wordsSaid);
    await expect(notes.getByRole('paragraph')).toHaveText('先断电，再接主电路，最后接控制电路。');
    await said.getByRole('list').scrollIntoViewIfNeeded();
    await expectGoodLook(student, 'homework-phone-marks');
    await student.context().setOffline(false);
  });

  await test.step('the photo stayed: its marks stand with the score', async () => {
    await student.getByRole('button', { name: '打开答题卡' }).click();
    await student.getByRole('button', { name: '交卷', exact: true }).click();
    await student.getByRole('button', { name: '确认交卷' }).click();
    await expect(student.getByText('全部送达', { exact: true })).toBeVisible();
    await makeUncheckedCall(await ApiClient.signIn(server.origin, 'teacher'), assignmentCalls.finish, { planId, userIds: [userId] });
    await student.goto(`${server.origin}/student/homework/score/${planId}`);
    await expect(student.getByRole('figure').getByRole('listitem')).toHaveText([
      '1V、W 两相接反了，先断电再对调',
      '2屏蔽层没有接地，拍近一点',
    ]);
    await expect(student.getByRole('list', { name: '批注', exact: true }).getByRole('listitem')).toHaveText(wordsSaid);
    await student.getByRole('figure').getByRole('list').scrollIntoViewIfNeeded();
    await expectGoodLook(student, 'homework-phone-score');
  });
});
