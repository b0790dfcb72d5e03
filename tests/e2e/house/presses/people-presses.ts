import { expect } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { classCalls } from '../../../../sync/contract/class.ts';
import { schoolCalls } from '../../../../sync/contract/school.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { classDraft, personDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { ApiClient } from '../../rig/api-client.ts';
import { fillSignIn } from '../sign-in.ts';
import { action, asked, button, dialog, keyword, made, type Press, type Stage, ticked } from './press.ts';

const students = '/teacher/student/index';
const list = 'features/people/parts/people-list.tsx';
const password = 'Wenkao-2026';

const person = async ({ as, n, name }: Stage, user_type = 7) =>
  made(await as('school'), userCalls.add, { ...personDraft, name, login_name: `press${n}`, user_type });
/** The student stands in the list. */
async function student(stage: Stage): Promise<Awaited<ReturnType<typeof person>>> {
  const there = await person(stage);
  await stage.go(`${students}?${keyword(stage.name)}`);
  return there;
}
const disabled = async (stage: Stage): Promise<void> => {
  const { id, version } = await person(stage);
  await made(await stage.as('school'), userCalls.setStatus, { items: [{ id, version }], status: 0 });
  await stage.go(`${students}?${keyword(stage.name)}`);
};
const room = async ({ as, go, name }: Stage): Promise<void> => {
  await made(await as('school'), classCalls.add, { ...classDraft, name });
  await go(`/teacher/manage/class?${keyword(name)}`);
};
const account = '/account';

