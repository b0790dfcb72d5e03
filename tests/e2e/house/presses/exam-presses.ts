import { expect } from '@playwright/test';
import { examCalls } from '../../../../sync/contract/exam.ts';
import { paperCalls } from '../../../../sync/contract/paper.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { paperDraft, personDraft, planDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { noBlueprint } from '../../../fixtures/server/paper-data.ts';
import { examWithAMove } from '../../exam/moved-examinee.ts';
import { categoryPresses } from './category-presses.ts';
import { action, asked, button, confirm, dialog, keyword, made, press, type Press, type Stage, type Try } from './press.ts';

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const papers = '/teacher/exam/index';
const plans = '/teacher/exam/exam-plan';
const paper = async ({ as, name }: Stage) => made(await as('teacher'), paperCalls.add, { ...paperDraft, name });
async function listed(stage: Stage): Promise<void> {
  await paper(stage);
  await stage.go(`${papers}?${keyword(stage.name)}`);
}
/** A plan of the teacher's that is not published. */
export async function draftPlan(stage: Stage, nowMs = Date.now()) {
  const teacher = await stage.as('teacher');
  const drawn = await made(teacher, paperCalls.draw, await paper(stage));
  const { items } = await made(teacher, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const ids = items.filter((one) => /^examinee0[4-6]$/.test(one.login_name)).map((one) => one.id);
  return made(teacher, examCalls.add, { ...planDraft(drawn.id, ids, nowMs), name: stage.name });
}
const coWorker = (of: 'paper' | 'exam'): Press => ({
  call: `/${of}/setCoWorker`,
  from: 'platform/sharing.tsx',
  by: 'teacher',
  what: '协作者',
  ready: async (stage) => {
    const { page, go, as, n } = stage;
    const name = `同事${n}`;
    await made(await as('school'), userCalls.add, { ...personDraft, name, login_name: `mate${n}`, user_type: 6 });
    await go(of === 'paper' ? `/teacher/exam/paper-form/${(await paper(stage)).id}` : `${plans}/item/${(await draftPlan(stage)).id}`);
    await page.getByRole('button', { name: /^协作者/ }).click();
    return page.locator('label').filter({ hasText: name });
  },
});

/** The exam with a move of each try; those whose time must be over were begun ahead. */
const exams = new Map<string, Promise<{ planId: number; userId: number }>>();
const moved = ({ name, server }: Try): Promise<{ planId: number; userId: number }> => {
  const known = exams.get(name) ?? examWithAMove(server, name);
  exams.set(name, known);
  return known;
};
const ahead = async (its: Try): Promise<void> => void (await moved(its));
/** Who moved, who handed in at once, who never came. */
const [mover, quick, absent] = ['曹俊杰', '彭思雨', '董浩然'] as const;
const board = async (stage: Stage): Promise<void> => stage.go(`${plans}/item/${(await moved(stage)).planId}`);

const act = (call: string, who: string, label: string, before?: string): Press => ({
  call,
  from: 'features/exam-plan/plan-acts.ts',
  by: 'teacher',
  what: label,
  ready: async (stage) => {
    const { page } = stage;
    await board(stage);
    const begin = async (one: string): Promise<void> => {
      await (await action(page, who, one)).click();
      await dialog(page).getByLabel('理由').fill('连点');
    };
    if (before !== undefined) {
      await begin(before);
      await press(page, button(dialog(page), before));
      await expect(dialog(page)).toHaveCount(0);
    }
    await begin(label);
    return button(dialog(page), label);
  },
});

export const examPresses: readonly Press[] = [
  {
    call: '/exam/setPhotos',
    from: 'features/exam-plan/parts/photo-import.tsx',
    by: 'teacher',
    what: '导入 1 张照片',
    ready: async (stage) => {
      const { id } = await draftPlan(stage);
      const { people } = await made(await stage.as('teacher'), examCalls.getSeating, { id });
      await stage.go(`/teacher/exam/exam-user?plan=${id}`);
      const photo = { name: `${people[0]?.ticketNo}.png`, mimeType: 'image/png', buffer: onePixel };
      await stage.page.locator('input[type=file]').setInputFiles(photo);
      return button(stage.page, '导入 1 张照片');
    },
  },
  {
    call: '/paper/add',
    from: 'features/paper/parts/paper-form.tsx',
    by: 'teacher',
    what: '保存，去组卷',
    ready: async ({ page, go, name }) => {
      await go('/teacher/exam/paper/create');
      await page.getByLabel('试卷名称').fill(name);
      return button(page, '保存，去组卷');
    },
  },
  {
    call: '/paper/modify',
    from: 'features/paper/parts/paper-form.tsx',
    by: 'teacher',
    what: '保存修改',
    ready: async (stage) => {
      const { page, go, name } = stage;
      const { id } = await paper(stage);
      await go(`/teacher/exam/paper/create/${id}`);
      await page.getByLabel('试卷名称').fill(`${name}改`);
      return button(page, '保存修改');
    },
  },
  {
    call: '/paper/copy',
    from: 'features/paper/pages/paper-list-page.tsx',
    by: 'teacher',
    what: '复制',
    ready: async (stage) => {
      await listed(stage);
      return action(stage.page, stage.name, '复制');
    },
  },
  {
    call: '/paper/file',
    from: 'features/paper/parts/paper-filing.tsx',
    by: 'teacher',
    what: '归入',
    ready: async (stage) => {
      const { page, name } = stage;
      await listed(stage);
      await (await action(page, name, '归类')).click();
      await dialog(page).getByLabel('分类').fill('连点归类');
      return button(dialog(page), '归入');
    },
  },
  {
    call: '/paper/remove',
    from: 'features/paper/parts/paper-removal.tsx',
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await listed(stage);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/paper/draw',
    from: 'features/paper/pages/paper-assembly-page.tsx',
    by: 'teacher',
    what: '随机抽题',
    ready: async (stage) => {
      await stage.go(`/teacher/exam/paper-form/${(await paper(stage)).id}`);
      return button(stage.page, '随机抽题');
    },
  },
  {
    call: '/paper/choose',
    from: 'features/paper/use-paper-desk.ts',
    by: 'teacher',
    what: '选入',
    ready: async (stage) => {
      const { page, go } = stage;
      await go(`/teacher/exam/paper-form/${(await paper(stage)).id}`);
      await button(page, '选题').click();
      return button(dialog(page), '选入').first();
    },
  },
  {
    call: '/paper/assemble',
    from: 'features/paper/use-assembly.ts',
    by: 'teacher',
    what: '重新抽题',
    ready: async (stage) => {
      const { page, go, as } = stage;
      const there = await paper(stage);
      await made(await as('teacher'), paperCalls.assemble, { ...there, seed: 5, blueprint: noBlueprint });
      await go(`/teacher/exam/paper-form/${there.id}`);
      return button(page, '重新抽题');
    },
  },
  ...categoryPresses('paper', 'features/paper/category-edits.ts', '/teacher/exam/paper/category'),
  coWorker('paper'),
  coWorker('exam'),
  {
    call: '/exam/add',
    from: 'features/exam-plan/parts/plan-form.tsx',
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { page, go, as, name } = stage;
      const drawn = await made(await as('teacher'), paperCalls.draw, await paper(stage));
      await go(`${plans}/create?paper=${drawn.id}`);
      await page.getByLabel('考试名称').fill(name);
      await page.getByLabel('开考时间').fill('2031-05-20 09:00');
      await page.getByRole('tab', { name: '搜索名册' }).click();
      await page.getByRole('button', { name: /^全选符合条件/ }).click();
      await expect(page.getByText(/^已选 \d+ 人/)).toBeVisible();
      return button(page, '保存');
    },
  },
  {
    call: '/exam/modify',
    from: 'features/exam-plan/parts/plan-form.tsx',
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { page, go, name } = stage;
      await go(`${plans}/create/${(await draftPlan(stage)).id}`);
      await page.getByLabel('考试名称').fill(`${name}改`);
      return button(page, '保存');
    },
  },
  {
    call: '/exam/publish',
    from: 'features/exam-plan/parts/publish-button.tsx',
    by: 'teacher',
    what: '发布',
    ready: async (stage) => {
      await stage.go(`${plans}/item/${(await draftPlan(stage)).id}`);
      await button(stage.page, '发布').click();
      return confirm(stage.page, '发布');
    },
  },
  {
    call: '/exam/withdraw',
    from: 'features/exam-plan/parts/withdraw-button.tsx',
    by: 'teacher',
    what: '撤回',
    ready: async (stage) => {
      const { page, go, as } = stage;
      const { id } = await made(await as('teacher'), examCalls.publish, await draftPlan(stage));
      await go(`${plans}/item/${id}`);
      await button(page, '撤回').click();
      await dialog(page).getByLabel('理由').fill('连点');
      return button(dialog(page), '撤回');
    },
  },
  {
    call: '/exam/setRelease',
    from: 'features/exam-plan/parts/release-rule-dialog.tsx',
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      const { planId } = await moved(stage);
      await stage.go(`${plans}/score/${planId}`);
      await button(stage.page, '公布方式').click();
      return button(dialog(stage.page), '保存');
    },
  },
  act('/exam/extend', mover, '延时'),
  act('/exam/waive', absent, '豁免'),
  act('/exam/reopen', quick, '重新打开答卷'),
  act('/exam/markAbsent', absent, '登记缺考'),
  act('/exam/markCheating', mover, '标记作弊'),
  act('/exam/revokeCheating', mover, '撤销作弊标记', '标记作弊'),
  {
    call: '/exam/decide',
    from: 'features/exam-plan/pages/plan-decision-page.tsx',
    by: 'teacher',
    what: '按建议裁定',
    ready: async (stage) => {
      const { planId, userId } = await moved(stage);
      await stage.go(`${plans}/user/${planId}/${userId}`);
      return button(stage.page, '按建议裁定这 1 题');
    },
  },
  {
    call: '/exam/decide',
    from: 'features/exam-plan/pages/plan-decision-page.tsx',
    by: 'teacher',
    what: '采用第 1 台',
    ready: async (stage) => {
      const { page } = stage;
      const { planId, userId } = await moved(stage);
      await stage.go(`${plans}/user/${planId}/${userId}`);
      await page.getByPlaceholder('理由（不按建议时必填）').fill('监考证实');
      return button(page, /^采用第 1 台/).first();
    },
  },
  {
    call: '/exam/releaseScores',
    from: 'features/exam-plan/parts/release-panel.tsx',
    by: 'teacher',
    what: '公布成绩',
    ahead,
    ready: async (stage) => {
      const { page } = stage;
      const { planId } = await moved(stage);
      await stage.go(`${plans}/score/${planId}`);
      await expect(page.getByText('时间已结束', { exact: true })).toBeVisible({ timeout: 90_000 });
      await button(page, '公布成绩').click();
      return confirm(page, '公布成绩');
    },
  },
  // By name in spite of what is missing: the dialog of every act above; its time comes minutes after the end, so it isn't waited for here.
];
