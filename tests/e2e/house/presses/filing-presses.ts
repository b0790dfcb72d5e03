import { batchCalls, batchThing } from '../../../../sync/contract/batch.ts';
import { declarationCalls, declarationThing, declareCalls } from '../../../../sync/contract/declaration.ts';
import { enrollCalls } from '../../../../sync/contract/enroll.ts';
import { formCalls } from '../../../../sync/contract/form.ts';
import { exampleOf } from '../../../../sync/contract/thing.ts';
import { newField } from '../../../../sync/machines/shipped-forms.ts';
import { categoryPresses } from './category-presses.ts';
import { draftPlan } from './exam-presses.ts';
import { action, asked, button, confirm, dialog, keyword, made, type Press, type Stage } from './press.ts';

const desks = 'features/filing/desks.ts';
const calls = 'features/filing/filing-calls.ts';
const actions = 'features/filing/parts/offer-actions.ts';
const hourMs = 3_600_000;

/** One line is enough to be filled. */
const design = [
  newField('text', 'name', '姓名', { meaning: 'name' }),
  newField('text', 'idNumber', '证件号码', { format: 'idNumber', meaning: 'idNumber' }),
];
export const answers = { name: '沈嘉禾', idNumber: '110101200109235262' };

const formOf = async ({ as, name }: Pick<Stage, 'as' | 'name'>) => made(await as('school'), formCalls.add, { name, note: '', design });
let offers = 0;
async function offerOf(stage: Stage) {
  // A project and the batch that it leads to have a form each.
  const form = await formOf({ ...stage, name: `${stage.name} ${(offers += 1)}` });
  await made(await stage.as('school'), formCalls.enact, form);
  const { professions } = await made(await stage.as('enrolladmin'), batchCalls.getChoices, {});
  const [profession] = professions;
  const nowMs = Date.now();
  return {
    name: stage.name,
    formId: form.id,
    professionId: profession?.id,
    level: profession?.levels[0],
    opensMs: nowMs - hourMs,
    closesMs: nowMs + 24 * hourMs,
  };
}
const batchOf = async (stage: Stage) => {
  const admin = await stage.as('enrolladmin');
  return made(admin, batchCalls.add, { ...exampleOf(batchThing), ...(await offerOf(stage)), proofs: [] });
};
export const openBatch = async (stage: Stage) =>
  made(await stage.as('enrolladmin'), batchCalls.setStatus, { ...(await batchOf(stage)), status: 1 });
const projectOf = async (stage: Stage) =>
  made(await stage.as('school'), declarationCalls.add, { ...exampleOf(declarationThing), ...(await offerOf(stage)), classIds: [] });
export const openProject = async (stage: Stage) =>
  made(await stage.as('school'), declarationCalls.setStatus, { ...(await projectOf(stage)), status: 1 });

export async function enrolled(stage: Stage) {
  const { id: offerId } = await openBatch(stage);
  const applicant = await stage.as('enrolluser');
  const { editionId } = await made(applicant, enrollCalls.getMine, { offerId });
  return { offerId, ...(await made(applicant, enrollCalls.submit, { offerId, editionId, answers, version: null })) };
}
export async function declared(stage: Stage) {
  const { id: offerId } = await openProject(stage);
  const student = await stage.as('student');
  const { editionId } = await made(student, declareCalls.getMine, { offerId });
  return { offerId, ...(await made(student, declareCalls.submit, { offerId, editionId, answers, version: null })) };
}
const write = async ({ page }: Stage) => {
  await page.getByLabel('姓名').fill(answers.name);
  await page.getByLabel('证件号码').fill(answers.idNumber);
};

/** Added, changed and removed from the list of its kind. */
export function plain(
  module: 'batch' | 'declaration' | 'form' | 'ruleSet',
  by: string,
  path: string,
  add: string,
  field: string,
  make: (stage: Stage) => Promise<unknown>,
): Press[] {
  return [
    {
      call: `/${module}/add`,
      from: desks,
      by,
      what: '保存',
      ready: async ({ page, go, name }) => {
        await go(path);
        await button(page, add).first().click();
        await dialog(page).getByLabel(field).fill(name);
        return button(dialog(page), '保存');
      },
    },
    {
      call: `/${module}/modify`,
      from: desks,
      by,
      what: '保存',
      ready: async (stage) => {
        await make(stage);
        await stage.go(`${path}?${keyword(stage.name)}`);
        await (await action(stage.page, stage.name, '编辑')).click();
        await dialog(stage.page).getByLabel(field).fill(`${stage.name}改`);
        return button(dialog(stage.page), '保存');
      },
    },
    {
      call: `/${module}/remove`,
      from: desks,
      by,
      what: '删除',
      ready: async (stage) => {
        await make(stage);
        await stage.go(`${path}?${keyword(stage.name)}`);
        return asked(stage.page, stage.name, '删除');
      },
    },
  ];
}

