import { articleThing, infoCalls } from '../../../../sync/contract/article.ts';
import { classCalls, classThing } from '../../../../sync/contract/class.ts';
import { courseCalls, courseThing } from '../../../../sync/contract/course.ts';
import { coursewareCalls, coursewareThing } from '../../../../sync/contract/courseware.ts';
import { shelfCalls } from '../../../../sync/contract/shelf.ts';
import { blankOf, exampleOf } from '../../../../sync/contract/thing.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { personDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { expect } from '@playwright/test';
import { action, asked, button, confirm, dialog, keyword, made, type Press, type Stage } from './press.ts';

const shelf = 'platform/shelf.tsx';
const articleDesk = 'features/info/article-desk.ts';
const courseDesk = 'features/course/course-desk.ts';
const categories = '/teacher/course/assets/category';

const article = async ({ as, name }: Stage) => made(await as('teacher'), infoCalls.add, { ...exampleOf(articleThing), title: name });
const text = async ({ as, name }: Stage) => made(await as('teacher'), coursewareCalls.add, { ...exampleOf(coursewareThing), title: name });
const course = async (stage: Stage) => {
  const { id } = await text(stage);
  const sections = [{ sid: 1, depth: 1, title: '第一章', items: [id] }];
  return made(await stage.as('teacher'), courseCalls.add, { ...exampleOf(courseThing), title: stage.name, sections });
};
const chosenCategory = async (stage: Stage): Promise<void> => {
  await made(await stage.as('teacher'), shelfCalls.addCategory, { shelf: 'course', category: stage.name });
  await stage.go(categories);
  await stage.page.getByRole('treeitem', { name: stage.name }).click();
};

export const learningPresses: readonly Press[] = [
  {
    call: '/shelf/addCategory',
    from: shelf,
    by: 'teacher',
    what: '新分类',
    key: 'Enter',
    ready: async ({ page, go, name }) => {
      await go(categories);
      await button(page, '新分类').click();
      const field = page.getByRole('textbox', { name: '新分类' });
      await field.fill(name);
      return field;
    },
  },
  {
    call: '/shelf/moveCategory',
    from: shelf,
    by: 'teacher',
    what: '改名',
    key: 'Enter',
    ready: async (stage) => {
      const { page, name } = stage;
      await chosenCategory(stage);
      await button(page, `改名：${name}`).click();
      const field = page.getByRole('textbox', { name: '分类名称' });
      await expect(field).toBeFocused();
      await field.fill(`${name}改`);
      return field;
    },
  },
  {
    call: '/shelf/removeCategory',
    from: shelf,
    by: 'teacher',
    what: '删除分类',
    ready: async (stage) => {
      await chosenCategory(stage);
      await button(stage.page, `删除：${stage.name}`).click();
      return confirm(stage.page, '删除分类');
    },
  },
  {
    call: '/info/add',
    from: articleDesk,
    by: 'teacher',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go('/teacher/info/assets/create');
      await page.getByLabel('标题').fill(name);
      return button(page, '保存');
    },
  },
  {
    call: '/info/modify',
    from: articleDesk,
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { id } = await article(stage);
      await stage.go(`/teacher/info/assets/create/${id}`);
      await stage.page.getByLabel('摘要').fill('连点');
      return button(stage.page, '保存');
    },
  },
  {
    call: '/info/remove',
    from: articleDesk,
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await article(stage);
      await stage.go(`/teacher/info/index?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/info/setStatus',
    from: 'features/info/pages/article-list-page.tsx',
    by: 'teacher',
    what: '发布',
    ready: async (stage) => {
      await article(stage);
      await stage.go(`/teacher/info/index?${keyword(stage.name)}`);
      return action(stage.page, stage.name, '发布');
    },
  },
  {
    call: '/courseware/add',
    from: courseDesk,
    by: 'teacher',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go('/teacher/course/courseware');
      await button(page, '新建课件').first().click();
      await dialog(page).getByLabel('课件名称').fill(name);
      await dialog(page).getByRole('combobox', { name: '类型' }).click();
      await page.getByRole('option', { name: '链接' }).click();
      await dialog(page).getByLabel('网址').fill('https://example.org/lesson');
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/courseware/modify',
    from: courseDesk,
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { page, go, name } = stage;
      await text(stage);
      await go(`/teacher/course/courseware?${keyword(name)}`);
      await (await action(page, name, '编辑')).click();
      await dialog(page).getByLabel('备注').fill('连点');
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/courseware/remove',
    from: courseDesk,
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await text(stage);
      await stage.go(`/teacher/course/courseware?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/course/add',
    from: courseDesk,
    by: 'teacher',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go('/teacher/course/assets/create');
      await page.getByLabel('课程名称').fill(name);
      return button(page, '保存');
    },
  },
  {
    call: '/course/modify',
    from: courseDesk,
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { id } = await course(stage);
      await stage.go(`/teacher/course/assets/form/${id}`);
      await stage.page.getByLabel('第 1 节标题').fill('连点');
      return button(stage.page, '保存');
    },
  },
  {
    call: '/course/remove',
    from: courseDesk,
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await course(stage);
      await stage.go(`/teacher/course/index?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/course/setStatus',
    from: 'features/course/pages/course-form-page.tsx',
    by: 'teacher',
    what: '发布',
    ready: async (stage) => {
      const { id } = await course(stage);
      await stage.go(`/teacher/course/assets/form/${id}`);
      return button(stage.page, '发布');
    },
  },
  {
    call: '/course/remind',
    from: 'features/course/pages/course-figures-page.tsx',
    by: 'teacher',
    what: '提醒落后的人',
    ready: async (stage) => {
      const { id } = await course(stage);
      const [admin, teacher] = [await stage.as('school'), await stage.as('teacher')];
      const room = await made(admin, classCalls.add, { ...blankOf(classThing), name: `班${stage.name}` });
      const learner = { ...personDraft, name: stage.name, login_name: `learner${stage.n}`, user_type: 7, class_id: room.id };
      await made(admin, userCalls.add, learner);
      const whole = await made(teacher, courseCalls.getById, { id });
      const classes = [{ classId: room.id, fromMs: null, toMs: Date.now() + 3_600_000 }];
      const given = await made(teacher, courseCalls.modify, { ...whole, classes });
      await made(teacher, courseCalls.setStatus, { ...given, event: 'publish' });
      await stage.go(`/teacher/course/figures/${id}`);
      return button(stage.page, /^提醒落后的/);
    },
  },
  {
    call: '/course/copy',
    from: 'features/course/pages/course-list-page.tsx',
    by: 'teacher',
    what: '复制',
    ready: async (stage) => {
      await course(stage);
      await stage.go(`/teacher/course/index?${keyword(stage.name)}`);
      return action(stage.page, stage.name, '复制');
    },
  },
];
