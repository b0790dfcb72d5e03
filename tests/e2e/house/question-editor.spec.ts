import { expect, type Page } from '@playwright/test';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { ApiClient } from '../rig/api-client.ts';
import { test } from '../rig/test.ts';
import { delayReplies } from './replies.ts';
import { signInToDemo } from './sign-in.ts';

const stem = (page: Page) => page.getByRole('textbox', { name: '题干' });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const status = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first();
const item = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name });
const saved = (page: Page) => expect(page.getByText('已保存', { exact: true }).last()).toBeVisible();

test('a question is written by keyboard, sent back, approved, saved on a slow network and filed elsewhere', async ({
  server,
  openPage,
}) => {
  const bank = `${server.origin}/teacher/exam/questions`;
  const openAs = async (name: string): Promise<Page> => {
    const page = await openPage();
    // Leaving asks while there are unsaved changes; this test reloads on purpose.
    page.on('dialog', (dialog) => void dialog.accept());
    await signInToDemo(page, server.origin, name);
    return page;
  };
  const [teacher, head] = [await openAs('teacher'), await openAs('school')];
  let question = 0;

  await test.step('a teacher writes a question by keyboard; a colleague sends it back with words, then approves it', async () => {
    await teacher.goto(`${bank}/create`);
    await expect(stem(teacher)).toBeFocused();
    await teacher.keyboard.type('氙弧灯的触发电压 $U_t$ 一般约为（　　）。');
    await expect(teacher.getByRole('region', { name: '公式预览' })).toContainText('氙弧灯');
    await teacher.getByRole('textbox', { name: '选项 A' }).focus();
    for (const option of ['几伏', '几十伏', '几百伏']) {
      await teacher.keyboard.type(option);
      await teacher.keyboard.press('Enter');
    }
    await teacher.keyboard.type('上万伏');
    for (const [at, option] of ['几伏', '几十伏', '几百伏', '上万伏'].entries())
      await expect(teacher.getByRole('textbox', { name: `选项 ${'ABCD'[at]}` })).toHaveValue(option);
    await teacher.getByLabel('分类', { exact: true }).fill('光源专题/特种光源');

    // No option is marked as correct: the error is at the field, and no input is lost.
    await teacher.getByRole('button', { name: '保存并提交审核' }).click();
    await expect(teacher.getByText('请标出正确答案')).toBeVisible();
    await teacher.getByRole('textbox', { name: '选项 D' }).press('Alt+Enter');
    await teacher.getByRole('button', { name: '保存并提交审核' }).click();
    await teacher.waitForURL(/\/item\/\d+$/);
    question = Number(/\d+$/.exec(teacher.url())?.[0]);
    await expect(status(teacher, '审核中')).toBeVisible();
    await expect(teacher.getByRole('button', { name: '通过，投入使用' })).toHaveCount(0);

    await head.goto(`${bank}?status=1`);
    await row(head, '氙弧灯').getByRole('button').first().click();
    const sheet = head.getByRole('dialog').first();
    await sheet.getByRole('button', { name: '退回' }).click();
    const asked = head.getByRole('dialog').filter({ hasText: '退回 1 题' });
    await asked.getByRole('button', { name: '退回' }).click();
    await expect(asked.getByText('请写明退回的原因')).toBeVisible();
    await asked.getByRole('textbox', { name: '原因' }).fill('请注明是脉冲电压');
    await asked.getByRole('button', { name: '退回' }).click();
    await expect(asked).toHaveCount(0);

    await teacher.goto(`${bank}/create/${question}`);
    await expect(teacher.getByText('退回：请注明是脉冲电压')).toBeVisible();
    await stem(teacher).click();
    await teacher.keyboard.press('Control+Home');
    await teacher.keyboard.type('（脉冲）');
    await teacher.keyboard.press('Control+Enter');
    await teacher.waitForURL(/\/create\?/);
    // Text typed just before the shortcut is saved, and the shortcut adds no line break.
    const api = await ApiClient.signIn(server.origin, 'teacher');
    const { stem: stored } = await api.call(questionCalls.getById, { id: question });
    expect(stored).toContain('（脉冲）氙弧灯');
    expect(stored).not.toContain('<br');
    await teacher.goto(`${bank}/item/${question}`);
    await teacher.getByRole('button', { name: '提交审核' }).click();
    await expect(status(teacher, '审核中')).toBeVisible();

    await head.goto(`${bank}/item/${question}`);
    await head.getByRole('button', { name: '通过，投入使用' }).click();
    await expect(status(head, '使用中')).toBeVisible();
  });

  await test.step('on a slow network an own save is nobody else’s change, and the next question begins empty', async () => {
    await teacher.goto(`${bank}/create/${question}`);
    await stem(teacher).click();
    await teacher.keyboard.press('Control+End');
    await teacher.keyboard.type('（慢');
    const readAgain = await delayReplies(teacher, '**/api/question/getById');
    await teacher.keyboard.press('Control+s');
    await saved(teacher);
    await expect(stem(teacher)).toHaveAttribute('contenteditable', 'true');
    await teacher.keyboard.type('网络）');
    await readAgain();
    await expect(teacher.getByText('草稿已保存')).toBeVisible();
    await expect(stem(teacher)).toContainText('（慢网络）');
    await expect(teacher.getByRole('alert').filter({ hasText: '修改了这道题' })).toHaveCount(0);
    await teacher.keyboard.press('Control+s');
    await expect(teacher.getByText('草稿已保存')).toHaveCount(0);

    // The editor's code arrives after the form.
    const editor = await delayReplies(teacher, '**/assets/rich-text-editor-body-*.js');
    await teacher.goto(`${bank}/create`);
    await expect(teacher.getByLabel('来源')).toBeVisible();
    await editor();
    // The editor takes the focus when it arrives.
    await expect(stem(teacher)).toBeFocused();
    for (const letter of 'ABCD') await teacher.getByRole('textbox', { name: `选项 ${letter}` }).fill(`${letter} 项`);
    await teacher.getByRole('textbox', { name: '选项 D' }).press('Alt+Enter');
    await stem(teacher).click();
    await teacher.keyboard.type('第一题');
    const added = await delayReplies(teacher, '**/api/question/add');
    await teacher.keyboard.press('Control+Enter');
    await expect(stem(teacher)).toBeFocused();
    // Typing before the reply has no effect, and the next question is still begun.
    await teacher.keyboard.type('太早');
    await added();
    await expect(stem(teacher)).toHaveText('');
    await expect(stem(teacher)).toHaveAttribute('contenteditable', 'true');
    // A page that closes right after the last key keeps the typed text.
    await teacher.keyboard.type('第二题');
    await teacher.reload();
    await expect(stem(teacher)).toHaveText('第二题');
  });

  await test.step('a category is made, renamed, moved and removed by keyboard; its questions go where they are told', async () => {
    await teacher.goto(`${server.origin}/teacher/exam/category-question`);
    const inner = item(teacher, '特种光源').last();
    await inner.focus();
    await teacher.keyboard.press('F2');
    await expect(teacher.locator('input:focus')).toHaveCount(1);
    await teacher.keyboard.type('电光源');
    await teacher.keyboard.press('Enter');
    await expect(teacher.getByText('已移动，1 题随之改了分类')).toBeVisible();

    await teacher.getByRole('button', { name: '新分类' }).click();
    await expect(teacher.locator('input:focus')).toHaveCount(1);
    await teacher.keyboard.type('归档');
    await teacher.keyboard.press('Enter');
    await expect(item(teacher, '归档')).toHaveAttribute('aria-selected', 'true');
    await item(teacher, '光源专题').first().focus();
    await teacher.keyboard.press('Delete');
    const asked = teacher.getByRole('alertdialog');
    await expect(asked).toContainText('有 1 题。题目不会删除。');
    await asked.getByRole('combobox', { name: '题目移到' }).click();
    await teacher.getByRole('option', { name: '归档', exact: true }).click();
    await asked.getByRole('button', { name: '删除分类' }).click();
    await expect(teacher.getByText('已删除，1 题移走')).toBeVisible();

    await teacher.goto(`${bank}?category=${encodeURIComponent('归档')}`);
    await expect(row(teacher, '氙弧灯')).toBeVisible();
    await expect(teacher.getByText('共 1 条')).toBeVisible();
  });
});