export const filingPresses: readonly Press[] = [
  ...plain('form', 'school', '/teacher/declaration/paper/build-form', '新建表单', '表单名称', formOf),
  ...plain('batch', 'enrolladmin', '/enroll/index', '新建报名批次', '名称', batchOf),
  ...plain('declaration', 'school', '/teacher/declaration/index', '新建申报项目', '名称', projectOf),
  ...categoryPresses('declaration', 'features/filing/pages/declaration-category-page.tsx', '/teacher/declaration/paper/category'),
  {
    call: '/form/enact',
    from: 'features/filing/pages/form-designer-page.tsx',
    by: 'school',
    what: '启用第 1 版',
    ready: async (stage) => {
      const { id } = await formOf(stage);
      await stage.go(`/teacher/declaration/paper/build-form/${id}`);
      return button(stage.page, '启用第 1 版');
    },
  },
  {
    call: '/batch/setStatus',
    from: actions,
    by: 'enrolladmin',
    what: '开放报名',
    ready: async (stage) => {
      await batchOf(stage);
      await stage.go(`/enroll/index?${keyword(stage.name)}`);
      return action(stage.page, stage.name, '开放报名');
    },
  },
  {
    call: '/declaration/setStatus',
    from: actions,
    by: 'school',
    what: '开放报名',
    ready: async (stage) => {
      await projectOf(stage);
      await stage.go(`/teacher/declaration/index?${keyword(stage.name)}`);
      return action(stage.page, stage.name, '开放报名');
    },
  },
  {
    call: '/enroll/submit',
    from: calls,
    by: 'enrolluser',
    what: '提交',
    ready: async (stage) => {
      const { id } = await openBatch(stage);
      await stage.go(`/enroll/main?batch=${id}`);
      await write(stage);
      return button(stage.page, '提交');
    },
  },
  {
    call: '/enroll/withdraw',
    from: calls,
    by: 'enrolluser',
    what: '撤回',
    ready: async (stage) => {
      const { offerId } = await enrolled(stage);
      await stage.go(`/enroll/main?batch=${offerId}`);
      await button(stage.page, '撤回').click();
      return confirm(stage.page, '确定撤回');
    },
  },
  {
    call: '/enroll/getIdNumber',
    from: calls,
    by: 'enrolladmin',
    what: '显示全号',
    ready: async (stage) => {
      const { id, offerId } = await enrolled(stage);
      await stage.go(`/enroll/list?offerId=${offerId}&id=${id}`);
      return button(stage.page, '显示全号（记入日志）');
    },
  },
  {
    call: '/enroll/decide',
    from: calls,
    by: 'enrolladmin',
    what: '通过',
    ready: async (stage) => {
      const { id, offerId } = await enrolled(stage);
      await stage.go(`/enroll/list?offerId=${offerId}&id=${id}`);
      return button(stage.page, '通过');
    },
  },
  {
    call: '/declare/submit',
    from: calls,
    by: 'student',
    what: '提交',
    ready: async (stage) => {
      const { id } = await openProject(stage);
      await stage.go(`/student/declaration/${id}`);
      await write(stage);
      return button(stage.page, '提交');
    },
  },
  {
    call: '/declare/save',
    from: calls,
    by: 'student',
    what: '保存草稿',
    ready: async (stage) => {
      const { id } = await openProject(stage);
      await stage.go(`/student/declaration/${id}`);
      await write(stage);
      return button(stage.page, '保存草稿');
    },
  },
  {
    call: '/declare/withdraw',
    from: calls,
    by: 'student',
    what: '撤回',
    ready: async (stage) => {
      const { id } = await openProject(stage);
      await stage.go(`/student/declaration/${id}`);
      await write(stage);
      // By the page: another sign-in of a student would end this one.
      await button(stage.page, '提交').click();
      await button(stage.page, '撤回').click();
      return confirm(stage.page, '确定撤回');
    },
  },
  {
    call: '/declare/getIdNumber',
    from: calls,
    by: 'school',
    what: '显示全号',
    ready: async (stage) => {
      const { id, offerId } = await declared(stage);
      await stage.go(`/teacher/declaration/user?offerId=${offerId}&id=${id}`);
      return button(stage.page, '显示全号（记入日志）');
    },
  },
  {
    call: '/declare/decide',
    from: calls,
    by: 'school',
    what: '通过',
    ready: async (stage) => {
      const { id, offerId } = await declared(stage);
      await stage.go(`/teacher/declaration/user?offerId=${offerId}&id=${id}`);
      return button(stage.page, '通过');
    },
  },
  {
    call: '/enroll/enlist',
    from: 'features/filing/parts/enlist-dialog.tsx',
    by: 'enrolladmin',
    what: '加入计划',
    ready: async (stage) => {
      await draftPlan(stage);
      const { id, version, offerId } = await enrolled(stage);
      const admin = await stage.as('enrolladmin');
      await made(admin, enrollCalls.decide, { items: [{ id, version }], decision: 'approve', marks: {}, reason: '' });
      await stage.go(`/enroll/list?offerId=${offerId}&status=1`);
      await button(stage.page, '转为考生 1 人').click();
      await dialog(stage.page).getByRole('combobox', { name: '考试计划' }).click();
      await stage.page.getByRole('option').first().click();
      return button(dialog(stage.page), '加入计划');
    },
  },
];
