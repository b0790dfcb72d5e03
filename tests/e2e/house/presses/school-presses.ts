import { schoolCalls } from '../../../../sync/contract/school.ts';
import { questionCalls } from '../../../../sync/contract/question.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { personDraft, questionFile, schoolDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { action, asked, button, confirm, dialog, keyword, made, type Press, type Stage } from './press.ts';

const ask = 'features/school/parts/account-ask.tsx';

/** A school's administrator, in the list of its accounts. */
async function leader({ as, go, n, name }: Stage) {
  const admin = await as('admin');
  const { id: school_id } = await made(admin, schoolCalls.getByWebsite, { website: 'demo' });
  const there = await made(admin, userCalls.add, { ...personDraft, name, login_name: `press${n}`, user_type: 3, school_id });
  await go(`/school/assets/set-user/${school_id}?${keyword(name)}`);
  return there;
}
const school = async ({ as, name, n }: Stage) =>
  made(await as('admin'), schoolCalls.add, { ...schoolDraft, title: name, website: `press${n}` });
const listed = async (stage: Stage): Promise<void> => {
  await school(stage);
  await stage.go(`/school/index?${keyword(stage.name)}`);
};
/** Two imports, each of some seconds: the second waits. */
export async function importsUnderWay({ as, n }: Stage): Promise<number[]> {
  const teacher = await as('teacher');
  const jobs = [];
  for (const which of ['甲', '乙']) {
    const stems = Array.from({ length: 4000 }, (_, at) => `连点 ${n} ${which} 第 ${at} 号柜的巡检周期为（　　）天`);
    jobs.push((await made(teacher, questionCalls.import, questionFile(stems, `连点${n}`))).jobId);
  }
  return jobs;
}

export const schoolPresses: readonly Press[] = [
  {
    call: '/user/add',
    from: 'features/school/parts/account-add.tsx',
    by: 'admin',
    what: '新增账号',
    ready: async ({ page, as, go, n, name }) => {
      const { id } = await made(await as('admin'), schoolCalls.getByWebsite, { website: 'demo' });
      await go(`/school/assets/set-user/${id}`);
      await button(page, '新增账号').first().click();
      await dialog(page).getByLabel('姓名').fill(name);
      await dialog(page).getByLabel('登录名').fill(`press${n}`);
      return button(dialog(page), '新增账号');
    },
  },
  ...(
    [
      ['/user/resetPassword', '重置密码'],
      ['/user/setStatus', '停用'],
      ['/user/remove', '删除'],
    ] as const
  ).map(([call, what]) => ({
    call,
    from: ask,
    by: 'admin',
    what,
    ready: async (stage: Stage) => {
      await leader(stage);
      return asked(stage.page, stage.name, what);
    },
  })),
  {
    call: '/user/setStatus',
    from: 'features/school/parts/account-list.tsx',
    by: 'admin',
    what: '启用',
    ready: async (stage) => {
      const { id, version } = await leader(stage);
      await made(await stage.as('admin'), userCalls.setStatus, { items: [{ id, version }], status: 0 });
      await stage.page.reload();
      return action(stage.page, stage.name, '启用');
    },
  },
  {
    call: '/user/setType',
    from: 'features/school/parts/account-type-dialog.tsx',
    by: 'admin',
    what: '更改类型',
    ready: async (stage) => {
      const { page, name } = stage;
      await leader(stage);
      await (await action(page, name, '更改类型')).click();
      return button(dialog(page), '更改类型');
    },
  },
  {
    call: '/school/add',
    from: 'features/school/parts/school-form.tsx',
    by: 'admin',
    what: '创建学校',
    ready: async ({ page, go, n, name }) => {
      await go('/school/assets/add-edit');
      await page.getByLabel('学校名称').fill(name);
      await page.getByLabel('网站代码').fill(`press${n}`);
      return button(page, '创建学校');
    },
  },
  {
    call: '/school/modify',
    from: 'features/school/parts/school-form.tsx',
    by: 'admin',
    what: '保存修改',
    ready: async (stage) => {
      const { page, go } = stage;
      const { id } = await school(stage);
      await go(`/school/assets/add-edit/${id}`);
      await page.getByLabel('联系人').fill('连点');
      return button(page, '保存修改');
    },
  },
  ...(
    [
      ['/school/setStatus', '停用'],
      ['/school/remove', '删除'],
    ] as const
  ).map(([call, what]) => ({
    call,
    from: 'features/school/parts/school-ask.tsx',
    by: 'admin',
    what,
    ready: async (stage: Stage) => {
      await listed(stage);
      return asked(stage.page, stage.name, what);
    },
  })),
  {
    call: '/system/modifySettings',
    from: 'features/system/parts/settings-form.tsx',
    by: 'system',
    what: '保存设置',
    ready: async ({ page, go, name }) => {
      await go('/system/index');
      await page.getByLabel('登录公告').fill(name);
      return button(page, '保存设置');
    },
  },
  {
    call: '/system/checkFiles',
    from: 'features/system/parts/storage-panel.tsx',
    by: 'system',
    what: '检查数据文件',
    ready: async ({ page, go }) => {
      await go('/system/index?tab=storage');
      return button(page, '检查数据文件');
    },
  },
  {
    call: '/system/backup',
    from: 'features/system/parts/backup-panel.tsx',
    by: 'system',
    what: '立即备份',
    ready: async ({ page, go }) => {
      await go('/system/index?tab=backups');
      return button(page, '立即备份');
    },
  },
  {
    call: '/job/cancel',
    from: 'features/system/parts/job-list.tsx',
    by: 'system',
    what: '停止',
    ready: async (stage) => {
      const { page, go } = stage;
      await importsUnderWay(stage);
      await go('/system/index?tab=jobs');
      await button(page, '停止：导入题目').first().click();
      return confirm(page, '停止');
    },
  },
];