export const peoplePresses: readonly Press[] = [
  {
    call: '/user/login',
    from: 'platform/session.ts',
    by: null,
    what: '登录',
    ready: async ({ page, go }) => {
      await go('/login/demo');
      await page.getByLabel('登录名').fill('leader');
      await page.getByLabel('密码', { exact: true }).fill(password);
      return button(page, '登录');
    },
  },
  {
    call: '/user/addRS',
    from: 'features/registration/pages/registration-page.tsx',
    by: null,
    what: '提交注册',
    ready: async ({ page, go, as, n, name }) => {
      const school = await as('school');
      const { version, open } = await made(school, schoolCalls.getRegistration, {});
      if (!open) await made(school, schoolCalls.setRegistration, { version, open: true, enrolAtOnce: false });
      await go('/reg?school=demo');
      await page.getByLabel('姓名').fill(name);
      await page.getByLabel('登录名').fill(`press${n}`);
      await page.getByLabel(/^密码/).fill('Wo-shi-xin-1');
      await page.getByLabel('手机号').fill('13812345678');
      return button(page, '提交注册');
    },
  },
  {
    call: '/user/changePassword',
    from: 'features/account/parts/password-form.tsx',
    by: null,
    what: '修改密码',
    ready: async (stage) => {
      const { page, go, n } = stage;
      const { password: given } = await person(stage, 6);
      await go('/login/demo');
      await fillSignIn(page, `press${n}`, given ?? '');
      await go(account);
      await page.getByLabel('原密码').fill(given ?? '');
      await page.getByLabel(/^新密码/).fill('Jiandan-77');
      await page.getByLabel('再输入一次新密码').fill('Jiandan-77');
      return button(page, '修改密码');
    },
  },
  ...[/^退出 /, '退出其他全部设备'].map((name) => ({
    call: '/user/removeSession',
    from: 'features/account/parts/device-list.tsx',
    by: 'marker3',
    what: String(name),
    ready: async ({ page, go, server }: Stage) => {
      for (let other = 0; other < 2; other += 1) await ApiClient.signIn(server.origin, 'marker3');
      await go(account);
      return button(page, name).first();
    },
  })),
  {
    call: '/user/modifyMe',
    from: 'features/account/parts/profile-form.tsx',
    by: 'marker2',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go(account);
      await page.getByLabel('姓名').fill(name);
      return button(page, '保存');
    },
  },
  {
    call: '/user/add',
    from: 'features/people/parts/person-form.tsx',
    by: 'school',
    what: '保存',
    ready: async ({ page, go, n, name }) => {
      await go(students);
      await button(page, '添加').first().click();
      await dialog(page).getByLabel('姓名').fill(name);
      await dialog(page).getByLabel('登录名').fill(`press${n}`);
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/user/modify',
    from: 'features/people/parts/person-form.tsx',
    by: 'school',
    what: '保存',
    ready: async (stage) => {
      const { page, name } = stage;
      await student(stage);
      await (await action(page, name, '编辑')).click();
      await dialog(page).getByLabel('备注').fill('连点');
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/user/getIdNumber',
    from: 'features/people/parts/id-number-shown.tsx',
    by: 'school',
    what: '显示完整号码',
    ready: async ({ page, go }) => {
      await go(`${students}?${keyword('何雨欣')}`);
      await (await action(page, '何雨欣', '编辑')).click();
      return button(dialog(page), '显示完整号码');
    },
  },
  {
    call: '/user/remove',
    from: list,
    by: 'school',
    what: '删除',
    ready: async (stage) => {
      await student(stage);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/user/setStatus',
    from: list,
    by: 'school',
    what: '停用',
    ready: async (stage) => {
      await student(stage);
      return asked(stage.page, stage.name, '停用');
    },
  },
  {
    call: '/user/setStatus',
    from: list,
    by: 'school',
    what: '启用，菜单',
    ready: async (stage) => {
      await disabled(stage);
      return action(stage.page, stage.name, '启用');
    },
  },
  {
    call: '/user/setStatus',
    from: list,
    by: 'school',
    what: '启用，多选',
    ready: async (stage) => {
      await disabled(stage);
      return ticked(stage.page, stage.name, '启用');
    },
  },
  {
    call: '/user/resetPassword',
    from: list,
    by: 'school',
    what: '重置密码',
    ready: async (stage) => {
      await student(stage);
      return asked(stage.page, stage.name, '重置密码');
    },
  },
  {
    call: '/user/import',
    from: 'features/people/pages/people-import-page.tsx',
    by: 'school',
    what: '全部导入',
    ready: async ({ page, go, n, name }) => {
      await go(`${students}/import?type=7`);
      const sheet = [
        ['姓名', '学号'],
        [name, `XH${n}`],
      ].map((row) => row.map((value) => ({ value, type: String })));
      const buffer = await writeXlsx(sheet).toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 'one.xlsx', mimeType: 'application/octet-stream', buffer });
      return button(page, '全部导入（1 人）');
    },
  },
  {
    call: '/class/assign',
    from: list,
    by: 'school',
    what: '编入班级',
    ready: async (stage) => {
      const { page, name } = stage;
      await student(stage);
      await page.getByRole('checkbox', { name: `选择 ${name}` }).click();
      await page.getByRole('combobox', { name: '编入班级' }).click();
      return page.getByRole('option', { name: '电工 2602 班' });
    },
  },
  {
    call: '/class/add',
    from: 'features/people/class-desk.ts',
    by: 'school',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go('/teacher/manage/class');
      await button(page, '新建班级').first().click();
      await dialog(page).getByLabel('班级名称').fill(name);
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/class/modify',
    from: 'features/people/class-desk.ts',
    by: 'school',
    what: '保存',
    ready: async (stage) => {
      const { page, name } = stage;
      await room(stage);
      await (await action(page, name, '编辑')).click();
      await dialog(page).getByLabel('备注').fill('连点');
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/class/remove',
    from: 'features/people/class-desk.ts',
    by: 'school',
    what: '删除',
    ready: async (stage) => {
      await room(stage);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/school/setRegistration',
    from: 'features/people/parts/registration-switch.tsx',
    by: 'school',
    what: '自行注册',
    ready: async ({ page, go }) => {
      await go(students);
      await button(page, /^注册(开放中|已关闭)$/).click();
      await expect(page.getByRole('switch', { name: /^自行注册/ })).toBeVisible();
      return page.getByRole('switch', { name: /^自行注册/ });
    },
  },
];
