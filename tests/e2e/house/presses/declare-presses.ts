import { declareCalls } from '../../../../sync/contract/declaration.ts';
import { ruleSetCalls, ruleSetThing } from '../../../../sync/contract/rule-set.ts';
import { exampleOf } from '../../../../sync/contract/thing.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { personDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { draftPlan } from './exam-presses.ts';
import { answers, declared, openBatch, openProject, plain } from './filing-presses.ts';
import { button, dialog, made, type Press, type Stage } from './press.ts';

/** An approved declaration about to be handed on. */
async function handingOn(stage: Stage, target: RegExp) {
  const { id, version, offerId } = await declared(stage);
  await made(await stage.as('school'), declareCalls.decide, { items: [{ id, version }], decision: 'approve', marks: {}, reason: '已核实' });
  await stage.go(`/teacher/declaration/user?offerId=${offerId}&status=4`);
  await button(stage.page, '转报名或考试 1 人').click();
  await dialog(stage.page).getByRole('combobox', { name: '转到' }).click();
  await stage.page.getByRole('option', { name: target }).first().click();
  return button(dialog(stage.page), '转入 1 人');
}

const rulesOf = async ({ as, name }: Pick<Stage, 'as' | 'name'>) =>
  made(await as('admin'), ruleSetCalls.add, { ...exampleOf(ruleSetThing), standard: name });

/** What declarations lead to, and the rules they are judged by. */
export const declarePresses: readonly Press[] = [
  ...plain('ruleSet', 'admin', '/question/rule-set', '新建资格条件', '依据的标准', rulesOf),
  {
    call: '/declare/enlist',
    from: 'features/filing/parts/enlist-dialog.tsx',
    by: 'school',
    what: '转入 1 人',
    ready: async (stage) => {
      await draftPlan(stage);
      return handingOn(stage, /^考试计划/);
    },
  },
  {
    call: '/declare/enrol',
    from: 'features/filing/parts/enlist-dialog.tsx',
    by: 'school',
    what: '转入 1 人',
    ready: async (stage) => {
      await openBatch(stage);
      return handingOn(stage, /^报名批次/);
    },
  },
  {
    call: '/declare/remind',
    from: 'features/filing/pages/declaration-students-page.tsx',
    by: 'school',
    what: '提醒未申报的 1 人',
    ready: async (stage) => {
      const { id } = await openProject(stage);
      await stage.go(`/teacher/declaration/student?offerId=${id}&status=0`);
      await stage.page.locator('tbody').getByRole('checkbox').first().click();
      return button(stage.page, '提醒未申报的 1 人');
    },
  },
  {
    call: '/declare/submitFor',
    from: 'features/filing/filing-calls.ts',
    by: 'school',
    what: '提交',
    ready: async (stage) => {
      const { id } = await openProject(stage);
      const person = { ...personDraft, name: stage.name, login_name: `pupil${stage.n}`, user_type: 7 };
      const pupil = await made(await stage.as('school'), userCalls.add, person);
      await stage.go(`/teacher/declaration/student/${pupil.id}?offerId=${id}`);
      await stage.page.getByLabel('证件号码').fill(answers.idNumber);
      return button(stage.page, '提交');
    },
  },
  {
    call: '/ruleSet/publish',
    from: 'features/filing/pages/rule-set-page.tsx',
    by: 'admin',
    what: '发布',
    ready: async (stage) => {
      const { id } = await rulesOf(stage);
      await stage.go(`/question/rule-set/${id}`);
      return button(stage.page, '发布');
    },
  },
];
