import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readServerKeys } from '../../../../server/ingest/server-keys.ts';
import { examCalls } from '../../../../sync/contract/exam.ts';
import { exerciseCalls } from '../../../../sync/contract/exercise.ts';
import { paperCalls } from '../../../../sync/contract/paper.ts';
import { taskCalls } from '../../../../sync/contract/task.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { paperDraft, taskDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { handInOf } from '../../../device/hand-in.ts';
import { SealedStream } from '../../../device/sealed-stream.ts';
import { button, confirm, dialog, made, type Press, type Stage, type Try } from './press.ts';

/** Of a category that the demo exam does not draw from: nothing of an exam is set. */
async function setPaper({ as, name }: Try, kind: 'homework' | 'test' = 'homework') {
  const sections = [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: ['高考地理'], partial: false }];
  const teacher = await as('teacher');
  return made(teacher, paperCalls.draw, await made(teacher, paperCalls.add, { ...paperDraft, name, kind, sections }));
}
async function studentId(stage: Try): Promise<number> {
  const { items } = await made(await stage.as('teacher'), userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  return items.find((one) => one.login_name === 'student')?.id ?? 0;
}
async function set(stage: Try, kind: 'homework' | 'test' = 'homework') {
  const ofKind = kind === 'homework' ? {} : { analysisRule: 'afterHandIn', tries: 2, minutes: 30 };
  const paper = await setPaper(stage, kind);
  const draft = { ...taskDraft(paper.id, [await studentId(stage)], Date.now() - 60_000), name: stage.name, ...ofKind };
  return made(await stage.as('teacher'), taskCalls.add, draft);
}
/** The student has answered one question of two and handed in. */
async function handedIn(stage: Try, kind: 'homework' | 'test' = 'homework') {
  const { id } = await set(stage, kind);
  const [userId, sitter] = [await studentId(stage), await stage.as('student')];
  const keys = await readServerKeys(join(stage.server.dataDir, 'keys.json'));
  const grant = await made(sitter, examCalls.enter, { planId: id, deviceId: randomUUID(), moveHere: false });
  const stream = await SealedStream.open(keys, userId, Date.now(), grant.attemptId, grant.epoch);
  for (const input of [
    stream.push([
      { type: 'attempt.enter@1', payload: {} },
      { type: 'answer.set@1', payload: { i: '1', v: ['A'] } },
    ]),
    stream.push([await handInOf([stream])]),
  ]) {
    const { code, msg } = await sitter.send('/sync/push', input);
    if (code !== 0) throw new Error(msg);
  }
  return { id, userId };
}
/** The student went on at another PC and handed in there; then the first PC sent what it still held. */
async function lateAtTheOldPc(stage: Try) {
  const { id: planId } = await set(stage);
  const [userId, sitter] = [await studentId(stage), await stage.as('student')];
  const keys = await readServerKeys(join(stage.server.dataDir, 'keys.json'));
  const sit = async (moveHere: boolean) => {
    const grant = await made(sitter, examCalls.enter, { planId, deviceId: randomUUID(), moveHere });
    return SealedStream.open(keys, userId, Date.now() - (moveHere ? 0 : 60_000), grant.attemptId, grant.epoch);
  };
  const deliver = async (input: object): Promise<void> => {
    const { code, msg } = await sitter.send('/sync/push', input);
    if (code !== 0) throw new Error(msg);
  };
  const answer = (item: string) => ({ type: 'answer.set@1', payload: { i: item, v: ['A'] } });
  const old = await sit(false);
  await deliver(old.push([{ type: 'attempt.enter@1', payload: {} }, answer('1')]));
  const held = old.push([answer('2')]);
  const next = await sit(true);
  next.raiseLamport(old.lamport);
  await deliver(next.push([{ type: 'attempt.enter@1', payload: {} }]));
  await deliver(next.push([await handInOf([next])]));
  await deliver(held);
  return { id: planId, userId };
}
const markPage = 'features/task/pages/task-mark-page.tsx';
const opened = async (stage: Stage): Promise<void> => {
  const { id, userId } = await handedIn(stage);
  await stage.go(`/teacher/homework/user/item/${id}/${userId}`);
};
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
    call: '/task/withdraw',
    from: 'features/task/parts/withdraw-dialog.tsx',
    by: 'teacher',
    what: '撤回',
    ready: async (stage) => {
      const { page, go } = stage;
      await go(`/teacher/homework/user/score/${(await set(stage)).id}`);
      await button(page, '撤回').click();
      await dialog(page).getByLabel('撤回原因').fill('布置错了');
      return button(dialog(page), '撤回');
    },
  },
  {
    call: '/task/mark',
    from: markPage,
    by: 'teacher',
    what: '保存批改',
    ready: async (stage) => {
      await opened(stage);
      await stage.page.getByLabel('第 1 题批语').fill('再看看');
      return button(stage.page, '保存批改');
    },
  },
  {
    call: '/task/mark',
    from: 'features/task/pages/task-question-page.tsx',
    by: 'teacher',
    what: '保存，下一份',
    ready: async (stage) => {
      const { id } = await handedIn(stage);
      await stage.go(`/teacher/homework/user/question/${id}`);
      await stage.page.getByLabel('第 1 题得分').fill('1');
      return button(stage.page, '保存，下一份');
    },
  },
  {
    call: '/task/decide',
    from: 'features/exam-plan/pages/plan-decision-page.tsx',
    by: 'teacher',
    what: '按建议裁定',
    ready: async (stage) => {
      const { id, userId } = await lateAtTheOldPc(stage);
      await stage.go(`/teacher/homework/user/decide/${id}/${userId}`);
      return button(stage.page, '按建议裁定这 1 题');
    },
  },
  {
    call: '/task/remind',
    from: 'features/task/pages/task-score-page.tsx',
    by: 'teacher',
    what: '提醒未交的 1 人',
    ready: async (stage) => {
      await stage.go(`/teacher/homework/user/score/${(await set(stage)).id}`);
      return button(stage.page, '提醒未交的 1 人');
    },
  },
  {
    call: '/task/giveBack',
    from: markPage,
    by: 'teacher',
    what: '退回订正',
    first: ['/task/mark'],
    ready: async (stage) => {
      await opened(stage);
      await button(stage.page, '退回订正').click();
      await dialog(stage.page).getByLabel('退回原因').fill('第 1 题要改');
      return button(dialog(stage.page), '退回订正');
    },
  },
  {
    call: '/task/finish',
    from: 'features/task/pages/task-score-page.tsx',
    by: 'teacher',
    what: '批阅完成',
    ready: async (stage) => {
      const { page, go } = stage;
      await go(`/teacher/homework/user/score/${(await handedIn(stage)).id}`);
      await page
        .getByRole('checkbox', { name: /^选择 / })
        .first()
        .click();
      await button(page.getByRole('region', { name: '批量操作' }), /批阅完成/).click();
      return confirm(page, '批阅完成');
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
  {
    call: '/task/again',
    from: 'features/exam-sitting/pages/test-list-page.tsx',
    by: 'student',
    what: '再测一次',
    // The next try begins at its own page, which asks for its seat.
    brings: ['/exam/enter'],
    // While nobody is signed in as this student at the page: an account is at one device at a time.
    ahead: async (its) => void (await handedIn(its, 'test')),
    ready: async (stage) => {
      await stage.go('/student/test/index');
      await stage.page.getByRole('listitem').filter({ hasText: stage.name }).getByRole('button', { name: '再测一次' }).click();
      return confirm(stage.page, '再测一次');
    },
  },
];
