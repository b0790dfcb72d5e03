import { exerciseCalls } from '../../../../sync/contract/exercise.ts';
import { paperCalls } from '../../../../sync/contract/paper.ts';
import { taskCalls } from '../../../../sync/contract/task.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { paperDraft, taskDraft } from '../../../contract/thing-drafts.ts';
import { button, made, type Press, type Stage } from './press.ts';

/** Of a category that the demo exam does not draw from: nothing of an exam is set. */
async function setPaper({ as, name }: Stage) {
  const sections = [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: ['高考地理'], partial: false }];
  const teacher = await as('teacher');
  return made(teacher, paperCalls.draw, await made(teacher, paperCalls.add, { ...paperDraft, name, kind: 'homework', sections }));
}
async function studentId(stage: Stage): Promise<number> {
  const { items } = await made(await stage.as('teacher'), userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  return items.find((one) => one.login_name === 'student')?.id ?? 0;
}
async function set(stage: Stage) {
  const draft = { ...taskDraft((await setPaper(stage)).id, [await studentId(stage)], Date.now() - 60_000), name: stage.name };
  return made(await stage.as('teacher'), taskCalls.add, draft);
}
export const taskPresses: readonly Press[] = [
  {
    call: '/task/add',
    from: 'features/task/parts/task-form.tsx',
    by: 'teacher',
    what: '布置',
    ready: async (stage) => {
      const { page, go, name } = stage;
      await setPaper(stage);
      await go('/teacher/homework/user/create');
      await page.getByLabel('名称', { exact: false }).first().fill(name);
      await page.getByRole('combobox', { name: /^试卷/ }).click();
      await page.getByRole('option', { name }).click();
      await page.getByLabel('学生', { exact: true }).click();
      await page.getByRole('textbox', { name: '搜索' }).fill('曹');
      await page.getByRole('checkbox').first().click();
      await page.keyboard.press('Escape');
      return button(page, '布置');
    },
  },
  {
    call: '/task/modify',
    from: 'features/task/parts/task-form.tsx',
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      await stage.go(`/teacher/homework/user/create/${(await set(stage)).id}`);
      await stage.page.getByLabel('名称', { exact: false }).first().fill(`${stage.name}改`);
      return button(stage.page, '保存');
    },
  },
  {
    call: '/exercise/setOpen',
    from: 'features/task/pages/practice-open-page.tsx',
    by: 'teacher',
    what: '开放',
    ready: async (stage) => {
      await made(await stage.as('teacher'), exerciseCalls.setOpen, { category: '高考物理', open: false });
      await stage.go('/teacher/test/practice');
      return stage.page.getByRole('switch', { name: /高考物理/ }).first();
    },
  },
];
